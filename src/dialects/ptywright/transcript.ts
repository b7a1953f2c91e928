/** The method that reads the transcript of a session. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { readTranscript } from '#session/transcript.ts';
import { method, Name, redactionParams, SessionRef } from './method.ts';

const TranscriptCursor = z.int().min(0);
const MarkerLabel = Name;

export const sessionTranscript = method({
  name: 'session.transcript',
  summary:
    'Read the transcript of a session: the output of its program, as far as it is kept. It is redacted by default.',
  details:
    'Without `since`, `from` and `to`, the whole kept transcript is returned. A cursor counts all characters ever written; continue at `next`. One reply contains at most two million characters: the last ones, unless a start is given.',
  needs: ['transcript.read'],
  params: z.strictObject({
    session: SessionRef,
    ...redactionParams,
    since: TranscriptCursor.optional().describe(
      'Return only text from this cursor on. A cursor beyond the end returns nothing.',
    ),
    from: MarkerLabel.optional().describe('The marker at which to start.'),
    to: MarkerLabel.optional().describe('The marker at which to end.'),
    max_chars: z
      .int()
      .min(1)
      .max(limits.maxTranscriptChars)
      .optional()
      .describe(
        'Maximum number of characters, counted from the given start, or from the end if no start is given.',
      ),
    strip_escapes: z
      .boolean()
      .default(false)
      .describe('Remove escape sequences and normalize line ends to line feeds.'),
  }),
  result: z.object({
    text: z.string(),
    start: TranscriptCursor.describe('The cursor of the first returned character.'),
    next: TranscriptCursor.describe('The cursor after the last returned character.'),
    dropped: z.boolean().describe('Some of the requested text is no longer kept.'),
    markers: z.record(z.string(), TranscriptCursor),
    lost: z
      .literal(true)
      .optional()
      .describe(
        'At a gateway of a fleet: the host of the session is lost. The text is what was kept of its redacted output, without markers. Cursors count redacted characters.',
      ),
  }),
  examples: [
    {
      title: 'the whole transcript',
      program: 'prints-ready',
      send: {},
      reply: { text: 'ready', start: 0, next: 5, dropped: false },
    },
    {
      title: 'from a cursor',
      program: 'prints-ready',
      send: { since: 3 },
      reply: { text: 'dy', start: 3, next: 5 },
    },
    {
      title: 'an unknown marker',
      program: 'prints-ready',
      send: { from: 'nowhere' },
      fault: 'Invalid',
    },
  ],
  handle: ({ world }, { session, since, from, to, max_chars, strip_escapes, ...how }) => {
    const read = world.sessions.get(session);
    const maxChars = Math.min(max_chars ?? limits.replyChars, limits.replyChars);
    const requested = { since, from, to, maxChars, stripEscapes: strip_escapes };
    return readTranscript(read.transcript, read.redactionForRead(how, world), requested);
  },
});
