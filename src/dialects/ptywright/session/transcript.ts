import { limits } from '../../../core/limits.ts';
import { readTranscript } from '../../../core/session/readTranscript.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { redactionParams, SessionRef } from '../shapes.ts';

const Cursor = z.int().min(0);
const Label = z.string().min(1).max(limits.nameChars);

export const transcript = method({
  name: 'session.transcript',
  since: 1,
  summary: 'Read what the program has written, as far as it is kept, redacted unless asked otherwise.',
  details:
    'Without `since`, `from` and `to` all that is kept comes back. A cursor counts the characters that were ever written; `next` is the one to go on from. One reply holds two million characters at most, the last ones if it is not said where to begin.',
  needs: ['transcript.read'],
  throws: ['SessionUnknown', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    ...redactionParams,
    since: Cursor.optional().describe(
      'Only what was written from this cursor on; one that is still to come gives nothing.',
    ),
    from: Label.optional().describe('A marker to begin at.'),
    to: Label.optional().describe('A marker to end at.'),
    max_chars: z
      .int()
      .min(1)
      .max(limits.maxTranscriptChars)
      .optional()
      .describe(
        'At most this much, counted from the beginning of what was asked for; from its end when nothing was.',
      ),
    strip_escapes: z
      .boolean()
      .default(false)
      .describe('Leave out escape sequences, and write line ends as a line feed.'),
  }),
  result: z.object({
    text: z.string(),
    start: Cursor.describe('The cursor of the first character.'),
    next: Cursor.describe('The cursor behind the last one.'),
    dropped: z.boolean().describe('Something that was asked for is not kept any more.'),
    markers: z.record(z.string(), Cursor),
  }),
  examples: [
    {
      title: 'all of it',
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
      title: 'a marker that was never set',
      program: 'prints-ready',
      send: { from: 'nowhere' },
      fault: 'Invalid',
    },
  ],
  handle: ({ world }, { session, since, from, to, max_chars, strip_escapes, ...how }) => {
    const read = world.sessions.get(session);
    const maxChars = Math.min(max_chars ?? limits.replyChars, limits.replyChars);
    const asked = { since, from, to, maxChars, stripEscapes: strip_escapes };
    return readTranscript(read.transcript, world.readRedaction(read, how), asked);
  },
});
