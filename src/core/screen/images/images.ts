/**
 * Images that a program shows, announced and not drawn: which protocol, where, and how large as far as that is said.
 * Their bytes are never kept, and the cursor stays where it is.
 */
import type { Size } from '../../size.ts';
import type { TellEvent } from '../events.ts';
import type { LineNumbers } from '../lineNumbers.ts';
import { cellPixels } from '../replies/window.ts';
import type { Emulator } from '../xterm.ts';
import type { Extent } from './extent.ts';
import { hearKitty } from './kitty.ts';
import { hearSixel } from './sixel.ts';

export interface Shown {
  readonly protocol: 'sixel' | 'kitty' | 'iterm2';
  readonly pixels?: Extent | undefined;
  /** Where one of them is not said it follows from the other, or from the pixels. */
  readonly cells?: { readonly width?: number | undefined; readonly height?: number | undefined };
  readonly id?: number | undefined;
}

export type ShowImage = (shown: Shown) => void;

export function hearImages(
  emulator: Emulator,
  lines: LineNumbers,
  size: () => Size,
  tell: TellEvent,
): ShowImage {
  const show: ShowImage = ({ protocol, pixels, cells = {}, id }) => {
    const cell = cellPixels(size());
    const inCells = (pixels: number | undefined, one: number) => pixels && Math.ceil(pixels / one);
    const { line, col } = lines.cursor();
    tell('image', {
      protocol,
      line,
      row: emulator.core.buffers.active.y,
      col,
      width_cells: cells.width || inCells(pixels?.width, cell.width) || null,
      height_cells: cells.height || inCells(pixels?.height, cell.height) || null,
      width_pixels: pixels?.width || null,
      height_pixels: pixels?.height || null,
      id: id ?? null,
    });
  };
  hearSixel(emulator, show);
  hearKitty(emulator, show);
  return show;
}
