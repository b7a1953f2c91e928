/** Recorded calls for a shell, each by `ptywright call`. The session is called by a name, so that nothing is parsed. */

import type { Calls, Request } from './calls.ts';
import { namesIn, splicedSecrets } from './secrets.ts';

/** What the recording has hidden, as it stands in a text of JSON. */
const reading = (name: string) =>
  `${name}=$(printf %s "\${${name}:?the recording has it hidden}" | sed 's/[\\\\"]/\\\\&/g')\n`;

export function shell(calls: Calls): string {
  const script = textOf(calls);
  return head + namesIn(script).map(reading).join('') + splicedSecrets(script);
}

const head = '#!/bin/sh\n# A server must be running: ptywright serve\nset -eu\n';

const textOf = ({ create, calls, snapshot, close }: Calls): string =>
  [
    'session="replay-$$"',
    '',
    quiet({ ...create, params: { ...create.params, name: named } }),
    `trap ${quoted(quiet(close))} EXIT`,
    ...calls.map((call) => quiet(inSession(call))),
    line(inSession(snapshot)),
    '',
  ].join('\n');

/** Stands for the variable. */
const named = '\0session';

const inSession = (request: Request): Request => ({
  ...request,
  params: { session: named, ...request.params },
});

const quiet = (request: Request) =>
  `${line(request.params.name === named ? request : inSession(request))} > /dev/null`;

const line = ({ method, params }: Request) => `ptywright call ${method} ${spliced(JSON.stringify(params))}`;

const spliced = (json: string) =>
  json
    .split(JSON.stringify(named))
    .map((part, at, parts) => quoted(`${at > 0 ? '"' : ''}${part}${at < parts.length - 1 ? '"' : ''}`))
    .join('"$session"');

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
