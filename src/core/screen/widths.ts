import { widthTable } from './widthTable.ts';

/**
 * How many columns a character takes, and which characters share a cell. The measure is what programs assume:
 * the C library's wcwidth, and tmux, which most of them are run in. So a flag is two regional indicators of one
 * column each, a variation selector widens nothing and a skin tone is a character of its own; what a zero width
 * joiner joins is one cell. spec/core/screen/widths.spec.ts asks tmux.
 */

const joiner = 0x200d;
const firstSymbol = 0x2190;
const tableEnd = 0x20000;
const ideographsEnd = 0x3fffe;
const tags = { first: 0xe0000, last: 0xe0fff };

/** What a character leaves behind for the next one: the kinds of preceding characters that matter. */
const kind = { other: 0, symbol: 1, joined: 2 } as const;

const pack = (state: number, width: number, joins: boolean) => (state << 3) | (width << 1) | (joins ? 1 : 0);
export const widthIn = (properties: number) => (properties >> 1) & 3;
export const isJoined = (properties: number) => (properties & 1) !== 0;
const kindIn = (properties: number) => properties >> 3;

const ascii = pack(kind.other, 1, false);

/** Properties of the characters that are not zero columns wide; 0 for those that are. Made on first use. */
let table: Uint8Array | undefined;

function propertyTable(): Uint8Array {
  const properties = widthTable(tableEnd);
  for (let codePoint = 0; codePoint < tableEnd; codePoint++) {
    const width = properties[codePoint]!;
    if (width > 0)
      properties[codePoint] = pack(codePoint < firstSymbol ? kind.other : kind.symbol, width, false);
  }
  return properties;
}

function lone(codePoint: number): number {
  table ??= propertyTable();
  if (codePoint < tableEnd) return table[codePoint]!;
  if (codePoint < ideographsEnd) return pack(kind.symbol, 2, false);
  return codePoint >= tags.first && codePoint <= tags.last ? 0 : pack(kind.symbol, 1, false);
}

export const widthOf = (codePoint: number): 0 | 1 | 2 => widthIn(lone(codePoint)) as 0 | 1 | 2;

/** Columns of a text that is written to a cell after another. */
export function textWidth(text: string): number {
  let width = 0;
  let preceding = 0;
  for (const char of text) {
    const properties = charProperties(char.codePointAt(0)!, preceding);
    if (!isJoined(properties)) width += widthIn(properties);
    preceding = properties;
  }
  return width;
}

/**
 * The emulator's question: bit 0 tells whether the character joins the cell before it, bits 1 and 2 are the width
 * of the cell, the rest is handed back with the next character.
 */
export function charProperties(codePoint: number, preceding: number): number {
  if (codePoint < 0x7f && codePoint >= 0x20) return ascii;
  const properties = lone(codePoint);
  if (properties === 0)
    return codePoint < 0x20 ? 0 : pack(kindAfter(codePoint, preceding), widthIn(preceding), true);
  if (kindIn(preceding) !== kind.joined || kindIn(properties) !== kind.symbol) return properties;
  return pack(kind.symbol, widthIn(preceding), true);
}

function kindAfter(codePoint: number, preceding: number): number {
  if (kindIn(preceding) === kind.other) return kind.other;
  return codePoint === joiner ? kind.joined : kind.symbol;
}
