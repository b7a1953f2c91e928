import type { Modes } from '../../../src/core/input/modes.ts';
import type { InputTarget } from '../../../src/core/input/target.ts';
import type { Size } from '../../../src/core/size.ts';

/** A terminal of which a program has asked nothing yet. */
export const quietModes: Modes = {
  applicationCursor: false,
  applicationKeypad: false,
  bracketedPaste: false,
  focusEvents: false,
  mouseTracking: 'none',
  mouseEncoding: 'default',
  modifyOtherKeys: 0,
  kittyKeyboard: 0,
  alternateScreen: false,
  synchronizedOutput: false,
  insert: false,
  origin: false,
  wraparound: true,
  reverseScreen: false,
};

export const modesWith = (some: Partial<Modes> = {}): Modes => ({ ...quietModes, ...some });

/** Keeps what actions ask of it. `ends` is the pause during which the session ends. */
export class RecordingTarget implements InputTarget {
  readonly modes: Modes;
  size: Size = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };
  canonicalLine = false;
  readonly writes: Uint8Array[] = [];
  readonly asked: string[] = [];
  /** What the terminal itself has to know of. */
  readonly told: string[] = [];
  readonly pauses: number[] = [];
  ends = Number.POSITIVE_INFINITY;

  constructor(modes: Partial<Modes> = {}) {
    this.modes = modesWith(modes);
  }
  get written(): Buffer {
    return Buffer.concat(this.writes);
  }
  write(bytes: Uint8Array) {
    this.writes.push(bytes);
  }
  resize({ rows, cols, pixelWidth, pixelHeight }: Size) {
    this.asked.push(`resize ${rows}x${cols} ${pixelWidth}x${pixelHeight}`);
  }
  signal(name: string) {
    this.asked.push(`signal ${name}`);
  }
  kill() {
    this.asked.push('kill');
  }
  mark(label: string) {
    this.asked.push(`mark ${label}`);
  }
  focused(focused: boolean) {
    this.told.push(`focused ${focused}`);
  }
  pointed(row: number, col: number) {
    this.told.push(`pointed ${row} ${col}`);
  }
  async after(ms: number) {
    this.pauses.push(ms);
    if (this.pauses.length >= this.ends) throw new Error('the session ended');
  }
}
