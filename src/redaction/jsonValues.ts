/** Redacts JSON values and argument lists. Keys, names and options give context to the values after them. */
import { mergeSpans, type Redaction, replaceSpans } from './redaction.ts';

type ValueRedactor = Pick<Redaction, 'text' | 'spans' | 'replacement'>;

/** The key counts as context: `api_key` makes its string a secret, as in text. */
export function redactValue<T>(redactor: ValueRedactor, json: T): T {
  return redactAny(redactor, json) as T;
}

function redactAny(redactor: ValueRedactor, json: unknown): unknown {
  if (typeof json === 'string') return redactor.text(json);
  if (Array.isArray(json))
    return isWordList(json) ? redactWords(redactor, json) : json.map((item) => redactAny(redactor, item));
  if (json === null || typeof json !== 'object') return json;
  const entries = Object.entries(json).map(([key, value]) => [
    redactor.text(key),
    redactNamed(redactor, key, value),
  ]);
  return { ...Object.fromEntries(entries), ...redactPairs(redactor, json) };
}

const isWordList = (json: unknown[]): json is string[] => json.every((item) => typeof item === 'string');

/**
 * Redacts a program and its arguments. A word gives context to the next one, such as `--password`, and the program to
 * options such as `-pX`.
 */
export function redactWords(redactor: ValueRedactor, words: readonly string[]): string[] {
  const line = words.join(' ');
  const found = redactor.spans(line);
  let from = 0;
  return words.map((word) => {
    const start = from;
    from += word.length + 1;
    const inside = found
      .filter((span) => span.start < start + word.length && span.end > start)
      .map((span) => ({
        start: Math.max(0, span.start - start),
        end: isWhole(word, span.start - start) ? word.length : Math.min(word.length, span.end - start),
      }));
    const hidden = mergeSpans([...redactor.spans(word), ...inside]);
    return replaceSpans(word, hidden, redactor.replacement);
  });
}

/** `--password=two words` is one argument, so its value goes on after the blank. In prose a value ends there. */
const isWhole = (word: string, start: number) =>
  /\s/.test(word) && !/\s/.test(word.slice(0, Math.max(0, start)));

interface PairedFields {
  readonly name?: unknown;
  readonly value?: unknown;
  readonly title?: unknown;
  readonly text?: unknown;
}

/** Fields that are read together: a name and its value, and the title and text of a notification. */
function redactPairs(redactor: ValueRedactor, { name, value, title, text }: PairedFields): PairedFields {
  return {
    ...(typeof name === 'string' &&
      typeof value === 'string' && { value: redactNamed(redactor, name, value) }),
    ...(typeof title === 'string' && typeof text === 'string' && redactTitleAndText(redactor, title, text)),
  };
}

function redactTitleAndText(
  { spans, replacement }: ValueRedactor,
  title: string,
  text: string,
): PairedFields {
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

function redactNamed(redactor: ValueRedactor, key: string, value: unknown): unknown {
  const secret = typeof value === 'string' && value !== '' && isNamedSecret(redactor, key, value);
  return secret ? redactor.replacement + trailingLineEnd.exec(value)![0] : redactAny(redactor, value);
}

/** Line ends after typed text are not part of a secret. */
const trailingLineEnd = /[\r\n]*$/;

/** Checks the value as if it were written in JSON text. */
function isNamedSecret({ spans }: ValueRedactor, key: string, value: string): boolean {
  const before = `${JSON.stringify(key)}: "`;
  return spans(`${before}${JSON.stringify(value.slice(0, probedChars)).slice(1)}`).some(
    ({ start }) => start === before.length,
  );
}

const probedChars = 256;
