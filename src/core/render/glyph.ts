/** The ink of one cell as SVG, without its colour: drawn to the edges, or text that is fitted into its columns. */
import { type Font, type FontGroup, fontsOf } from '../../platform/picture/fonts.ts';
import { drawnInk, type Ink } from './drawn/index.ts';
import { box, fixed } from './drawn/ink.ts';
import { type Face, ownFamily } from './face.ts';
import type { Metrics } from './metrics.ts';

export interface Glyph {
  readonly text: string;
  readonly columns: number;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** What a text needs besides its place, which is relative to the cell. */
export type Drawn =
  | { readonly kind: 'path'; readonly svg: string }
  /** A character of the font for text, exactly one column wide. */
  | { readonly kind: 'letter' }
  | { readonly kind: 'text'; readonly svg: string }
  /** No font has it. */
  | { readonly kind: 'missing'; readonly svg: string };

export function glyphOf(glyph: Glyph, metrics: Metrics): Drawn {
  const first = glyph.text.codePointAt(0)!;
  const ink = drawnInk(first, metrics);
  if (ink) return { kind: 'path', svg: pathOf(ink) };
  if (isLetter(glyph, metrics)) return { kind: 'letter' };
  const font = fontFor(glyph, first, metrics.face.font);
  return font
    ? { kind: 'text', svg: fitted(glyph, first, font, metrics) }
    : { kind: 'missing', svg: frame(glyph, metrics) };
}

/** Scripts that every font of one width for programmers has, and that are written from left to right. */
const isLetter = ({ text, columns }: Glyph, { face: { font } }: Metrics): boolean =>
  columns === 1 && text.length === 1 && text < '\u0530' && (font?.has(text.charCodeAt(0)) ?? true);

const wideFirst: readonly FontGroup[] = [
  'emoji',
  'ideographs',
  'system',
  'smallIdeographs',
  'symbols',
  'text',
];
const textFirst: readonly FontGroup[] = [
  'text',
  'symbols',
  'emoji',
  'ideographs',
  'system',
  'smallIdeographs',
];
const emojiStyle = '\ufe0f';
const keycap = '\u20e3';

/** What asks to be shown as an emoji, though it has one column: those who print it often leave a blank for it. */
export const wantsRoom = ({ text, columns }: Pick<Glyph, 'text' | 'columns'>): boolean =>
  columns === 1 && text.length > 1 && (text.includes(emojiStyle) || text.includes(keycap));

/** The one that was asked for has all that it can, but for emoji. */
function fontFor({ text, columns }: Glyph, codePoint: number, asked: Font | undefined): Font | undefined {
  const asEmoji = columns === 2 || text.includes(emojiStyle) || text.includes(keycap);
  const isEmoji = asEmoji && fontsOf('emoji').some(({ has }) => has(codePoint));
  if (asked?.has(codePoint) && !isEmoji) return asked;
  for (const group of asEmoji ? wideFirst : textFirst) {
    const font = fontsOf(group).find(({ has }) => has(codePoint));
    if (font) return font;
  }
  return undefined;
}

const keys = 0x1f522;

/** The height of a capital, in em: what is made smaller stays in the middle of it. */
const capital = 0.73;

function fitted(
  { text, columns, bold, italic }: Glyph,
  codePoint: number,
  font: Font,
  metrics: Metrics,
): string {
  const space = columns * metrics.width;
  // The sign of a key stands for what is drawn round the digit on it.
  const like = text.includes(keycap) && font.has(keys) ? keys : codePoint;
  const width = font.width(like) * metrics.fontSize;
  const [from, to] = font.ink(like).map((edge) => edge * metrics.fontSize) as [number, number];
  const scale = Math.min(1, space / (to - from));
  // What is wider than its columns may be so by what stands round its ink.
  const aside = width > space ? (scale * (width - from - to)) / 2 : 0;
  const y = fixed(metrics.baseline - ((1 - scale) * capital * metrics.fontSize) / 2);
  const size = scale < 1 ? ` font-size="${fixed(scale * metrics.fontSize)}"` : '';
  const style = (bold ? ' font-weight="bold"' : '') + (italic ? ' font-style="italic"' : '');
  return `<text x="${fixed(space / 2 + aside)}" y="${y}" text-anchor="middle" font-family="${familiesOf(font.family)}"${size}${style}>${escaped(text)}</text>`;
}

/** Others that a viewer may have instead stand behind it. */
export const familiesOf = (family: string): string =>
  family === ownFamily ? textFamilies : `${quoted(family)}, sans-serif`;

const textFamilies = `${ownFamily}, Menlo, Consolas, monospace`;

export const familiesOfText = ({ family }: Face): string =>
  family === ownFamily ? textFamilies : `${quoted(family)}, ${textFamilies}`;

/** Of several words, each of which would do as a name. */
const words = /^[A-Za-z]+(?: [A-Za-z]+)*$/;
const quoted = (family: string): string => (words.test(family) ? family : `'${family}'`);

/** An empty frame says that there is something. */
function frame({ columns }: Glyph, { width, height, line }: Metrics): string {
  const [x0, x1] = [line, columns * width - line];
  const [y0, y1] = [Math.round(height / 5), Math.round((4 * height) / 5)];
  const edges = [
    box(x0, y0, x1, y0 + line),
    box(x0, y1 - line, x1, y1),
    box(x0, y0 + line, x0 + line, y1 - line),
    box(x1 - line, y0 + line, x1, y1 - line),
  ];
  return pathOf({ path: edges.join('') });
}

export function pathOf({ path, soft, stroke, opacity }: Ink): string {
  const line = stroke === undefined ? '' : ` fill="none" stroke="currentColor" stroke-width="${stroke}"`;
  const sharp = soft ? '' : ' shape-rendering="crispEdges"';
  const shade = opacity === undefined ? '' : ` opacity="${opacity}"`;
  return `<path d="${path}"${line}${sharp}${shade}/>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML cannot hold, or nobody could see, becomes the sign for what cannot be shown. */
export const escaped = (text: string): string =>
  text.replace(unheld, '\ufffd').replace(/[&<>"]/g, (char) => entities[char]!);

const unheld = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
