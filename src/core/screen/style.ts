import type { Style } from './cells.ts';
import { background, bgFlag, colorOf, type Extras, fgFlag, underlineColor, underlineStyle } from './xterm.ts';

/** How to look up and to tell the target of a link; null keeps it back. */
export type LinkTo = (id: number) => string | undefined;

const plain: Style = {};

/** Attributes of a cell that are on or off: their name, what turns them on in SGR, their bits in both words. */
export const attributes = [
  ['bold', '1', fgFlag.bold, 0],
  ['faint', '2', 0, bgFlag.faint],
  ['italic', '3', 0, bgFlag.italic],
  ['blink', '5', fgFlag.blink, 0],
  ['inverse', '7', fgFlag.inverse, 0],
  ['invisible', '8', fgFlag.invisible, 0],
  ['strikethrough', '9', fgFlag.strikethrough, 0],
  ['overline', '53', 0, bgFlag.overline],
] as const;

/** What the words of a cell say of its looks, with only what is set. */
export function styleOf(fg: number, bg: number, extra: Extras | undefined, linkTo: LinkTo): Style {
  if (fg === 0 && background(bg) === 0) return plain;
  const style: Style = {};
  const foreground = colorOf(fg);
  const back = colorOf(bg);
  if (foreground !== undefined) style.fg = foreground;
  if (back !== undefined) style.bg = back;
  for (const [name, , inFg, inBg] of attributes)
    if ((fg & inFg) !== 0 || (bg & inBg) !== 0) style[name] = true;
  if (fg & fgFlag.underline) style.underline = underlineStyle(extra);
  const line = style.underline && underlineColor(extra);
  if (line !== undefined) style.underline_color = line;
  const link = extra?.urlId ? linkTo(extra.urlId) : undefined;
  if (link !== undefined) style.link = link;
  return style;
}

/** Whether two cells look alike, by their words alone. */
export function sameExtra(a: Extras | undefined, b: Extras | undefined): boolean {
  return a === b || (a?._ext === b?._ext && a?.urlId === b?.urlId);
}
