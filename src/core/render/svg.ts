/** A page as SVG. The same page gives the same bytes. */
import { box } from './drawn/ink.ts';
import { escaped, familiesOfText, glyphOf, pathOf } from './glyph.ts';
import { inTurns } from './inTurns.ts';
import type { Look, Page } from './looks.ts';
import type { Metrics } from './metrics.ts';
import { overline, strikethrough, underline } from './strokes.ts';
import { type Color, hexOf } from './theme.ts';

export async function svgOf(page: Page, metrics: Metrics): Promise<string> {
  const width = page.cols * metrics.width;
  const height = page.rows.length * metrics.height;
  const rows = await inTurns(page.rows, (row, index) =>
    rowOf(row, index * metrics.height, page.background, metrics),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${familiesOfText(metrics.face)}" font-size="${metrics.fontSize}" xml:space="preserve">`,
    `<rect width="${width}" height="${height}" fill="${hexOf(page.background)}"/>`,
    ...rows.filter((row) => row !== ''),
    ...cursorOf(page, metrics),
    '</svg>\n',
  ].join('\n');
}

function rowOf(row: readonly Look[], top: number, background: Color, metrics: Metrics): string {
  const inked = stretchesOf(row, alike)
    .map((looks) => stretchOf(looks, metrics))
    .join('');
  const content = backgroundsOf(row, background, metrics) + inked;
  return content && `<g transform="translate(0 ${top})">${content}</g>`;
}

function backgroundsOf(row: readonly Look[], background: Color, metrics: Metrics): string {
  return stretchesOf(row, (a, b) => a.bg === b.bg)
    .filter(([look]) => look!.bg !== background)
    .map((looks) => {
      const [from, to] = spanOf(looks, metrics);
      return `<path d="${box(from, 0, to, metrics.height)}" fill="${hexOf(looks[0]!.bg)}" shape-rendering="crispEdges"/>`;
    })
    .join('');
}

function stretchesOf(row: readonly Look[], same: (a: Look, b: Look) => boolean): Look[][] {
  const stretches: Look[][] = [];
  for (const look of row) {
    const last = stretches.at(-1);
    if (last && same(last[0]!, look)) last.push(look);
    else stretches.push([look]);
  }
  return stretches;
}

const alike = (a: Look, b: Look): boolean =>
  a.fg === b.fg &&
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.underline === b.underline &&
  a.underlineColor === b.underlineColor &&
  a.strikethrough === b.strikethrough &&
  a.overline === b.overline &&
  a.link === b.link;

const spanOf = (looks: readonly Look[], { width }: Metrics): [from: number, to: number] => {
  const last = looks.at(-1)!;
  return [looks[0]!.col * width, (last.col + last.columns) * width];
};

function stretchOf(looks: readonly Look[], metrics: Metrics): string {
  const look = looks[0]!;
  const content = strokesOf(looks, metrics) + inksOf(looks, metrics);
  if (content === '') return '';
  const style = (look.bold ? ' font-weight="bold"' : '') + (look.italic ? ' font-style="italic"' : '');
  const color = hexOf(look.fg);
  return linked(look.link, `<g fill="${color}" color="${color}"${style}>${content}</g>`);
}

function strokesOf(looks: readonly Look[], metrics: Metrics): string {
  const [look] = looks as [Look];
  const span = spanOf(looks, metrics);
  const color = hexOf(look.underlineColor);
  const under = look.underline
    ? `<g fill="${color}" color="${color}">${pathOf(underline(look.underline, ...span, metrics))}</g>`
    : '';
  return (
    under +
    (look.strikethrough ? pathOf(strikethrough(...span, metrics)) : '') +
    (look.overline ? pathOf(overline(...span, metrics)) : '')
  );
}

/** Letters that follow each other are one text, also over a single blank; everything else has a place of its own. */
function inksOf(looks: readonly Look[], metrics: Metrics): string {
  let svg = '';
  let text = '';
  let start = 0;
  const flush = (): void => {
    if (text !== '') svg += lettersOf(text.trimEnd(), start * metrics.width, metrics);
    text = '';
  };
  for (const look of looks) {
    if (look.text === '') {
      if (text.endsWith(' ')) flush();
      else if (text !== '') text += ' ';
      continue;
    }
    const drawn = glyphOf(look, metrics);
    if (drawn.kind === 'letter') {
      if (text === '') start = look.col;
      text += look.text;
      continue;
    }
    flush();
    svg += `<g transform="translate(${look.col * metrics.width} 0)">${drawn.svg}</g>`;
  }
  flush();
  return svg;
}

/** With another font in a viewer the length keeps letters in their columns. */
function lettersOf(text: string, x: number, { width, baseline }: Metrics): string {
  const length = text.length > 1 ? ` textLength="${text.length * width}"` : '';
  return `<text x="${x}" y="${baseline}"${length}>${escaped(text)}</text>`;
}

/** A picture may be opened by somebody who trusts it: only what leads to a page or a letter can be followed. */
const safe = /^(?:https?|mailto):/i;

function linked(link: string | undefined, svg: string): string {
  if (link === undefined) return svg;
  const target = escaped(link);
  return safe.test(link) ? `<a href="${target}">${svg}</a>` : `<g><title>${target}</title>${svg}</g>`;
}

function cursorOf({ cursor }: Page, metrics: Metrics): string[] {
  const path = cursor && cursorPath(cursor, metrics);
  if (!path) return [];
  const [x, y] = [cursor.col * metrics.width, cursor.row * metrics.height];
  return [
    `<g transform="translate(${x} ${y})" fill="${hexOf(cursor.color)}"><path d="${path}" shape-rendering="crispEdges"/></g>`,
  ];
}

/** Nothing for a block, which is a matter of colours. */
export function cursorPath(
  { shape, columns }: NonNullable<Page['cursor']>,
  { width, height, line }: Metrics,
): string | undefined {
  if (shape === 'block') return undefined;
  return shape === 'bar' ? box(0, 0, 2 * line, height) : box(0, height - 2 * line, columns * width, height);
}
