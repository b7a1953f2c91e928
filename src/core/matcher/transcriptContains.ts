import { z } from '../../platform/schema.ts';
import { matcher, quoted } from './matcher.ts';
import { searchText } from './search.ts';

export const transcriptContains = matcher({
  name: 'transcript_contains',
  summary: 'The end of the transcript holds this text, escape sequences included.',
  value: () => z.string().min(1),
  needs: 'transcript.read',
  watches: ['output'],
  words: (value) => `the output to hold ${quoted(value)}`,
  example: { value: 'ready' },
  compile: (value) => (moment) => searchText('transcript_contains', moment.transcript(), value),
});
