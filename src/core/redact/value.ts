/** Secrets anywhere in a JSON value. */
import type { Redaction } from './redaction.ts';

/** A name such as `api_key` makes a secret of the string that it names, as `api_key=…` would in text. */
export function redactValue<T>(redaction: Pick<Redaction, 'text' | 'replacement'>, json: T): T {
  return visit(redaction, json) as T;
}

function visit(redaction: Pick<Redaction, 'text' | 'replacement'>, json: unknown): unknown {
  if (typeof json === 'string') return redaction.text(json);
  if (Array.isArray(json)) return json.map((item) => visit(redaction, item));
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [redaction.text(key), named(redaction, key, value)]),
  );
}

function named(redaction: Pick<Redaction, 'text' | 'replacement'>, key: string, value: unknown): unknown {
  if (typeof value !== 'string') return visit(redaction, value);
  const said = `${key}: `;
  const together = redaction.text(`${said}${value}`);
  return together === `${said}${redaction.replacement}` ? redaction.replacement : redaction.text(value);
}
