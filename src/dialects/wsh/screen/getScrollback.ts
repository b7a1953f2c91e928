import { limits } from '../../../core/limits.ts';
import { readHistory } from '../../../core/screen/history.ts';
import { z } from '../../../platform/schema.ts';
import { Format, formatOf, Line, lineOf, rowsInReply } from '../lines.ts';
import { method, session } from '../method.ts';

const Count = z.int().min(0).max(limits.maxScrollback);

export const getScrollback = method({
  name: 'get_scrollback',
  summary: 'Read rows that have scrolled off, the oldest first, and behind them those of the main screen.',
  details: 'Of more rows than fit into one reply the first are told.',
  needs: ['screen.read'],
  params: z.object({
    ...session,
    format: Format,
    offset: Count.nullish().describe('From the oldest row.'),
    limit: Count.nullish(),
  }),
  result: z.object({
    epoch: z.int(),
    lines: z.array(Line),
    total_lines: z.int(),
    offset: z.int(),
  }),
  handle: ({ world: seat }, params) => {
    const read = seat.session(params.session);
    const { screen, redaction } = read;
    const start = params.offset ?? 0;
    const count = Math.min(params.limit ?? 100, rowsInReply(read));
    const { rows, total } = readHistory(screen, { start, count, redaction });
    const lines = rows.map((row) => lineOf(row, formatOf(params.format)));
    return { epoch: screen.resets.total, lines, total_lines: total, offset: start };
  },
});
