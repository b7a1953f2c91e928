/** A screen with layers over it, without a program: what is fed to it stands in for one. */
import type { Frame } from '../../../src/core/layer/frame.ts';
import { frameOf } from '../../../src/core/layer/frame.ts';
import { Layers } from '../../../src/core/layer/layers.ts';
import { noRedaction } from '../../../src/core/redact/policy.ts';
import type { Redaction } from '../../../src/core/redact/redaction.ts';
import { aScreen, sized } from '../screen/aScreen.ts';

export function aTerminal(rows = 6, cols = 20) {
  const { screen, feed } = aScreen(rows, cols);
  const layers = new Layers(sized(rows, cols), (size) => screen.resize(size));
  const frame = (redaction: Redaction = noRedaction): Frame => frameOf({ screen, layers }, redaction);
  /** As people see it, row by row; blanks at the right are left out, blank rows at the end too. */
  const seen = (redaction?: Redaction): string => textOf(frame(redaction));
  return { screen, feed, layers, frame, seen };
}

export function textOf({ rows }: Frame): string {
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
