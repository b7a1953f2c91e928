/** What a program has asked of its terminal, as far as input and snapshots depend on it. */
export interface Modes {
  readonly applicationCursor: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
  readonly focusEvents: boolean;
  readonly mouseTracking: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
  readonly mouseEncoding: 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgr_pixels';
  /** xterm's modifyOtherKeys: 0 off, 1 or 2. */
  readonly modifyOtherKeys: 0 | 1 | 2;
  /** Flags of the kitty keyboard protocol that are in force; 0 when off. */
  readonly kittyKeyboard: number;
  readonly alternateScreen: boolean;
  readonly synchronizedOutput: boolean;
  readonly insert: boolean;
  readonly origin: boolean;
  readonly wraparound: boolean;
  readonly reverseScreen: boolean;
}
