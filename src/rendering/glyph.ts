/**
 * Renders the glyph of one cell as SVG, without its colour: either a custom path, or text that is fitted into its
 * columns.
 */
import { type Font, type FontGroup, findFonts } from '#platform/picture/fonts.ts';
import { boxPath, roundHundredths } from './boxDrawing.ts';
import { drawCustomGlyph, type VectorPath } from './customGlyphs.ts';
import { type CellMetrics, defaultFontFamily, type TextFont } from './fontMetrics.ts';

interface Glyph {
  readonly text: string;
  readonly columns: number;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** The SVG of a glyph. Positions are relative to the cell. */
type RenderedGlyph =
  | { readonly kind: 'path'; readonly svg: string }
  /** A character of the text font, exactly one column wide. */
  | { readonly kind: 'letter' }
  | { readonly kind: 'text'; readonly svg: string }
  /** No font has the character. */
  | { readonly kind: 'missing'; readonly svg: string };

export function renderGlyph(glyph: Glyph, metrics: CellMetrics): RenderedGlyph {
  const first = glyph.text.codePointAt(0)!;
  const ink = drawCustomGlyph(first, metrics);
  if (ink) return { kind: 'path', svg: pathToSvg(ink) };
  if (isFontLetter(glyph, metrics)) return { kind: 'letter' };
  const font = chooseFont(glyph, first, metrics.face.font);
  return font
    ? { kind: 'text', svg: fitText(glyph, first, font, metrics) }
    : { kind: 'missing', svg: missingGlyphFrame(glyph, metrics) };
}

/** Left-to-right scripts that every monospace font has. */
const isFontLetter = ({ text, columns }: Glyph, { face: { font } }: CellMetrics): boolean =>
  columns === 1 && text.length === 1 && text < '\u0530' && (font?.has(text.charCodeAt(0)) ?? true);

const wideFontOrder: readonly FontGroup[] = [
  'emoji',
  'ideographs',
  'system',
  'smallIdeographs',
  'symbols',
  'text',
];
const textFontOrder: readonly FontGroup[] = [
  'text',
  'symbols',
  'emoji',
  'ideographs',
  'system',
  'smallIdeographs',
];
const emojiSelector = '\ufe0f';
const keycap = '\u20e3';

/** An emoji presentation in one column. Programs often print a blank after it. */
export const mayOverflow = ({ text, columns }: Pick<Glyph, 'text' | 'columns'>): boolean =>
  columns === 1 && text.length > 1 && (text.includes(emojiSelector) || text.includes(keycap));

/** Prefers the requested font for every character it has, except emoji. */
function chooseFont(
  { text, columns }: Glyph,
  codePoint: number,
  requested: Font | undefined,
): Font | undefined {
  const asEmoji = columns === 2 || text.includes(emojiSelector) || text.includes(keycap);
  const isEmoji = asEmoji && findFonts('emoji').some(({ has }) => has(codePoint));
  if (requested?.has(codePoint) && !isEmoji) return requested;
  for (const group of asEmoji ? wideFontOrder : textFontOrder) {
    const font = findFonts(group).find(({ has }) => has(codePoint));
    if (font) return font;
  }
  return undefined;
}

const keycapGlyph = 0x1f522;

/** Height of a capital letter, in em. Scaled-down text stays centred on it. */
const capHeight = 0.73;

function fitText(
  { text, columns, bold, italic }: Glyph,
  codePoint: number,
  font: Font,
  metrics: CellMetrics,
): string {
  const space = columns * metrics.width;
  // A keycap sequence is as wide as the keycap emoji.
  const like = text.includes(keycap) && font.has(keycapGlyph) ? keycapGlyph : codePoint;
  const width = font.width(like) * metrics.fontSize;
  const [from, to] = font.ink(like).map((edge) => edge * metrics.fontSize) as [number, number];
  const scale = Math.min(1, space / (to - from));
  // A glyph wider than its columns may fit if the blank margins of its ink are ignored.
  const aside = width > space ? (scale * (width - from - to)) / 2 : 0;
  const y = roundHundredths(metrics.baseline - ((1 - scale) * capHeight * metrics.fontSize) / 2);
  const size = scale < 1 ? ` font-size="${roundHundredths(scale * metrics.fontSize)}"` : '';
  const style = (bold ? ' font-weight="bold"' : '') + (italic ? ' font-style="italic"' : '');
  return `<text x="${roundHundredths(space / 2 + aside)}" y="${y}" text-anchor="middle" font-family="${fontFamilies(font.family)}"${size}${style}>${escapeXml(text)}</text>`;
}

/** The font and its fallbacks in the viewer. */
const fontFamilies = (family: string): string =>
  family === defaultFontFamily ? defaultTextFamilies : `${quoteFamily(family)}, sans-serif`;

const defaultTextFamilies = `${defaultFontFamily}, Menlo, Consolas, monospace`;

export const textFontFamilies = ({ family }: TextFont): string =>
  family === defaultFontFamily ? defaultTextFamilies : `${quoteFamily(family)}, ${defaultTextFamilies}`;

/** A family name that needs no quotes in CSS. */
const plainFamilyName = /^[A-Za-z]+(?: [A-Za-z]+)*$/;
const quoteFamily = (family: string): string => (plainFamilyName.test(family) ? family : `'${family}'`);

/** An empty frame for a character that no font has. */
function missingGlyphFrame({ columns }: Glyph, { width, height, line }: CellMetrics): string {
  const [x0, x1] = [line, columns * width - line];
  const [y0, y1] = [Math.round(height / 5), Math.round((4 * height) / 5)];
  const edges = [
    boxPath(x0, y0, x1, y0 + line),
    boxPath(x0, y1 - line, x1, y1),
    boxPath(x0, y0 + line, x0 + line, y1 - line),
    boxPath(x1 - line, y0 + line, x1, y1 - line),
  ];
  return pathToSvg({ path: edges.join('') });
}

export function pathToSvg({ path, soft, stroke, opacity }: VectorPath): string {
  const line = stroke === undefined ? '' : ` fill="none" stroke="currentColor" stroke-width="${stroke}"`;
  const sharp = soft ? '' : ' shape-rendering="crispEdges"';
  const shade = opacity === undefined ? '' : ` opacity="${opacity}"`;
  return `<path d="${path}"${line}${sharp}${shade}/>`;
}

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Replaces characters that XML cannot hold and control characters by U+FFFD. */
export const escapeXml = (text: string): string =>
  text.replace(invalidXmlCharacters, '\ufffd').replace(/[&<>"]/g, (char) => xmlEntities[char]!);

const invalidXmlCharacters = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
