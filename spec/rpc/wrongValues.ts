/** Values as JSON text, because JSON.stringify cannot write some of them. */
import { times } from '../soak/scale.ts';

export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

interface WrongValue {
  readonly json: string;
  readonly kind: Kind;
}

/** Longer than an error may be. */
const longString = `"${'x'.repeat(times(1 << 16, 1 << 20))}"`;

const of = (kind: Kind, ...values: readonly string[]): WrongValue[] => values.map((json) => ({ json, kind }));

export const values: readonly WrongValue[] = [
  ...of('null', 'null'),
  ...of('boolean', 'true', 'false'),
  ...of('number', '0', '-1', '0.5', '1e21', '1e400', '-1e400', '9007199254740993', '65537', '1e-400'),
  ...of('string', '""', '"\\u0000"', '"\\ud800"', '"__proto__"', '"NaN"', '"24"', longString),
  ...of('array', '[]', '[null]', '[[]]', '["\\u0000"]', '[{}]'),
  ...of('object', '{}', '{"a":1}', '{"type":"constructor"}', '{"valueOf":1}'),
];
