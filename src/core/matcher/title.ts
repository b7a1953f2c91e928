import { z } from '../../platform/schema.ts';
import { hit, matcher, miss, quoted } from './matcher.ts';

const Value = z
  .strictObject({ equals: z.string(), contains: z.string().min(1), regex: z.string().min(1) })
  .partial()
  .refine((value) => Object.keys(value).length === 1, 'exactly one of `equals`, `contains` and `regex`');

export const title = matcher({
  name: 'title',
  summary: 'The title that the program gave its window is, contains or is matched by this.',
  value: () => Value,
  needs: 'screen.read',
  watches: ['title'],
  words: ({ equals, contains, regex }) =>
    equals !== undefined
      ? `the title ${quoted(equals)}`
      : contains !== undefined
        ? `a title with ${quoted(contains)}`
        : `a title that matches ${quoted(regex!)}`,
  example: { value: { contains: 'build' } },
  compile: ({ equals, contains, regex }, compiler) => {
    const pattern = regex === undefined ? undefined : compiler.pattern(regex, 'value.regex');
    const fits = (text: string) =>
      equals !== undefined
        ? text === equals
        : contains !== undefined
          ? text.includes(contains)
          : pattern!.test(text);
    return ({ title }) => {
      if (!title?.admits(0, title.text.length) || !fits(title.text)) return miss();
      return hit('title', { found: { view: title, start: 0, end: title.text.length } });
    };
  },
});
