/** The step that expects a style. */
import { hit, miss, type Probe } from '../../../core/matcher/matcher.ts';
import { type Cell, Style } from '../../../core/screen/cells.ts';
import { takeSnapshot } from '../../../core/screen/snapshot.ts';
import { targetOf } from '../../../core/selector/target.ts';
import type { Session } from '../../../core/session/session.ts';
import { z } from '../../../platform/schema.ts';
import { kind } from '../kind.ts';
import { unseen } from '../missed.ts';
import { checkWhich, finderOf, toldOf, Which } from '../selector.ts';

const Color = Style.shape.fg.unwrap().nullable().describe('Null is the default one.');

const Wanted = z
  .strictObject({ ...Style.shape, fg: Color.optional(), bg: Color.optional() })
  .refine((style) => Object.keys(style).length > 0, 'says nothing');

export const looksKinds = [
  kind({
    name: 'looks',
    summary: 'Waits until something is on the screen whose every character has a style.',
    shape: z.strictObject({ on: Which, style: Wanted }),
    example: { on: 'error', style: { fg: 1, bold: true, italic: false } },
    told: ({ on }) => toldOf(on),
    check: ({ on }) => checkWhich(on),
    perform: async (stage, { on, style }, { timeoutMs }) => {
      const missed = () => `${unseen(on)} with ${JSON.stringify(style)}`;
      await stage.wait(looking(stage.session, on, style), missed, timeoutMs);
    },
  }),
];

const looking = (session: Session, on: Which, style: z.output<typeof Wanted>): Probe => {
  const find = finderOf(on);
  return {
    watches: new Set(['content']),
    ask: (moment) =>
      find(moment).some((found) => {
        const cells = cellsOf(session, targetOf(found, session.redaction));
        return cells.length > 0 && cells.every((cell) => has(cell, style));
      })
        ? hit('looks')
        : miss(),
  };
};

/** Blanks have no look that anybody would name. Of what stands in several rows, the first. */
function cellsOf(
  { screen, redaction }: Session,
  { row, col, end }: ReturnType<typeof targetOf>,
): readonly Cell[] {
  const cols = (end.row === row ? end.col + 1 : screen.size.cols) - col;
  const region = { row, col, rows: 1, cols };
  const { cells } = takeSnapshot(screen, { redaction, cells: 'full', region });
  return (cells as Cell[][]).flat().filter(({ char }) => char.trim() !== '');
}

const has = (cell: Cell, style: z.output<typeof Wanted>) =>
  Object.entries(style).every(([name, wanted]) => said(cell[name as keyof Cell]) === said(wanted));

/** What is not set is false, null or absent. */
const said = (value: unknown) => (value === false || value === undefined ? null : value);
