/**
 * What a terminal that shows one frame has to be told to show the next one: the rows that changed, the cursor, the
 * title, and what the program asks of its terminal as far as the person's own has to know it.
 */
import type { Frame } from '../layer/frame.ts';
import { groundText } from './groundText.ts';
import { modesText, noModes } from './modesText.ts';
import { rowText, visible } from './rowText.ts';

type Cursor = Frame['cursor'];

/** All of it is shown at once by terminals that know how. */
const begin = '\x1b[?2026h';
const end = '\x1b[?2026l';
const hide = '\x1b[?25l';
const show = '\x1b[?25h';
/** Rows are written to their last column, which must not move anything. */
const noWrap = '\x1b[?7l';

/** Empty when there is nothing to tell. Without `before` nothing is taken for granted, and all is erased first. */
export function paint(before: Frame | undefined, after: Frame): string {
  const rows = before ? changedRows(before, after) : `\x1b[0m${noWrap}\x1b[2J${changedRows(blank, after)}`;
  const whole = modesText(before?.modes, after.modes) + groundText(before?.ground, after.ground);
  const told = whole + titleText(before?.title ?? null, after.title) + rows;
  const covered = told !== '' && (before?.cursor.visible ?? true) ? hide : '';
  const cursor = cursorText(covered ? undefined : before?.cursor, before?.cursor, after.cursor, told !== '');
  return told + cursor === '' ? '' : `${begin}${covered}${told}${cursor}${end}`;
}

/** Takes back all that `paint` may have told a terminal; what it shows stays. */
export const unpaint = `${modesText(undefined, noModes)}${groundText(undefined, {})}\x1b[0m\x1b[?7h\x1b[0 q${show}`;

const blank: Pick<Frame, 'size' | 'rows'> = { size: { rows: 0, cols: 0 }, rows: [] };

function changedRows(before: Pick<Frame, 'size' | 'rows'>, after: Frame): string {
  const widest = Math.max(before.size.cols, after.size.cols);
  let text = '';
  for (let row = 0; row < Math.max(before.rows.length, after.rows.length); row++) {
    const was = rowText(before.rows[row] ?? []);
    const is = rowText(after.rows[row] ?? []);
    if (was.text === is.text && was.end === is.end) continue;
    text += `\x1b[${row + 1}H${is.text}${is.end < widest ? '\x1b[K' : ''}`;
  }
  return text;
}

const titleText = (before: string | null, after: string | null): string =>
  before === after ? '' : `\x1b]2;${visible(after ?? '')}\x1b\\`;

/** `shown` is what is to be seen now, `before` what was. */
function cursorText(
  shown: Cursor | undefined,
  before: Cursor | undefined,
  after: Cursor,
  moved: boolean,
): string {
  const style = styleText(before?.style, after.style);
  const stays = !moved && before?.row === after.row && before.col === after.col;
  const place = stays ? '' : `\x1b[${after.row + 1};${after.col + 1}H`;
  const seen = (shown?.visible ?? false) === after.visible ? '' : after.visible ? show : hide;
  return style + place + seen;
}

const shapes = { block: 2, underline: 4, bar: 6 } as const;

/** A program that has never said how its cursor looks gets the one that the person likes. */
function styleText(before: Cursor['style'] | undefined, after: Cursor['style']): string {
  if (before?.shape === after.shape && before.blinks === after.blinks) return '';
  const own = !before && after.shape === 'block' && !after.blinks;
  return `\x1b[${own ? 0 : shapes[after.shape] - (after.blinks ? 1 : 0)} q`;
}
