/** A screen with layers, without a program: specs feed the output. */
import { noRedaction } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { createFrame, type ScreenFrame } from '#viewers/frame.ts';
import { Layers } from '#viewers/layers.ts';
import { aScreen, sized } from '../terminal/aScreen.ts';

export function aTerminal(rows = 6, cols = 20) {
  const { screen, feed } = aScreen(rows, cols);
  const layers = new Layers(sized(rows, cols), (size) => screen.resize(size));
  const frame = (redaction: Redaction = noRedaction): ScreenFrame =>
    createFrame({ screen, layers }, redaction);
  /** The frame as text. Trailing blanks and trailing blank rows are left out. */
  const seen = (redaction?: Redaction): string => textOf(frame(redaction));
  return { screen, feed, layers, frame, seen };
}

export function textOf({ rows }: ScreenFrame): string {
  const lines = rows.map((runs) => {
    let line = '';
    let at = 0;
    for (const { col, width, text } of runs) {
      line += ' '.repeat(col - at) + text;
      at = col + width;
    }
    return line.trimEnd();
  });
  return lines.join('\n').trimEnd();
}
