import { limits } from '../../../core/limits.ts';
import { readScrollback } from '../../../core/screen/scrollback.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { redactionParams, SessionRef } from '../shapes.ts';

export const scrollback = method({
  name: 'session.scrollback',
  since: 1,
  summary: 'Read the rows that have scrolled off the top of the screen, oldest first.',
  details:
    'One reply holds two million cells at most: of more rows than that the first come back, and `start` with the number of lines tells where to go on.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    start: z
      .int()
      .min(-limits.maxScrollback)
      .max(limits.maxScrollback)
      .default(-100)
      .describe('The first row: 0 is the oldest that is kept, -1 the newest.'),
    count: z.int().min(1).max(limits.maxScrollback).default(100),
    ...redactionParams,
  }),
  result: z.object({
    lines: z.array(z.string()),
    start: z.int().describe('The index of the first line that came back, from 0.'),
    total: z.int().describe('Rows that are kept.'),
  }),
  examples: [
    {
      title: 'nothing has scrolled yet',
      program: 'prints-ready',
      send: {},
      reply: { lines: [], start: 0, total: 0 },
    },
  ],
  handle: ({ world }, { session, start, count, ...how }) => {
    const read = world.sessions.get(session);
    const { screen } = read;
    const most = Math.floor(limits.replyChars / screen.size.cols);
    return readScrollback(screen, {
      start,
      count: Math.min(count, most),
      redaction: world.readRedaction(read, how),
    });
  },
});
