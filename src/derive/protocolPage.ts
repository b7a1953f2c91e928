/** The reference of the protocol: every method and event, and the shapes that they share. */
import { permissions } from '../core/permissions.ts';
import { methods as declared } from '../dialects/ptywright/index.ts';
import type { AnyMethod, Example } from '../rpc/method.ts';
import { document, type Protocol, type ProtocolEvent, type ProtocolMethod } from './document.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { code, join, json, notice, page, table } from './markdown.ts';
import { fieldTable, pages, typeOf } from './shape.ts';

const examples = new Map<string, readonly Example[]>(
  (declared as readonly AnyMethod<never>[]).map(({ name, examples }) => [name, examples]),
);

const opening = `JSON-RPC 2.0, one JSON text a line or framed by \`Content-Length\`. Parameters are an object, and an unknown field is
refused with its path. Results and notifications may gain fields: ignore those that you do not know. Besides the faults
that a method names, each may end with Invalid, which tells the field, and with Internal.

[Matchers](matchers.md), [actions](actions.md), [faults](faults.md) and [limits](limits.md) have pages of their own.`;

export function protocolPage(): string {
  const protocol = document();
  const { methods, components, 'x-notifications': events } = protocol;
  const given = givenBy(protocol);
  return page(
    '# The ptywright protocol',
    notice('src/dialects/ptywright'),
    opening,
    contents(methods, events),
    '## Methods',
    ...methods.map(methodSection),
    '## Notifications',
    'Nothing is told unasked until `server.set_notifications` asks for it.',
    ...events.map(eventSection),
    '## Shapes',
    ...Object.entries(components.schemas)
      .filter(([name]) => !(name in pages))
      .map((shape) => shapeSection(shape, given)),
    '## Permissions',
    table(
      ['permission', 'allows to'],
      Object.entries(permissions).map(([name, deed]) => [code(name), deed]),
    ),
  );
}

const contents = (methods: Protocol['methods'], events: readonly ProtocolEvent[]) =>
  table(
    ['name', 'what it does'],
    [...methods, ...events].map(({ name, summary }) => [`[${code(name)}](#${anchor(name)})`, summary]),
  );

/** As renderers make anchors of headings: dots go. */
const anchor = (name: string) => name.replaceAll('.', '');

const methodSection = (method: ProtocolMethod) =>
  join(
    `### ${method.name}`,
    [method.summary, method.description].filter(Boolean).join(' '),
    factsOf(method),
    method.params.length > 0 && fieldTable(paramsOf(method), 'params'),
    resultOf(method),
    ...(examples.get(method.name) ?? []).map((example) => exampleOf(method, example)),
  );

function factsOf({ errors, paramStructure, params, result, ...method }: ProtocolMethod): string {
  const order = params.map(({ name }) => code(name)).join(', ');
  const facts = [
    `Since level ${method['x-since']}.`,
    method['x-needs'].length > 0 && `Needs ${method['x-needs'].map(code).join(', ')}.`,
    paramStructure === 'either' && `Parameters may come in an array: ${order}.`,
    !result && 'A notification: there is no reply.',
    errors.length > 0 &&
      `Faults: ${errors.map(({ message, code: number }) => `[${message}](faults.md#${message.toLowerCase()}) (${number})`).join(', ')}.`,
  ];
  return facts.filter(Boolean).join(' ');
}

const paramsOf = ({ params }: ProtocolMethod): JsonSchema => ({
  properties: Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
  required: params.filter(({ required }) => required).map(({ name }) => name),
});

function resultOf({ result }: ProtocolMethod): string | false {
  if (!result) return false;
  const fields = fieldTable(result.schema, 'result');
  return join(`Result: ${typeOf(result.schema)}.`, fields);
}

function exampleOf({ name: method, params: known }: ProtocolMethod, example: Example): string {
  const { title, program, send, reply, fault } = example;
  const ofSession = program !== undefined && known.some(({ name }) => name === 'session');
  const params = ofSession ? { session: 's1', ...send } : send;
  const outcome =
    fault === undefined
      ? join('is answered with at least', json(reply))
      : `ends with the fault [${fault}](faults.md#${fault.toLowerCase()}).`;
  return join(
    `*${title}*${program === undefined ? '' : `, with s1 running \`spec/programs/${program}.sh\``}:`,
    json({ method, params }),
    outcome,
  );
}

const eventSection = ({ name, summary, since, params, example }: ProtocolEvent) =>
  join(
    `### ${name}`,
    `${summary} Since level ${since}.`,
    fieldTable(params, 'result'),
    json({ method: name, params: example }),
  );

const shapeSection = ([name, schema]: [string, JsonSchema], given: string) =>
  join(
    `### ${name}`,
    schema.description,
    fieldTable(schema, given.includes(`schemas/${name}"`) ? 'result' : 'params') || `${typeOf(schema)}.`,
  );

/** All that the server sends, to tell which shapes are in it. */
const givenBy = ({ methods, components, 'x-notifications': events }: Protocol): string =>
  JSON.stringify([methods.map(({ result }) => result), components, events]);
