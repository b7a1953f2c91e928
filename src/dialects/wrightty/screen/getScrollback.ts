import { limits } from '../../../core/limits.ts';
import { readScrollback } from '../../../core/screen/scrollback.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { inSession } from '../shapes.ts';

const Count = z.int().min(0).max(limits.maxScrollback).nullish();

export const getScrollback = method({
  name: 'Screen.getScrollback',
  summary: 'Read rows that have scrolled off the top: so many, without the `offset` newest.',
  needs: ['screen.read'],
  params: z.object({ ...inSession, lines: Count, offset: Count }),
  result: z.object({
    lines: z.array(z.object({ text: z.string(), lineNumber: z.int().describe('-1 is the newest.') })),
    totalScrollback: z.int(),
  }),
  handle: ({ world }, { sessionId, lines, offset }) => {
    const { screen, redaction } = world.session(sessionId);
    const total = screen.scrollback.length;
    const end = Math.max(0, total - (offset ?? 0));
    const start = Math.max(0, end - (lines ?? 100), end - Math.floor(limits.replyChars / screen.size.cols));
    const read = readScrollback(screen, { start, count: end - start, redaction });
    const told = read.lines.map((text, at) => ({ text, lineNumber: start + at - total }));
    return { lines: world.shipped ? told.reverse() : told, totalScrollback: total };
  },
});
