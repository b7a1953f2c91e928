import { z } from '../../platform/schema.ts';
import { hit, matcher, miss } from './matcher.ts';

export const alternateScreen = matcher({
  name: 'alternate_screen',
  summary: 'The program has the alternate screen on (`true`, the default) or off (`false`).',
  value: () => z.boolean().default(true),
  watches: ['mode'],
  words: (on) => `the ${on ? 'alternate' : 'normal'} screen`,
  example: { value: true },
  compile:
    (wanted) =>
    ({ alternateScreen, moved }) =>
      moved && alternateScreen === wanted ? hit('alternate_screen', { facts: { on: wanted } }) : miss(),
});
