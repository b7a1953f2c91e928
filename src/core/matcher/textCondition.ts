/** What a text is hoped to be: one that equals, contains or is matched by something. */
import { z } from '../../platform/schema.ts';
import { type Compiler, quoted } from './matcher.ts';

export const TextCondition = z
  .strictObject({ equals: z.string(), contains: z.string().min(1), regex: z.string().min(1) })
  .partial()
  .refine((value) => Object.keys(value).length === 1, 'exactly one of `equals`, `contains` and `regex`');

export type TextCondition = z.output<typeof TextCondition>;

/** `key` is where the condition stands in the matcher. */
export function compileText(
  { equals, contains, regex }: TextCondition,
  compiler: Compiler,
  key: string,
): (text: string) => boolean {
  if (equals !== undefined) return (text) => text === equals;
  if (contains !== undefined) return (text) => text.includes(contains);
  const pattern = compiler.pattern(regex!, `${key}.regex`);
  return (text) => pattern.test(text);
}

/** `name` comes with an article: `a title`. */
export const textInWords = (name: string, { equals, contains, regex }: TextCondition): string =>
  equals !== undefined
    ? `${name} that is ${quoted(equals)}`
    : contains !== undefined
      ? `${name} with ${quoted(contains)}`
      : `${name} that matches ${quoted(regex!)}`;
