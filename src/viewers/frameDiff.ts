/**
 * Renders the difference of two frames as escape sequences for a viewer's terminal: colors, modes, rows, title and
 * cursor.
 */
import { replaceControls } from '#terminal/ansi.ts';
import type { Modes } from '#terminal/modes.ts';
import type { DefaultColors, ScreenFrame } from './frame.ts';
import { renderRow } from './rowText.ts';

const oscNumbers = { foreground: 10, background: 11, cursor: 12 } as const;
const colorNames = Object.keys(oscNumbers) as readonly (keyof DefaultColors)[];

/** Sequences for the changed default colors; for all of them without `before`. */
const colorSequences = (before: DefaultColors | undefined, after: DefaultColors | undefined): string =>
  after === undefined
    ? ''
    : colorNames
        .map((name) => (before && before[name] === after[name] ? '' : colorSequence(name, after[name])))
        .join('');

const colorSequence = (name: keyof DefaultColors, color: string | undefined): string =>
  color === undefined ? `\x1b]1${oscNumbers[name]}\x1b\\` : `\x1b]${oscNumbers[name]};${color}\x1b\\`;

/** Program modes that are forwarded to the viewer's terminal, so that it sends the expected input. */
type ForwardedModes = Pick<
  Modes,
  | 'applicationCursor'
  | 'applicationKeypad'
  | 'bracketedPaste'
  | 'focusEvents'
  | 'reverseScreen'
  | 'mouseTracking'
  | 'modifyOtherKeys'
  | 'kittyKeyboard'
>;

export const defaultModes: ForwardedModes = {
  applicationCursor: false,
  applicationKeypad: false,
  bracketedPaste: false,
  focusEvents: false,
  reverseScreen: false,
  mouseTracking: 'none',
  modifyOtherKeys: 0,
  kittyKeyboard: 0,
};

const privateMode = (number: number) => (on: boolean) => `\x1b[?${number}${on ? 'h' : 'l'}`;

const mouseTrackingModes = { x10: 9, vt200: 1000, drag: 1002, any: 1003 } as const;

/**
 * Mouse reports always use SGR, which has no coordinate limit. `encodeForProgram` converts them to the program's
 * encoding.
 */
function mouseTrackingSequences(mode: ForwardedModes['mouseTracking']): string {
  const off = '\x1b[?9l\x1b[?1000l\x1b[?1002l\x1b[?1003l';
  return mode === 'none' ? `${off}\x1b[?1006l` : `${off}\x1b[?${mouseTrackingModes[mode]}h\x1b[?1006h`;
}

const modeFormatters: { readonly [Name in keyof ForwardedModes]: (value: ForwardedModes[Name]) => string } = {
  applicationCursor: privateMode(1),
  applicationKeypad: (on) => (on ? '\x1b=' : '\x1b>'),
  bracketedPaste: privateMode(2004),
  focusEvents: privateMode(1004),
  reverseScreen: privateMode(5),
  mouseTracking: mouseTrackingSequences,
  modifyOtherKeys: (level) => `\x1b[>4;${level}m`,
  kittyKeyboard: (flags) => `\x1b[=${flags};1u`,
};

const modeNames = Object.keys(modeFormatters) as readonly (keyof ForwardedModes)[];

/** Sequences for the changed modes; for all of them without `before`. */
const modeSequences = (before: ForwardedModes | undefined, after: ForwardedModes): string =>
  modeNames.map((name) => (before?.[name] === after[name] ? '' : modeSequence(name, after))).join('');

const modeSequence = <Name extends keyof ForwardedModes>(name: Name, modes: ForwardedModes): string =>
  modeFormatters[name](modes[name]);

type FrameCursor = ScreenFrame['cursor'];

/** Synchronized output (mode 2026): terminals that support it show the whole update at once. */
const beginSynchronized = '\x1b[?2026h';
const endSynchronized = '\x1b[?2026l';
const hideCursor = '\x1b[?25l';
const showCursor = '\x1b[?25h';
/** Rows are written up to the last column, which must not wrap or scroll. */
const disableWrap = '\x1b[?7l';

/**
 * Returns the sequences that turn one frame into the next; empty if nothing changed. Without `before` it erases the
 * screen first and assumes no state.
 */
export function renderFrameDiff(before: ScreenFrame | undefined, after: ScreenFrame): string {
  const rows = before
    ? changedRows(before, after)
    : `\x1b[0m${disableWrap}\x1b[2J${changedRows(emptyFrame, after)}`;
  const whole =
    modeSequences(before?.modes, after.modes) + colorSequences(before?.defaultColors, after.defaultColors);
  const text = whole + titleSequence(before?.title ?? null, after.title) + rows;
  const covered = text !== '' && (before?.cursor.visible ?? true) ? hideCursor : '';
  const cursor = cursorSequence(
    covered ? undefined : before?.cursor,
    before?.cursor,
    after.cursor,
    text !== '',
  );
  return text + cursor === '' ? '' : `${beginSynchronized}${covered}${text}${cursor}${endSynchronized}`;
}

/** Resets all modes and colors that `renderFrameDiff` may have set. The screen content stays. */
export const resetTerminal = `${modeSequences(undefined, defaultModes)}${colorSequences(undefined, {})}\x1b[0m\x1b[?7h\x1b[0 q${showCursor}`;

const emptyFrame: Pick<ScreenFrame, 'size' | 'rows'> = { size: { rows: 0, cols: 0 }, rows: [] };

function changedRows(before: Pick<ScreenFrame, 'size' | 'rows'>, after: ScreenFrame): string {
  const widest = Math.max(before.size.cols, after.size.cols);
  let text = '';
  for (let row = 0; row < Math.max(before.rows.length, after.rows.length); row++) {
    const was = renderRow(before.rows[row] ?? []);
    const is = renderRow(after.rows[row] ?? []);
    if (was.text === is.text && was.end === is.end) continue;
    text += `\x1b[${row + 1}H${is.text}${is.end < widest ? '\x1b[K' : ''}`;
  }
  return text;
}

const titleSequence = (before: string | null, after: string | null): string =>
  before === after ? '' : `\x1b]2;${replaceControls(after ?? '')}\x1b\\`;

/** `displayed` is the cursor that is visible now, `before` the cursor of the previous frame. */
function cursorSequence(
  displayed: FrameCursor | undefined,
  before: FrameCursor | undefined,
  after: FrameCursor,
  moved: boolean,
): string {
  const style = cursorStyleSequence(before?.style, after.style);
  const stays = !moved && before?.row === after.row && before.col === after.col;
  const place = stays ? '' : `\x1b[${after.row + 1};${after.col + 1}H`;
  const visibility =
    (displayed?.visible ?? false) === after.visible ? '' : after.visible ? showCursor : hideCursor;
  return style + place + visibility;
}

const cursorShapes = { block: 2, underline: 4, bar: 6 } as const;

/** A program that never set a cursor style gets the default style of the viewer's terminal. */
function cursorStyleSequence(before: FrameCursor['style'] | undefined, after: FrameCursor['style']): string {
  if (before?.shape === after.shape && before.blinks === after.blinks) return '';
  const own = !before && after.shape === 'block' && !after.blinks;
  return `\x1b[${own ? 0 : cursorShapes[after.shape] - (after.blinks ? 1 : 0)} q`;
}
