/** Texts, character by character: what Lua's own string functions do by bytes. */
import { textWidth } from '../../screen/widths.ts';
import type { HostFunction, HostGroup, Param } from './declaration.ts';
import { printedText } from './printed.ts';
import { bareText, dedented, trimmed } from './screen/bare.ts';

/** Small letters, one for one: what would change its length stays as it is, so that places remain true. */
export function lower(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Marks of direction, breaks that are no blanks, joiners, the ways in which an emoji is drawn, and what stands for them. */
const unseen = /[\s\p{Cf}\p{Emoji_Modifier}\u{fffd}]|\p{Variation_Selector}/gu;

const text: Param = { name: 'text', type: 'string', text: 'The text.' };
const oneText = [text];
const parts: readonly Param[] = [
  text,
  { name: 'part', type: 'string|string[]', text: 'What to look for; of several, any.' },
  {
    name: 'ignore_case',
    type: 'boolean',
    text: 'Whether large and small letters are the same.',
    optional: true,
  },
];

const looked =
  (fits: (text: string, part: string) => boolean): HostFunction['run'] =>
  (_host, whole: string, wanted: string | readonly string[], ignoreCase?: boolean) => {
    const fold = (some: string) => (ignoreCase ? lower(some) : some);
    const folded = fold(whole);
    return [wanted].flat().find((part) => fits(folded, fold(part)));
  };

const thePart = { type: 'string|nil', text: 'The part that is there, the first of several.' };

export const textGroup: HostGroup = {
  title: 'Texts',
  text: 'Characters are characters here, and columns are those of a terminal.',
  functions: [
    {
      name: 'text.trim',
      params: oneText,
      result: { type: 'string', text: 'The rest.' },
      text: 'Takes blanks off both ends, no-break spaces too.',
      example: { lua: "assert(ptywright.text.trim('\\u{a0} x ') == 'x')" },
      run: (_host, whole: string) => {
        const { start, end } = trimmed(whole);
        return whole.slice(start, end);
      },
    },
    {
      name: 'text.unbox',
      params: oneText,
      result: { type: 'string', text: 'The rest.' },
      text: 'Takes a border of a box, and blanks, off both ends.',
      example: { lua: "assert(ptywright.text.unbox('│ Save? │') == 'Save?')" },
      run: (_host, whole: string) => bareText(whole),
    },
    {
      name: 'text.squeeze',
      params: oneText,
      result: { type: 'string', text: 'One line.' },
      text: 'Makes every run of blanks and line feeds one space, so that text reads the same however it was wrapped.',
      example: { lua: "assert(ptywright.text.squeeze(' do you\\n   agree?') == 'do you agree?')" },
      run: (_host, whole: string) => whole.split(/\s+/).filter(Boolean).join(' '),
    },
    {
      name: 'text.visible',
      params: oneText,
      result: { type: 'string', text: 'What is left to be compared.' },
      text: 'Composes letters, and leaves out blanks, what takes no column, and shades of emoji: terminals show these in different ways.',
      example: { lua: "assert(ptywright.text.visible('e\u{301}t\u{200b} \u{e9}') == 'été')" },
      run: (_host, whole: string) => whole.normalize('NFC').replace(unseen, ''),
    },
    {
      name: 'text.dedent',
      params: oneText,
      result: { type: 'string', text: 'The lines without common indentation and blank edges.' },
      text: 'Moves lines to the left as far as all of them can go.',
      example: { lua: "assert(ptywright.text.dedent('\\n  a\\n    b\\n') == 'a\\n  b')" },
      run: (_host, whole: string) => dedented(whole.split('\n')).join('\n'),
    },
    {
      name: 'text.lines',
      params: oneText,
      result: { type: 'string[]', text: 'Its lines.' },
      text: 'Cuts a text at its line feeds.',
      example: { lua: "assert(#ptywright.text.lines('a\\n\\nb') == 3)" },
      run: (_host, whole: string) => whole.split(/\r?\n/),
    },
    {
      name: 'text.printed',
      params: oneText,
      result: { type: 'string', text: 'The lines that would be read.' },
      text: 'Leaves out the escape sequences of a stretch of output, and of a line that was written over all but what was written last.',
      example: { lua: "assert(ptywright.text.printed('\\27[1m10 %\\r100 %\\27[m') == '100 %')" },
      run: (_host, whole: string) => printedText(whole),
    },
    {
      name: 'text.width',
      params: oneText,
      result: { type: 'integer', text: 'Columns.' },
      text: 'Tells how many columns a text takes.',
      example: { lua: "assert(ptywright.text.width('漢字') == 4)" },
      run: (_host, whole: string) => textWidth(whole),
    },
    {
      name: 'text.lower',
      params: oneText,
      result: { type: 'string', text: 'Small letters.' },
      text: 'Makes letters small, of all alphabets.',
      example: { lua: "assert(ptywright.text.lower('ÄRGER') == 'ärger')" },
      run: (_host, whole: string) => lower(whole),
    },
    {
      name: 'text.has',
      params: parts,
      result: thePart,
      text: 'Tells whether a text holds another.',
      example: { lua: "assert(ptywright.text.has('Press any key', { 'enter', 'any key' }) == 'any key')" },
      run: looked((whole, part) => whole.includes(part)),
    },
    {
      name: 'text.starts',
      params: parts,
      result: thePart,
      text: 'Tells whether a text begins with another.',
      example: { lua: "assert(ptywright.text.starts('Error: no', 'error:', true))" },
      run: looked((whole, part) => whole.startsWith(part)),
    },
    {
      name: 'text.ends',
      params: parts,
      result: thePart,
      text: 'Tells whether a text ends with another.',
      example: { lua: "assert(not ptywright.text.ends('Working…', '.'))" },
      run: looked((whole, part) => whole.endsWith(part)),
    },
  ],
};
