/**
 * Tracks what a program changed at its terminal, as far as it would outlast the program, and generates what restores
 * it.
 */
import { limits } from '#limits.ts';
import { VtTokenizer } from '#terminal/vtTokenizer.ts';

/** State that each of the two screens of a terminal has separately. */
interface ScreenChanges {
  margins: boolean;
  /** Kitty keyboard protocol: number of pushed settings, and the flags below them. */
  pushed: number;
  flags: number;
}

const createScreenChanges = (): ScreenChanges => ({ margins: false, pushed: 0, flags: 0 });

/** State that a terminal saves with the cursor. */
interface SavedCursor {
  readonly styled: boolean;
  readonly charset: boolean;
  readonly shifted: boolean;
  readonly origin: boolean;
}

/** Modes to restore before leaving the alternate screen, and modes to restore after it. `true` means on by default. */
const drawingModes = [
  ['?2026', false],
  ['4', false],
  ['20', false],
  ['2', false],
  ['?6', false],
  ['?69', false],
] as const;
const lastingModes = [
  ['?1', false],
  ['?66', false],
  ['?9', false],
  ['?1000', false],
  ['?1002', false],
  ['?1003', false],
  ['?1005', false],
  ['?1006', false],
  ['?1015', false],
  ['?1016', false],
  ['?1004', false],
  ['?2004', false],
  ['?2031', false],
  ['?2048', false],
  ['?9001', false],
  ['?5', false],
  ['?45', false],
  ['?7', true],
  ['?25', true],
] as const;
const defaultModes: ReadonlyMap<string, boolean> = new Map<string, boolean>([
  ...drawingModes,
  ...lastingModes,
]);

const alternateScreenModes = new Set(['?47', '?1047', '?1049']);
const softResetModes = ['4', '?1', '?6', '?66', '?25'];

/** OSC numbers of dynamic colors; `4` sets palette colors. Adding 100 gives the number that resets the color. */
const firstColor = 10;
const lastColor = 19;

class TerminalChanges {
  readonly modes = new Map<string, boolean>();
  readonly saved = new Map<string, boolean>();
  readonly main = createScreenChanges();
  readonly alternate = createScreenChanges();
  /** The mode that switched to the alternate screen. */
  alternateMode: string | undefined;
  keypad = false;
  modifyOtherKeys = false;
  cursor = false;
  link = false;
  charset = false;
  shifted = false;
  /** Text attributes were set since they were last reset all at once. */
  styled = false;
  readonly savedCursors: { main: SavedCursor | undefined; alternate: SavedCursor | undefined } = {
    main: undefined,
    alternate: undefined,
  };
  /** Pushed titles: all, icon or window. */
  readonly titles: string[] = [];
  readonly colors = new Set<number>();

  get screen(): ScreenChanges {
    return this.alternateMode === undefined ? this.main : this.alternate;
  }

  isOn(mode: string): boolean {
    return this.modes.get(mode) ?? defaultModes.get(mode) ?? false;
  }
}

type ControlHandler = (state: TerminalChanges, params: readonly string[], rows: number) => void;

const parseCount = (param: string | undefined) => Number(param || 0);

function switchModes(prefix: string, on: boolean): ControlHandler {
  return (state, params) => {
    for (const param of params) {
      const mode = prefix + param;
      if (defaultModes.has(mode)) state.modes.set(mode, on);
      else if (alternateScreenModes.has(mode)) switchScreen(state, mode, on);
      else if (mode === '?1048') (on ? saveCursor : restoreCursor)(state);
    }
  };
}

function switchScreen(state: TerminalChanges, mode: string, on: boolean): void {
  if (mode === '?1049' && on) saveCursor(state);
  state.alternateMode = on ? mode : undefined;
  if (mode === '?1049' && !on) restoreCursor(state);
}

const currentScreen = ({ alternateMode }: TerminalChanges) =>
  alternateMode === undefined ? 'main' : 'alternate';

function saveCursor(state: TerminalChanges): void {
  const { styled, charset, shifted } = state;
  state.savedCursors[currentScreen(state)] = { styled, charset, shifted, origin: state.isOn('?6') };
}

/** Without a saved cursor, everything is reset to the default. */
function restoreCursor(state: TerminalChanges): void {
  const { styled, charset, shifted, origin } = state.savedCursors[currentScreen(state)] ?? {
    styled: false,
    charset: false,
    shifted: false,
    origin: false,
  };
  Object.assign(state, { styled, charset, shifted });
  state.modes.set('?6', origin);
}

function softReset(state: TerminalChanges): void {
  for (const mode of softResetModes) state.modes.delete(mode);
  Object.assign(state, { keypad: false, charset: false, shifted: false, styled: false });
  state.screen.margins = false;
}

function setKeyboardFlags({ screen }: TerminalChanges, [value, how = '1']: readonly string[]): void {
  if (screen.pushed > 0) return;
  const given = parseCount(value);
  if (how === '2') screen.flags |= given;
  else if (how === '3') screen.flags &= ~given;
  else screen.flags = given;
}

function updateTitles({ titles }: TerminalChanges, [operation, what]: readonly string[]): void {
  if (operation === '22' && titles.length < limits.keyboardStack) titles.push(what || '0');
  if (operation === '23') titles.pop();
}

const controlHandlers: Readonly<Record<string, ControlHandler>> = {
  h: switchModes('', true),
  l: switchModes('', false),
  '?h': switchModes('?', true),
  '?l': switchModes('?', false),
  '?s': (state, params) => {
    for (const mode of params.map((param) => `?${param}`))
      if (defaultModes.has(mode)) state.saved.set(mode, state.isOn(mode));
  },
  '?r': (state, params) => {
    for (const mode of params.map((param) => `?${param}`))
      if (defaultModes.has(mode)) state.modes.set(mode, state.saved.get(mode) ?? defaultModes.get(mode)!);
  },
  r: (state, [top, bottom], rows) => {
    state.screen.margins = parseCount(top) > 1 || (parseCount(bottom) > 0 && parseCount(bottom) < rows);
  },
  s: (state) => state.isOn('?69') || saveCursor(state),
  u: restoreCursor,
  ' q': (state, [shape]) => {
    state.cursor = parseCount(shape) > 0;
  },
  '!p': softReset,
  t: updateTitles,
  '>u': ({ screen }) => {
    screen.pushed = Math.min(screen.pushed + 1, limits.keyboardStack);
  },
  '<u': ({ screen }, [times]) => {
    screen.pushed = Math.max(0, screen.pushed - (parseCount(times) || 1));
  },
  '=u': setKeyboardFlags,
  '>m': (state, [resource, level]) => {
    if (resource === '4' || !resource) state.modifyOtherKeys = parseCount(level) > 0;
  },
  '>n': (state, [resource]) => {
    if (resource === '4') state.modifyOtherKeys = false;
  },
};

const escapeHandlers: Readonly<Record<string, (state: TerminalChanges) => void>> = {
  '=': (state) => {
    state.keypad = true;
  },
  '>': (state) => {
    state.keypad = false;
  },
  '7': saveCursor,
  '8': restoreCursor,
  n: (state) => {
    state.shifted = true;
  },
  o: (state) => {
    state.shifted = true;
  },
  '(0': (state) => {
    state.charset = true;
  },
  '(B': (state) => {
    state.charset = false;
  },
};

/** A query changes no color. */
function applyColor({ colors }: TerminalChanges, number: number, values: readonly string[]): void {
  // Single palette entries are not tracked. Restoring resets all of them.
  if (number === 104 && values.every((value) => value === '')) colors.delete(4);
  else if (number === 104) return;
  else if (number >= 100) colors.delete(number - 100);
  else if (number === 4) {
    if (values.some((value, at) => at % 2 === 1 && value !== '?')) colors.add(4);
  } else if (number >= firstColor)
    for (const [at, value] of values.entries())
      if (value !== '?' && number + at <= lastColor) colors.add(number + at);
}

/** Prefix, parameters, and the intermediate and final bytes. */
const controlPattern = /^([<-?]?)([\d:;]*)([ -/]*[@-~])$/;

/**
 * A full emulator would parse all output a second time, and take longer to load than `ptywright run` takes to start.
 */
export class TerminalRestorer {
  /** A UTF-8 terminal ignores 8-bit controls. */
  readonly #tokens = new VtTokenizer({ c1: false, controls: false });
  readonly #rows: () => number;
  #changes = new TerminalChanges();

  constructor(rows: () => number) {
    this.#rows = rows;
  }

  push(bytes: Uint8Array): void {
    const tokens = this.#tokens;
    tokens.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
    const shifts = tokens.text.includes('\x0e') || tokens.text.includes('\x0f');
    while (tokens.next()) {
      const { kind, final, from, to } = tokens;
      if (kind === 'csi') {
        if (reportedFinals.has(final)) this.#handleControl(tokens.text.slice(from, to + 1));
      } else if (kind === 'escape') this.#handleEscape(tokens.content);
      else if (kind === 'string') {
        if (final === ']' && tokens.isTerminated) this.#handleOsc(tokens.content);
      } else if (shifts) this.#handleShift(tokens.text.slice(tokens.start, tokens.end));
    }
  }

  /** Returns the sequence that restores the terminal; empty if nothing was changed. */
  restoreSequence(): string {
    const state = this.#changes;
    // Ends an incomplete sequence: CAN ends most, ST ends the rest.
    const whole = this.#tokens.isIncomplete ? '\x18\x1b\\' : '';
    return [
      whole,
      styleSequence(state),
      modeSequences(drawingModes, state),
      state.alternateMode === undefined ? '' : leaveScreenSequence(state.alternate, state.alternateMode),
      state.main.margins ? resetMargins : '',
      keyboardSequence(state.main),
      modeSequences(lastingModes, state),
      state.keypad ? '\x1b>' : '',
      state.modifyOtherKeys ? '\x1b[>4m' : '',
      state.cursor ? '\x1b[0 q' : '',
      colorSequences(state),
      ...state.titles.toReversed().map((what) => `\x1b[23;${what}t`),
    ].join('');
  }

  /** The name is the sequence without its parameters: `?h` for `CSI ? 25 h`. */
  #handleControl(text: string): void {
    const [, prefix, params = '', rest] = controlPattern.exec(text) ?? [];
    if (rest === undefined) return;
    const name = prefix + rest;
    if (name === 'm') this.#changes.styled = !/^[0;]*$/.test(params);
    else controlHandlers[name]?.(this.#changes, params.split(';'), this.#rows());
  }

  #handleEscape(name: string): void {
    if (name === 'c') this.#changes = new TerminalChanges();
    else escapeHandlers[name]?.(this.#changes);
  }

  #handleOsc(text: string): void {
    const [number = '', ...values] = text.split(';');
    const state = this.#changes;
    if (number === '8') state.link = values.length > 1 && values.slice(1).join(';') !== '';
    else if (/^1?1?\d$|^104$/.test(number)) applyColor(state, Number(number), values);
  }

  #handleShift(text: string): void {
    const [out, back] = [text.lastIndexOf('\x0e'), text.lastIndexOf('\x0f')];
    if (out !== back) this.#changes.shifted = out > back;
  }
}

/** Other sequences are skipped, which is most of what programs print. */
const reportedFinals: ReadonlySet<string> = new Set(
  ['m', ...Object.keys(controlHandlers)].map((name) => name.at(-1)!),
);

/** `CSI … r` moves the cursor home, so it is saved and restored. */
const resetMargins = '\x1b7\x1b[r\x1b8';

const modeSequences = (table: readonly (readonly [string, boolean])[], state: TerminalChanges): string =>
  table
    .filter(([mode, itself]) => state.isOn(mode) !== itself)
    .map(([mode, itself]) => `\x1b[${mode}${itself ? 'h' : 'l'}`)
    .join('');

const styleSequence = ({ styled, link, charset, shifted }: TerminalChanges): string =>
  `${styled ? '\x1b[0m' : ''}${link ? '\x1b]8;;\x1b\\' : ''}${charset ? '\x1b(B' : ''}${shifted ? '\x0f' : ''}`;

/** Pops what was pushed, which restores the previous settings. */
const keyboardSequence = ({ pushed, flags }: ScreenChanges): string =>
  `${pushed > 0 ? `\x1b[<${pushed}u` : ''}${flags === 0 ? '' : '\x1b[=0u'}`;

const leaveScreenSequence = (page: ScreenChanges, mode: string): string =>
  `${page.margins ? resetMargins : ''}${keyboardSequence(page)}\x1b[${mode}l`;

const colorSequences = ({ colors }: TerminalChanges): string =>
  [...colors].map((number) => `\x1b]${number + 100}\x1b\\`).join('');
