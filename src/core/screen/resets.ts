/** What makes a copy of a screen worthless: counted by kind, so that whoever keeps one knows to take another. */
import type { Emulator, Params } from './xterm.ts';

export const resetKinds = [
  'alternate_screen_enter',
  'alternate_screen_exit',
  'clear_screen',
  'clear_scrollback',
  'hard_reset',
  'resize',
] as const;

export type ResetKind = (typeof resetKinds)[number];

export class Resets {
  readonly #counts = new Map<ResetKind, number>(resetKinds.map((kind) => [kind, 0]));
  total = 0;

  constructor({ parser, core }: Emulator) {
    const erase = ({ params }: Params) => {
      const { x, y } = core.buffers.active;
      if (params[0] === 2 || (params[0] === 0 && x === 0 && y === 0)) this.add('clear_screen');
      if (params[0] === 3) this.add('clear_scrollback');
      return false;
    };
    parser.registerCsiHandler({ final: 'J' }, erase);
    parser.registerCsiHandler({ prefix: '?', final: 'J' }, erase);
  }

  add(kind: ResetKind): void {
    this.#counts.set(kind, this.of(kind) + 1);
    this.total += 1;
  }

  of(kind: ResetKind): number {
    return this.#counts.get(kind)!;
  }

  /** As they are now, to be given to `since`. */
  counts(): ReadonlyMap<ResetKind, number> {
    return new Map(this.#counts);
  }

  /** Those that have come since, in the order of the table. */
  since(before: ReadonlyMap<ResetKind, number>): readonly ResetKind[] {
    return resetKinds.filter((kind) => this.of(kind) !== before.get(kind));
  }
}
