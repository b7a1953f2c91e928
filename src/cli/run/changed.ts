/** What a program has changed of its terminal, as far as it would outlast the program. */
import { limits } from '../../core/limits.ts';
import { Pen } from './pen.ts';

/** Each of the two screens of a terminal has these for itself. */
export interface Page {
  margins: boolean;
  /** Kitty keyboard: settings that were pushed, and the flags below them. */
  pushed: number;
  flags: number;
}

const freshPage = (): Page => ({ margins: false, pushed: 0, flags: 0 });

/** What a terminal keeps with its cursor. */
interface Kept {
  readonly pen: Pen;
  readonly charset: boolean;
  readonly shifted: boolean;
  readonly origin: boolean;
}

/** Modes that are put back before the alternate screen is left, and those that are after it; `true` is on by itself. */
export const drawing = [
  ['?2026', false],
  ['4', false],
  ['20', false],
  ['2', false],
  ['?6', false],
  ['?69', false],
] as const;
export const lasting = [
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
const usual: ReadonlyMap<string, boolean> = new Map<string, boolean>([...drawing, ...lasting]);

const alternates = new Set(['?47', '?1047', '?1049']);
const afterSoftReset = ['4', '?1', '?6', '?66', '?25'];

/** Colours that a program chose, by the commands that set them and those that take it back; `4` sets by number. */
const firstColour = 10;
const lastColour = 19;

export class Changed {
  readonly modes = new Map<string, boolean>();
  readonly saved = new Map<string, boolean>();
  readonly main = freshPage();
  readonly alternate = freshPage();
  /** The mode that has brought the alternate screen. */
  shown: string | undefined;
  keypad = false;
  otherKeys = false;
  cursor = false;
  link = false;
  charset = false;
  shifted = false;
  pen = new Pen();
  readonly kept: { main: Kept | undefined; alternate: Kept | undefined } = {
    main: undefined,
    alternate: undefined,
  };
  /** What of a title was pushed: all, icon or window. */
  readonly titles: string[] = [];
  readonly colours = new Set<number>();

  get page(): Page {
    return this.shown === undefined ? this.main : this.alternate;
  }

  on(mode: string): boolean {
    return this.modes.get(mode) ?? usual.get(mode) ?? false;
  }
}

type Deed = (state: Changed, params: readonly string[], rows: number) => void;

const count = (param: string | undefined) => Number(param || 0);

function switched(prefix: string, on: boolean): Deed {
  return (state, params) => {
    for (const param of params) {
      const mode = prefix + param;
      if (usual.has(mode)) state.modes.set(mode, on);
      else if (alternates.has(mode)) show(state, mode, on);
      else if (mode === '?1048') (on ? keep : restore)(state);
    }
  };
}

function show(state: Changed, mode: string, on: boolean): void {
  if (mode === '?1049' && on) keep(state);
  state.shown = on ? mode : undefined;
  if (mode === '?1049' && !on) restore(state);
}

const kept = ({ shown }: Changed) => (shown === undefined ? 'main' : 'alternate');

function keep(state: Changed): void {
  const { pen, charset, shifted } = state;
  state.kept[kept(state)] = { pen: pen.copy(), charset, shifted, origin: state.on('?6') };
}

/** What was never kept is as it comes. */
function restore(state: Changed): void {
  const { pen, charset, shifted, origin } = state.kept[kept(state)] ?? {
    pen: new Pen(),
    charset: false,
    shifted: false,
    origin: false,
  };
  Object.assign(state, { pen: pen.copy(), charset, shifted });
  state.modes.set('?6', origin);
}

function softReset(state: Changed): void {
  for (const mode of afterSoftReset) state.modes.delete(mode);
  Object.assign(state, { keypad: false, charset: false, shifted: false, pen: new Pen() });
  state.page.margins = false;
}

function flags({ page }: Changed, [value, how = '1']: readonly string[]): void {
  if (page.pushed > 0) return;
  const given = count(value);
  if (how === '2') page.flags |= given;
  else if (how === '3') page.flags &= ~given;
  else page.flags = given;
}

function titles({ titles }: Changed, [deed, what]: readonly string[]): void {
  if (deed === '22' && titles.length < limits.keyboardStack) titles.push(what || '0');
  if (deed === '23') titles.pop();
}

export const controls: Readonly<Record<string, Deed>> = {
  h: switched('', true),
  l: switched('', false),
  '?h': switched('?', true),
  '?l': switched('?', false),
  '?s': (state, params) => {
    for (const mode of params.map((param) => `?${param}`))
      if (usual.has(mode)) state.saved.set(mode, state.on(mode));
  },
  '?r': (state, params) => {
    for (const mode of params.map((param) => `?${param}`))
      if (usual.has(mode)) state.modes.set(mode, state.saved.get(mode) ?? usual.get(mode)!);
  },
  r: (state, [top, bottom], rows) => {
    state.page.margins = count(top) > 1 || (count(bottom) > 0 && count(bottom) < rows);
  },
  s: (state) => state.on('?69') || keep(state),
  u: restore,
  ' q': (state, [shape]) => {
    state.cursor = count(shape) > 0;
  },
  '!p': softReset,
  t: titles,
  '>u': ({ page }) => {
    page.pushed = Math.min(page.pushed + 1, limits.keyboardStack);
  },
  '<u': ({ page }, [times]) => {
    page.pushed = Math.max(0, page.pushed - (count(times) || 1));
  },
  '=u': flags,
  '>m': (state, [resource, level]) => {
    if (resource === '4' || !resource) state.otherKeys = count(level) > 0;
  },
  '>n': (state, [resource]) => {
    if (resource === '4') state.otherKeys = false;
  },
};

export const escapes: Readonly<Record<string, (state: Changed) => void>> = {
  '=': (state) => {
    state.keypad = true;
  },
  '>': (state) => {
    state.keypad = false;
  },
  '7': keep,
  '8': restore,
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

/** One that asks for a colour changes none. */
export function colour({ colours }: Changed, number: number, values: readonly string[]): void {
  // One by one they are not counted: what is put back at the end is all of them.
  if (number === 104 && values.every((value) => value === '')) colours.delete(4);
  else if (number === 104) return;
  else if (number >= 100) colours.delete(number - 100);
  else if (number === 4) {
    if (values.some((value, at) => at % 2 === 1 && value !== '?')) colours.add(4);
  } else if (number >= firstColour)
    for (const [at, value] of values.entries())
      if (value !== '?' && number + at <= lastColour) colours.add(number + at);
}
