/** What stands for a fault: a number by the document, a word in what was shipped. */
import { type FaultName, faultNames } from '../../core/faults.ts';

const every = <Code>(code: Code) =>
  Object.fromEntries(faultNames.map((name) => [name, code])) as Readonly<Record<FaultName, Code>>;

/** Where the document has no number of its own for a fault, it is a general one. */
export const codes = {
  ...every(-1),
  Timeout: -2,
  SessionClosed: -3,
  SessionUnknown: -3,
  Invalid: -4,
  MethodUnknown: -5,
} as const;

export const shippedCodes = {
  ...every('error'),
  MethodUnknown: 'unknown_method',
  Unreadable: 'parse_error',
} as const;
