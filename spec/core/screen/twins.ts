/** Two screens of the same size that are fed the same, of which the second is changed to do something as the emulator does. */
import { expect } from 'vitest';
import { noRedaction } from '../../../src/core/redact/policy.ts';
import { runsByRow } from '../../../src/core/screen/styledRows.ts';
import { type Emulator, words } from '../../../src/core/screen/xterm.ts';
import { aScreen } from './aScreen.ts';

type Screen = ReturnType<typeof aScreen>['screen'];

export function twins(rows: number, cols: number, change: (emulator: Emulator) => void) {
  const [ours, theirs] = [aScreen(rows, cols), aScreen(rows, cols)];
  change(theirs.screen.emulator);
  return {
    feed: (output: string | Uint8Array) => {
      for (const { screen } of [ours, theirs]) screen.feed(Buffer.from(output));
    },
    same: () => expect(shown(ours.screen)).toEqual(shown(theirs.screen)),
  };
}

const shown = (screen: Screen) => ({
  cells: Array.from({ length: screen.size.rows }, (_, row) => [...words(screen.line(row))]),
  wrapped: screen.rows().map(({ wrapped }) => wrapped),
  above: Array.from({ length: screen.scrollback.length }, (_, row) => screen.scrollback.row(row)),
  looks: runsByRow(screen, noRedaction),
  col: screen.emulator.core.buffers.active.x,
  row: screen.cursor.row,
  sequence: screen.sequence,
});
