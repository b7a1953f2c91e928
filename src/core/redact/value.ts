/** Secrets anywhere in a JSON value. */
import type { Redaction } from './redaction.ts';

type Redactor = Pick<Redaction, 'text' | 'replacement'>;

/** A key such as `api_key` makes a secret of the string that it names, as it would in text. */
export function redactValue<T>(redactor: Redactor, json: T): T {
  return visit(redactor, json) as T;
}

function visit(redactor: Redactor, json: unknown): unknown {
  if (typeof json === 'string') return redactor.text(json);
  if (Array.isArray(json)) return json.map((item) => visit(redactor, item));
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [redactor.text(key), named(redactor, key, value)]),
  );
}

function named(redactor: Redactor, key: string, value: unknown): unknown {
  const secret = typeof value === 'string' && value !== '' && isTelling(redactor, key);
  return secret ? redactor.replacement : visit(redactor, value);
}

const isTelling = ({ text, replacement }: Redactor, key: string): boolean =>
  text(`${JSON.stringify(key)}: "x"`).endsWith(`: "${replacement}"`);
