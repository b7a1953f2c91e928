/** What a recording has hidden, as variables that a script reads from the environment: each place has one of its own. */
import type { Deeds } from '../../../core/recording/readDeeds.ts';

export interface Unhidden {
  readonly deeds: Deeds;
  /** Of the variables. */
  readonly names: readonly string[];
}

/** Stands in a text for the variable of that name. */
const marked = (name: string) => `\0${name}\0`;
const escaped = (name: string) => JSON.stringify(marked(name)).slice(1, -1);
const mark = /\\u0000(SECRET_\d+)\\u0000/g;

export function withSecrets(deeds: Deeds): Unhidden {
  const names: string[] = [];
  const { replacement } = deeds;
  if (replacement === null) return { deeds, names };
  const next = () => {
    names.push(`SECRET_${names.length + 1}`);
    return marked(names.at(-1)!);
  };
  return { deeds: visit(deeds, (text) => text.replaceAll(replacement, next)) as Deeds, names };
}

function visit(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => visit(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'replacement' ? inner : visit(inner, change)]),
  );
}

/** In a language in which texts are those of JSON, and a plus joins them. */
export const joinedSecrets = (script: string, read: (name: string) => string): string =>
  namesIn(script).reduce((joined, name) => {
    const whole = joined.replaceAll(JSON.stringify(marked(name)), () => read(name));
    return whole.replaceAll(escaped(name), () => `" + ${read(name)} + "`);
  }, script);

/** For a shell, in the middle of a text in single quotes. */
export const splicedSecrets = (script: string): string => script.replaceAll(mark, `'"$$$1"'`);

export const namesIn = (script: string): readonly string[] =>
  [...script.matchAll(mark)].map(([, name]) => name!);
