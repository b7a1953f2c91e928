/** Tracks what a program changes of its terminal, as far as the change would outlast the program. */
import { limits } from '#limits.ts';

/** SGR parameters from `first` to `last` set an attribute, and `back` resets it. */
const styleAspects: readonly (readonly [first: number, last: number, back: number])[] = [
  [1, 2, 22],
  [3, 3, 23],
  [4, 4, 24],
  [5, 6, 25],
  [7, 7, 27],
  [8, 8, 28],
  [9, 9, 29],
  [11, 19, 10],
  [20, 20, 23],
  [21, 21, 24],
  [26, 26, 50],
  [30, 38, 39],
  [40, 48, 49],
  [51, 52, 54],
  [53, 53, 55],
  [58, 58, 59],
  [73, 74, 75],
  [90, 97, 39],
  [100, 107, 49],
];

const resetCodes: ReadonlyMap<number, number> = new Map(
  styleAspects.flatMap(([first, last, back]) =>
    Array.from({ length: last - first + 1 }, (_, at) => [first + at, back] as const),
  ),
);
const resetCodeSet = new Set(resetCodes.values());

/** These are followed by the parameters of a color, unless colons join them. */
const colorCodes = new Set(['38', '48', '58']);
const colorParamCounts: Readonly<Record<string, number>> = { 5: 2, 2: 4 };

/** The text attributes that are not at their default. */
class Pen {
  #changed: Set<number>;

  constructor(changed: Iterable<number> = []) {
    this.#changed = new Set(changed);
  }

  get isPlain(): boolean {
    return this.#changed.size === 0;
  }

  copy(): Pen {
    return new Pen(this.#changed);
  }

  apply(text: string): void {
    if (text === '' || text === '0') return this.#changed.clear();
    const params = text.split(';');
    for (let at = 0; at < params.length; at++) {
      const param = params[at]!;
      this.#applyCode(Number.parseInt(param, 10) || 0, param.endsWith(':0'));
      if (colorCodes.has(param)) at += colorParamCounts[params[at + 1] ?? ''] ?? 0;
    }
  }

  #applyCode(number: number, none: boolean): void {
    const back = resetCodes.get(number);
    if (number === 0) this.#changed.clear();
    else if (resetCodeSet.has(number)) this.#changed.delete(number);
    else if (number === 4 && none) this.#changed.delete(24);
    else if (back !== undefined) this.#changed.add(back);
  }
}

/** State that each of the two screens of a terminal has separately. */
export interface ScreenChanges {
  margins: boolean;
  /** Kitty keyboard protocol: number of pushed settings, and the flags below them. */
  pushed: number;
  flags: number;
}

const createScreenChanges = (): ScreenChanges => ({ margins: false, pushed: 0, flags: 0 });

/** State that a terminal saves with the cursor. */
interface SavedCursor {
  readonly pen: Pen;
  readonly charset: boolean;
  readonly shifted: boolean;
  readonly origin: boolean;
}

/** Modes to restore before leaving the alternate screen, and modes to restore after it. `true` means on by default. */
export const drawingModes = [
  ['?2026', false],
  ['4', false],
  ['20', false],
  ['2', false],
  ['?6', false],
  ['?69', false],
] as const;
export const lastingModes = [
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

export class TerminalChanges {
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
  pen = new Pen();
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
  const { pen, charset, shifted } = state;
  state.savedCursors[currentScreen(state)] = { pen: pen.copy(), charset, shifted, origin: state.isOn('?6') };
}

/** Without a saved cursor, everything is reset to the default. */
function restoreCursor(state: TerminalChanges): void {
  const { pen, charset, shifted, origin } = state.savedCursors[currentScreen(state)] ?? {
    pen: new Pen(),
    charset: false,
    shifted: false,
    origin: false,
  };
  Object.assign(state, { pen: pen.copy(), charset, shifted });
  state.modes.set('?6', origin);
}

function softReset(state: TerminalChanges): void {
  for (const mode of softResetModes) state.modes.delete(mode);
  Object.assign(state, { keypad: false, charset: false, shifted: false, pen: new Pen() });
  state.screen.margins = false;
}

function setKeyboardFlags({ screen }: TerminalChanges, [value, how = '1']: readonly string[]): void {
  if (screen.pushed > 0) return;
  const given = parseCount(value);
  if (how === '2') screen.flags |= given;
  else if (how === '3') screen.flags &= ~given;
  else screen.flags = given;
}

function updateTitles({ titles }: TerminalChanges, [deed, what]: readonly string[]): void {
  if (deed === '22' && titles.length < limits.keyboardStack) titles.push(what || '0');
  if (deed === '23') titles.pop();
}

export const controlHandlers: Readonly<Record<string, ControlHandler>> = {
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

export const escapeHandlers: Readonly<Record<string, (state: TerminalChanges) => void>> = {
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
export function applyColor({ colors }: TerminalChanges, number: number, values: readonly string[]): void {
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
