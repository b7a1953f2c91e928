/** Two screens of the same size with the same output. The second uses the emulator's implementation. */
import { expect } from 'vitest';
import { noRedaction } from '#redaction/policy.ts';
import { Utf8Decoder } from '#terminal/print.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import { type Emulator, lineWords } from '#terminal/xterm.ts';
import { aScreen } from './aScreen.ts';

type Screen = ReturnType<typeof aScreen>['screen'];

export function twins(rows: number, cols: number, change: (emulator: Emulator) => void) {
  const [ours, theirs] = [aScreen(rows, cols), aScreen(rows, cols)];
  theirs.screen.emulator.input._utf8Decoder = new Utf8Decoder();
  change(theirs.screen.emulator);
  return {
    feed: (output: string | Uint8Array) => {
      for (const { screen } of [ours, theirs]) screen.feed(Buffer.from(output));
    },
    same: () => expect(readScreen(ours.screen)).toEqual(readScreen(theirs.screen)),
  };
}

const readScreen = (screen: Screen) => ({
  cells: Array.from({ length: screen.size.rows }, (_, row) => [...lineWords(screen.line(row))]),
  wrapped: screen.rows().map(({ wrapped }) => wrapped),
  above: Array.from({ length: screen.scrollback.length }, (_, row) => screen.scrollback.row(row)),
  looks: screenRuns(screen, noRedaction),
  col: screen.emulator.core.buffers.active.x,
  row: screen.cursor.row,
  sequence: screen.sequence,
});
