/** Matchers of the screen text and of the title. */
import { z } from '#platform/schema.ts';
import { defineMatcher, hit, type MatcherCompiler, miss, quote } from './matcher.ts';
import { searchPattern, searchText } from './search.ts';

export const TextCondition = z
  .strictObject({ equals: z.string(), contains: z.string().min(1), regex: z.string().min(1) })
  .partial()
  .refine(
    (value) => Object.keys(value).length === 1,
    'expected exactly one of `equals`, `contains` and `regex`',
  )
  .meta({
    id: 'TextCondition',
    description: 'A condition on a text: equals, contains or matches an RE2 pattern.',
  });

export type TextCondition = z.output<typeof TextCondition>;

/** `key` is the path of the condition in the matcher. */
export function compileTextCondition(
  { equals, contains, regex }: TextCondition,
  compiler: MatcherCompiler,
  key: string,
): (text: string) => boolean {
  if (equals !== undefined) return (text) => text === equals;
  if (contains !== undefined) return (text) => text.includes(contains);
  const pattern = compiler.pattern(regex!, `${key}.regex`);
  return (text) => pattern.test(text);
}

/** `name` includes its article: `a title`. */
export const formatTextCondition = (name: string, { equals, contains, regex }: TextCondition): string =>
  equals !== undefined
    ? `${name} that is ${quote(equals)}`
    : contains !== undefined
      ? `${name} that contains ${quote(contains)}`
      : `${name} that matches ${quote(regex!)}`;

export const containsText = defineMatcher({
  name: 'contains_text',
  summary:
    'The screen shows exactly this text; case matters. Rows are joined by a line feed. Where the terminal wrapped a long line, the text also matches without the line feed. Trailing blanks of rows are removed, except those before the cursor.',
  value: () => z.string().min(1),
  narrows: true,
  needs: 'screen.read',
  watches: ['content', 'cursor'],
  format: (value) => `the screen to show ${quote(value)}`,
  example: { value: 'ready' },
  compile: (value, _compiler, narrowed) => (view) => searchText('contains_text', narrowed(view), value),
});

export const screenRegex = defineMatcher({
  name: 'screen_regex',
  summary:
    'The screen shows text that matches this RE2 pattern. With `(?m)`, `^` and `$` match at each row. Trailing blanks are removed. The row of the cursor is searched with the blanks before the cursor first, and then without them.',
  value: () => z.string().min(1),
  narrows: true,
  needs: 'screen.read',
  watches: ['content', 'cursor'],
  format: (value) => `the screen to match ${quote(value)}`,
  example: { value: 'rea.y' },
  compile: (value, compiler, narrowed) => {
    const pattern = compiler.pattern(value, 'value');
    return (view) => searchPattern('screen_regex', narrowed(view), pattern);
  },
});

export const title = defineMatcher({
  name: 'title',
  summary: 'The window title that the program has set equals, contains or matches this.',
  value: () => TextCondition,
  needs: 'screen.read',
  watches: ['title'],
  format: (value) =>
    value.equals === undefined ? formatTextCondition('a title', value) : `the title ${quote(value.equals)}`,
  example: { value: { contains: 'build' } },
  compile: (value, compiler) => {
    const fits = compileTextCondition(value, compiler, 'value');
    return ({ title }) => {
      if (!title?.isEligible(0, title.text.length) || !fits(title.text)) return miss();
      return hit('title', { found: { view: title, start: 0, end: title.text.length } });
    };
  },
});
