import { z } from '../../platform/schema.ts';
import { matcher, quoted } from './matcher.ts';
import { searchPattern } from './search.ts';

export const transcriptRegex = matcher({
  name: 'transcript_regex',
  summary: 'The end of the transcript holds text that this RE2 pattern finds.',
  value: () => z.string().min(1),
  needs: 'transcript.read',
  watches: ['output'],
  words: (value) => `the output to match ${quoted(value)}`,
  example: { value: 'rea.y' },
  compile: (value, compiler) => {
    const pattern = compiler.pattern(value, 'value');
    return (moment) => searchPattern('transcript_regex', moment.transcript(), pattern);
  },
});
