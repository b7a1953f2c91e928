import { limits } from '../../../core/limits.ts';
import type { Session } from '../../../core/session/session.ts';
import { z } from '../../../platform/schema.ts';
import { method, Nothing, session } from '../method.ts';

/** Pages measure themselves before they are laid out, and ask for sizes that no terminal has. */
const clamped = (size: number, least: number, most: number) => Math.min(most, Math.max(least, size));

interface Wanted {
  readonly rows?: number | null | undefined;
  readonly cols?: number | null | undefined;
}

export function resizeTo(session: Session, { rows, cols }: Wanted): void {
  const { size } = session.layers;
  session.resize({
    ...size,
    cols: clamped(cols ?? size.cols, limits.minCols, limits.maxCols),
    rows: clamped(rows ?? size.rows, limits.minRows, limits.maxRows),
  });
}

export const resize = method({
  name: 'resize',
  summary: 'Change the size of a terminal, panels included; the program is told.',
  needs: ['session.resize'],
  params: z.object({ ...session, cols: z.int(), rows: z.int() }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    resizeTo(seat.session(params.session), params);
    return {};
  },
});
