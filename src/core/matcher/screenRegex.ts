import { z } from '../../platform/schema.ts';
import { matcher, quoted } from './matcher.ts';
import { searchPattern } from './search.ts';

export const screenRegex = matcher({
  name: 'screen_regex',
  summary:
    'The screen shows text that this RE2 pattern finds. `(?m)` lets `^` and `$` match at each row. A row ends with its last letter; that of the cursor is read with the blanks before the cursor first, and then without.',
  value: () => z.string().min(1),
  narrows: true,
  needs: 'screen.read',
  watches: ['content', 'cursor'],
  words: (value) => `the screen to match ${quoted(value)}`,
  example: { value: 'rea.y' },
  compile: (value, compiler, narrowed) => {
    const pattern = compiler.pattern(value, 'value');
    return (moment) => searchPattern('screen_regex', narrowed(moment), pattern);
  },
});
