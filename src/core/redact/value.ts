/** Secrets anywhere in a JSON value. */
import type { Redaction } from './redaction.ts';
import { mergeSpans, replaceSpans } from './spans.ts';

type Redactor = Pick<Redaction, 'text' | 'spans' | 'replacement'>;

/** A key such as `api_key` makes a secret of the string that it names, as it would in text. */
export function redactValue<T>(redactor: Redactor, json: T): T {
  return visit(redactor, json) as T;
}

function visit(redactor: Redactor, json: unknown): unknown {
  if (typeof json === 'string') return redactor.text(json);
  if (Array.isArray(json)) return json.map((item) => visit(redactor, item));
  if (json === null || typeof json !== 'object') return json;
  const entries = Object.entries(json).map(([key, value]) => [
    redactor.text(key),
    named(redactor, key, value),
  ]);
  return { ...Object.fromEntries(entries), ...pairs(redactor, json) };
}

interface Paired {
  readonly name?: unknown;
  readonly value?: unknown;
  readonly title?: unknown;
  readonly text?: unknown;
}

/** Fields that are read as one: a name and its value, and a notification, whose title may hold half of a secret. */
function pairs(redactor: Redactor, { name, value, title, text }: Paired): Paired {
  return {
    ...(typeof name === 'string' && typeof value === 'string' && { value: named(redactor, name, value) }),
    ...(typeof title === 'string' && typeof text === 'string' && joined(redactor, title, text)),
  };
}

function joined({ spans, replacement }: Redactor, title: string, text: string): Paired {
  const found = ['', ' '].map((between) => {
    const start = title.length + between.length;
    const all = spans(`${title}${between}${text}`);
    return {
      title: all.map((span) => ({ start: span.start, end: Math.min(span.end, title.length) })),
      text: all.map((span) => ({ start: Math.max(0, span.start - start), end: span.end - start })),
    };
  });
  const hide = (part: 'title' | 'text', whole: string) => {
    const there = [...spans(whole), ...found.flatMap((each) => each[part])];
    return replaceSpans(whole, mergeSpans(there.filter(({ start, end }) => start < end)), replacement);
  };
  return { title: hide('title', title), text: hide('text', text) };
}

function named(redactor: Redactor, key: string, value: unknown): unknown {
  const secret = typeof value === 'string' && value !== '' && isTelling(redactor, key);
  return secret ? redactor.replacement : visit(redactor, value);
}

const isTelling = ({ text, replacement }: Redactor, key: string): boolean =>
  text(`${JSON.stringify(key)}: "x"`).endsWith(`: "${replacement}"`);
