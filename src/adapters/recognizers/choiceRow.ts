/** Parses one row as an option: marker, number, checkbox, key and label. */

import { limits } from '#limits.ts';
import { type RowArea, rowPart } from './area.ts';
import { type ScreenText, unframedRange } from './screenText.ts';

export interface ChoiceRow {
  readonly row: number;
  /** Columns of the start of the row, of its number, bullet or box, and of its label. */
  readonly col: number;
  readonly itemCol: number;
  readonly labelCol: number;
  readonly endCol: number;
  readonly marked: boolean;
  readonly index?: number;
  readonly checked?: boolean;
  readonly key?: string;
  readonly bullet?: string;
  /** A glyph before the number: a marker or a checkbox. */
  readonly lead?: string;
  /** The label, and the whole row without borders. */
  readonly text: string;
  readonly whole: string;
}

const markerGlyphs = '❯›>▶►▸➜→»❱⏵';
/** Checkbox glyphs and whether each is ticked. Some of them are also used as bullets. */
const tickStates: Readonly<Record<string, boolean>> = {
  '☐': false,
  '☑': true,
  '☒': true,
  '◯': false,
  '○': false,
  '◉': true,
  '●': true,
  '⦿': true,
  '◻': false,
  '◼': true,
  '□': false,
  '■': true,
  '✓': true,
  '✔': true,
  '⬡': false,
  '⬢': true,
};
/** Corners of boxes and branch glyphs, which never begin an option. */
const borderGlyphs = '┌└├╭╰┏┗┣╔╚╠⎿↳';
const tickGlyphs = Object.keys(tickStates).join('');
/** Round glyphs and asterisks before a number. On one item they mark it; on all items they are checkboxes. */
const leadGlyphs = '●◉○◯•*◆';
const bulletGlyphs = '-•*·◆◇‣∙';
const bracketedTick = /^(?:\[([ xX*✓✔✗•-]?)\]|\(([ xX*•●]?)\)|<([ xX*]?)>)(?=\s|$)/;
const numberPrefix = /^(?:(\d{1,3})[.):](?=\s|$)|[([](\d{1,3})[)\]](?=\s|$))/;
const letterPrefix = /^(?:\[(\w|\w+)\]|\((\w)\)|(\w)\))(?=\s)/;
const keySuffix = /\((esc|enter|return|tab|space|backspace|shift\+tab|ctrl[+-]\w|alt[+-]\w|[a-z0-9?])\)$/i;

/** Reads a row from left to right. `at` is the next position. */
class ChoiceRowReader {
  readonly text: string;
  at: number;
  readonly end: number;

  constructor(text: string, at: number, end: number) {
    this.text = text;
    this.at = at;
    this.end = end;
  }

  /** Reads one of the glyphs if a blank or the end follows. */
  readGlyph(of: string): string | undefined {
    const char = this.text[this.at];
    if (char === undefined || this.at >= this.end || !of.includes(char)) return undefined;
    if (this.at + 1 < this.end && !/\s/.test(this.text[this.at + 1]!)) return undefined;
    this.#advance(1);
    return char;
  }

  /** Reads one of the glyphs if the following text matches the pattern. */
  readLead(of: string, pattern: RegExp): string | undefined {
    const from = this.at;
    const char = this.readGlyph(of);
    if (char !== undefined && pattern.test(this.#upcoming)) return char;
    this.at = from;
    return undefined;
  }

  get #upcoming(): string {
    return this.text.slice(this.at, Math.min(this.end, this.at + limits.hostItemChars));
  }

  readMatch(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.#upcoming);
    if (!found) return undefined;
    this.#advance(found[0].length);
    return found.slice(1).find((group) => group !== undefined) ?? '';
  }

  #advance(length: number): void {
    this.at += length;
    while (this.at < this.end && /\s/.test(this.text[this.at]!)) this.at++;
  }
}

export function readChoiceRow(screen: ScreenText, row: number, area: RowArea): ChoiceRow | undefined {
  const { text, start } = rowPart(screen, row, area);
  const span = unframedRange(text);
  if (span.start === span.end || borderGlyphs.includes(text[span.start]!)) return undefined;
  const reader = new ChoiceRowReader(text, span.start, span.end);
  const marked = reader.readGlyph(markerGlyphs) !== undefined;
  const startAt = reader.at;
  const lead = reader.readLead(leadGlyphs, numberPrefix);
  const tick = lead === undefined ? readTick(reader) : undefined;
  const numberAt = reader.at;
  const index = reader.readMatch(numberPrefix);
  const late = tick ?? readTick(reader);
  const key = late ? undefined : reader.readMatch(letterPrefix);
  const bullet =
    index === undefined && !late && key === undefined ? reader.readGlyph(bulletGlyphs) : undefined;
  const label = text.slice(reader.at, span.end);
  const shown = key ?? keySuffix.exec(label.slice(-limits.hostItemChars))?.[1];
  const column = (unit: number) => screen.columnAt(row, start + unit);
  return {
    row,
    col: column(span.start),
    itemCol: column(index === undefined ? startAt : numberAt),
    labelCol: column(reader.at),
    endCol: column(span.end),
    marked,
    ...(index !== undefined && { index: Number(index) }),
    ...(late && { checked: late.checked, bullet: late.glyph }),
    ...(shown !== undefined && { key: shown.toLowerCase() }),
    ...(bullet !== undefined && { bullet }),
    ...(lead !== undefined && { lead }),
    text: label,
    whole: text.slice(span.start, span.end),
  };
}

function readTick(
  reader: ChoiceRowReader,
): { readonly checked: boolean; readonly glyph: string } | undefined {
  const inside = reader.readMatch(bracketedTick);
  if (inside !== undefined) return { checked: inside.trim() !== '' && inside !== '-', glyph: '[]' };
  const glyph = reader.readGlyph(tickGlyphs);
  return glyph === undefined ? undefined : { checked: tickStates[glyph]!, glyph };
}

export const isTickSet = (glyph: string): boolean => tickStates[glyph] ?? true;
