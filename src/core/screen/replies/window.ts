import type { Size } from '../../size.ts';
import type { Emulator } from '../xterm.ts';
import type { Outbox } from './outbox.ts';

/**
 * CSI 14 t, 16 t and 18 t ask for sizes: the text area and a cell in pixels, the text area in cells. Titles
 * (20 t, 21 t) are never told, since they would put a program's own words into its input.
 */
export function answerWindow({ parser }: Emulator, size: () => Size, outbox: Outbox): void {
  parser.registerCsiHandler({ final: 't' }, ({ params, length }) => {
    const answer = length > 1 && params[1] === 2 ? undefined : answers[params[0]!];
    if (!answer) return false;
    outbox.add(`\x1b[${answer(size()).join(';')}t`);
    return true;
  });
}

const answers: { readonly [question: number]: (size: Size) => readonly number[] } = {
  14: (size) => [4, cellPixels(size).height * size.rows, cellPixels(size).width * size.cols],
  16: (size) => [6, cellPixels(size).height, cellPixels(size).width],
  18: (size) => [8, size.rows, size.cols],
};

/** A session that was given no pixel size has cells of a common font, so that programs do not divide by zero. */
const common = { width: 8, height: 16 };

export const cellPixels = ({ rows, cols, pixelWidth, pixelHeight }: Size) => ({
  width: Math.floor(pixelWidth / cols) || common.width,
  height: Math.floor(pixelHeight / rows) || common.height,
});
