/** The scripts that recorded calls can become, by the ending of their file. */
import type { Calls } from './calls.ts';
import { python } from './python.ts';
import { shell } from './shell.ts';
import { typescript } from './typescript.ts';

/** The calls as they are, for who runs them in another way. */
const json = ({ create, calls }: Calls): string =>
  `${JSON.stringify(
    [create, ...calls].map(({ time, method, params }) => ({ time, method, params })),
    null,
    2,
  )}\n`;

export const scripts: Readonly<Record<string, (calls: Calls) => string>> = {
  '.ts': typescript,
  '.py': python,
  '.sh': shell,
  '.json': json,
};
