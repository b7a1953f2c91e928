import type { Buffer, Emulator, Params } from './xterm.ts';

/**
 * What the emulator throws at, found by spec/core/screen/fuzz.spec.ts. An exception in the middle of a slice would
 * take the rest of the output with it.
 */
export function repair(emulator: Emulator): void {
  const { parser } = emulator;
  parser.registerCsiHandler({ final: 'J' }, (params) => eraseAbove(emulator, params, false));
  parser.registerCsiHandler({ prefix: '?', final: 'J' }, (params) => eraseAbove(emulator, params, true));
}

/**
 * Erasing up to the cursor in the last column marks the next row as not wrapped, and there may be no next row. So
 * the last column is erased on its own, which leaves that mark out.
 */
function eraseAbove({ core, input }: Emulator, params: Params, unprotected: boolean): boolean {
  const { active } = core.buffers;
  const cols = active.lines.get(active.ybase)?.length ?? 0;
  if (params.params[0] !== 1 || active.x + 1 < cols || active.lines.get(active.y + 1)) return false;
  active.x = cols - 2;
  input.eraseInDisplay(params, unprotected);
  active.x = cols - 1;
  params.params[0] = 0;
  return input.eraseInLine(params, unprotected);
}

/** After a resize the alternate screen can lack rows, and one that became narrower keeps what stood to the right. */
export function mendRows(emulator: Emulator, { rows, cols }: { rows: number; cols: number }): void {
  const { normal, alt, active } = emulator.core.buffers;
  const blank = emulator.input._curAttrData.clone();
  blank.fg = 0;
  blank.bg = 0;
  for (const buffer of new Set([normal, active])) {
    buffer.ybase = Math.max(0, Math.min(buffer.ybase, buffer.lines.maxLength - rows));
    buffer.ydisp = buffer.ybase;
    while (buffer.lines.length < buffer.ybase + rows) buffer.lines.push(buffer.getBlankLine(blank));
  }
  cutRows(alt, cols);
}

export function cutRows({ lines }: Buffer, cols: number): void {
  for (let row = 0; row < lines.length; row++) {
    const line = lines.get(row)!;
    if (line.length > cols) line.resize(cols);
  }
}
