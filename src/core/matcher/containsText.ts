import { z } from '../../platform/schema.ts';
import { matcher, quoted } from './matcher.ts';
import { searchText } from './search.ts';

export const containsText = matcher({
  name: 'contains_text',
  summary:
    'The screen shows this text, letter for letter. Rows are joined by a line feed; where the terminal broke a line that was too long, also without one. A row ends with its last letter; that of the cursor has the blanks before the cursor, too.',
  value: () => z.string().min(1),
  narrows: true,
  needs: 'screen.read',
  watches: ['content', 'cursor'],
  words: (value) => `the screen to show ${quoted(value)}`,
  example: { value: 'ready' },
  compile: (value, _compiler, narrowed) => (moment) => searchText('contains_text', narrowed(moment), value),
});
