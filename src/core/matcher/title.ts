import { hit, matcher, miss, quoted } from './matcher.ts';
import { compileText, TextCondition, textInWords } from './textCondition.ts';

export const title = matcher({
  name: 'title',
  summary: 'The title that the program gave its window is, contains or is matched by this.',
  value: () => TextCondition,
  needs: 'screen.read',
  watches: ['title'],
  words: (value) =>
    value.equals === undefined ? textInWords('a title', value) : `the title ${quoted(value.equals)}`,
  example: { value: { contains: 'build' } },
  compile: (value, compiler) => {
    const fits = compileText(value, compiler, 'value');
    return ({ title }) => {
      if (!title?.admits(0, title.text.length) || !fits(title.text)) return miss();
      return hit('title', { found: { view: title, start: 0, end: title.text.length } });
    };
  },
});
