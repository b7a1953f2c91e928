/** One row as a choice: what marks it, its number, its box to tick, its key, its words. */
import { limits } from '../../../limits.ts';
import { type Area, partOf } from './area.ts';
import { bare } from './bare.ts';
import type { ScreenText } from './screenText.ts';

export interface ChoiceRow {
  readonly row: number;
  /** Where the row begins, its number, bullet or box, and its words: columns. */
  readonly col: number;
  readonly itemCol: number;
  readonly labelCol: number;
  readonly endCol: number;
  readonly marked: boolean;
  readonly index?: number;
  readonly checked?: boolean;
  readonly key?: string;
  readonly bullet?: string;
  /** What stands before its number: a mark, or something to tick. */
  readonly lead?: string;
  /** Its words, and all that stands in the row. */
  readonly text: string;
  readonly whole: string;
}

const markers = '❯›>▶►▸➜→»❱⏵';
/** What may be ticked, with what it says; the bullets among them may also just be bullets. */
const ticks: Readonly<Record<string, boolean>> = {
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
/** Edges of boxes, and what hangs below a row: no choice begins with one. */
const corners = '┌└├╭╰┏┗┣╔╚╠⎿↳';
const tickGlyphs = Object.keys(ticks).join('');
/** Round marks and stars before a number: on one of several, they mean that one; on all, they are to be ticked. */
const leads = '●◉○◯•*◆';
const bullets = '-•*·◆◇‣∙';
const bracketed = /^(?:\[([ xX*✓✔✗•-]?)\]|\(([ xX*•●]?)\)|<([ xX*]?)>)(?=\s|$)/;
const numbered = /^(?:(\d{1,3})[.):](?=\s|$)|[([](\d{1,3})[)\]](?=\s|$))/;
const lettered = /^(?:\[(\w|\w+)\]|\((\w)\)|(\w)\))(?=\s)/;
const ending = /\((esc|enter|return|tab|space|backspace|shift\+tab|ctrl[+-]\w|alt[+-]\w|[a-z0-9?])\)$/i;

/** Reads from the left; what was read is behind `at`. */
class Reader {
  readonly text: string;
  at: number;
  readonly end: number;

  constructor(text: string, at: number, end: number) {
    this.text = text;
    this.at = at;
    this.end = end;
  }

  /** One of some characters with a blank behind it. */
  one(of: string): string | undefined {
    const char = this.text[this.at];
    if (char === undefined || this.at >= this.end || !of.includes(char)) return undefined;
    if (this.at + 1 < this.end && !/\s/.test(this.text[this.at + 1]!)) return undefined;
    this.#pass(1);
    return char;
  }

  /** One of some characters, if what follows it is this. */
  lead(of: string, pattern: RegExp): string | undefined {
    const from = this.at;
    const char = this.one(of);
    if (char !== undefined && pattern.test(this.#ahead)) return char;
    this.at = from;
    return undefined;
  }

  get #ahead(): string {
    return this.text.slice(this.at, Math.min(this.end, this.at + limits.hostItemChars));
  }

  match(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.#ahead);
    if (!found) return undefined;
    this.#pass(found[0].length);
    return found.slice(1).find((group) => group !== undefined) ?? '';
  }

  #pass(length: number): void {
    this.at += length;
    while (this.at < this.end && /\s/.test(this.text[this.at]!)) this.at++;
  }
}

export function choiceRow(screen: ScreenText, row: number, area: Area): ChoiceRow | undefined {
  const { text, start } = partOf(screen, row, area);
  const span = bare(text);
  if (span.start === span.end || corners.includes(text[span.start]!)) return undefined;
  const reader = new Reader(text, span.start, span.end);
  const marked = reader.one(markers) !== undefined;
  const startAt = reader.at;
  const lead = reader.lead(leads, numbered);
  const tick = lead === undefined ? tickOf(reader) : undefined;
  const numberAt = reader.at;
  const index = reader.match(numbered);
  const late = tick ?? tickOf(reader);
  const key = late ? undefined : reader.match(lettered);
  const bullet = index === undefined && !late && key === undefined ? reader.one(bullets) : undefined;
  const label = text.slice(reader.at, span.end);
  const shown = key ?? ending.exec(label.slice(-limits.hostItemChars))?.[1];
  const column = (unit: number) => screen.columnOf(row, start + unit);
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

function tickOf(reader: Reader): { readonly checked: boolean; readonly glyph: string } | undefined {
  const inside = reader.match(bracketed);
  if (inside !== undefined) return { checked: inside.trim() !== '' && inside !== '-', glyph: '[]' };
  const glyph = reader.one(tickGlyphs);
  return glyph === undefined ? undefined : { checked: ticks[glyph]!, glyph };
}

export const isTicked = (glyph: string): boolean => ticks[glyph] ?? true;
