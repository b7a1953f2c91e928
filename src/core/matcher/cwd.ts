import { hit, matcher, miss, quoted } from './matcher.ts';
import { compileText, TextCondition, textInWords } from './textCondition.ts';

export const cwd = matcher({
  name: 'cwd',
  summary:
    'The directory that the program says it works in (OSC 7, 9;9 or 1337) is, contains or is matched by this.',
  value: () => TextCondition,
  needs: 'screen.read',
  watches: ['event'],
  words: (value) =>
    value.equals === undefined ? textInWords('a directory', value) : `the directory ${quoted(value.equals)}`,
  example: { value: { equals: '/tmp' } },
  compile: (value, compiler) => {
    const fits = compileText(value, compiler, 'value');
    return ({ cwd }) => {
      if (!cwd?.admits(0, cwd.text.length) || !fits(cwd.text)) return miss();
      return hit('cwd', { found: { view: cwd, start: 0, end: cwd.text.length } });
    };
  },
});
