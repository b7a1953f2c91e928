/** An input target that records the calls of actions. */
import type { Size } from '#platform/pty/size.ts';
import type { InputTarget } from '#terminal/input/action.ts';
import { type Action, actions } from '#terminal/input/actions.ts';
import type { Modes } from '#terminal/modes.ts';

/** The modes of a terminal before a program has set any. */
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

export const performAction = (target: InputTarget, { type, value }: Action) =>
  actions[type].perform(target, value as never);

/** Records what actions request. The session ends during pause number `ends`. */
export class RecordingTarget implements InputTarget {
  readonly modes: Modes;
  size: Size = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };
  canonicalLine = false;
  readonly writes: Uint8Array[] = [];
  readonly requested: string[] = [];
  /** Focus and pointer changes, which the terminal itself handles. */
  readonly received: string[] = [];
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
    this.requested.push(`resize ${rows}x${cols} ${pixelWidth}x${pixelHeight}`);
  }
  signal(name: string) {
    this.requested.push(`signal ${name}`);
  }
  kill() {
    this.requested.push('kill');
  }
  mark(label: string) {
    this.requested.push(`mark ${label}`);
  }
  setFocus(focused: boolean) {
    this.received.push(`focused ${focused}`);
  }
  movePointer(row: number, col: number) {
    this.received.push(`pointed ${row} ${col}`);
  }
  async delay(ms: number) {
    this.pauses.push(ms);
    if (this.pauses.length >= this.ends) throw new Error('the session ended');
  }
}
