/**
 * Host functions for texts. They work on characters, whereas the string functions of Lua work on bytes. Also extracts
 * the readable text of raw output.
 */

import { textWidth } from '#terminal/unicodeWidth.ts';
import { VtTokenizer } from '#terminal/vtTokenizer.ts';
import { dedentLines, trimRange, unframeText } from '../screen/screenText.ts';
import type { HostFunction, HostGroup, HostParam } from './declaration.ts';

const controlPattern = /[\x00-\x08\x0b-\x1f\x7f]/g;
const hasControls = /[\x00-\x08\x0b-\x1f\x7f]/;

/**
 * Returns the readable text of raw output. Escape sequences are removed, not interpreted, so text stays in the order in
 * which it was written. Output may contain anything, so each step takes linear time.
 */
function printedText(output: string): string {
  const tokens = new VtTokenizer({ c1: false, controls: false }).begin(output);
  let text = '';
  while (tokens.next()) if (tokens.kind === 'text') text += output.slice(tokens.start, tokens.end);
  return hasControls.test(text) ? text.split('\n').map(readLine).join('\n') : text;
}

function readLine(line: string): string {
  if (!hasControls.test(line)) return line;
  return applyBackspaces(applyReturns(line)).replace(controlPattern, '');
}

/** Applies carriage returns: the last part that was written to a line is kept. */
const applyReturns = (line: string): string => line.split('\r').findLast((part) => part !== '') ?? '';

/** Applies backspaces: each removes the character before it. */
function applyBackspaces(line: string): string {
  if (!line.includes('\b')) return line;
  const kept: string[] = [];
  for (const character of line) {
    if (character === '\b') kept.pop();
    else kept.push(character);
  }
  return kept.join('');
}

/**
 * Lowercases a text without changing its length, so that offsets stay valid. Where lowercasing changes the length, only
 * A to Z are converted.
 */
export function toLowerCase(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Blanks, format characters such as direction marks and joiners, emoji modifiers, variation selectors, and U+FFFD. */
const invisibleCharacters = /[\s\p{Cf}\p{Emoji_Modifier}\u{fffd}]|\p{Variation_Selector}/gu;

const textParam: HostParam = { name: 'text', type: 'string', text: 'The text.' };
const textParams = [textParam];
const partParams: readonly HostParam[] = [
  textParam,
  { name: 'part', type: 'string|string[]', text: 'The text to look for. With several texts, any of them.' },
  {
    name: 'ignore_case',
    type: 'boolean',
    text: 'Whether to ignore the difference between upper and lower case.',
    optional: true,
  },
];

const createPartFinder =
  (fits: (text: string, part: string) => boolean): HostFunction['run'] =>
  (_host, whole: string, expected: string | readonly string[], ignoreCase?: boolean) => {
    const fold = (some: string) => (ignoreCase ? toLowerCase(some) : some);
    const folded = fold(whole);
    return [expected].flat().find((part) => fits(folded, fold(part)));
  };

const partResult = {
  type: 'string|nil',
  text: 'The text that was found, of several the first in the list. nil when none was found.',
};

export const textGroup: HostGroup = {
  title: 'Texts',
  text: 'These functions work on characters, and columns are terminal columns.',
  functions: [
    {
      name: 'text.trim',
      params: textParams,
      result: { type: 'string', text: 'The trimmed text.' },
      text: 'Remove blanks from both ends, including no-break spaces.',
      example: { lua: "assert(ptywright.text.trim('\\u{a0} x ') == 'x')" },
      run: (_host, whole: string) => {
        const { start, end } = trimRange(whole);
        return whole.slice(start, end);
      },
    },
    {
      name: 'text.unbox',
      params: textParams,
      result: { type: 'string', text: 'The text without the border.' },
      text: 'Remove the border of a box and blanks from both ends.',
      example: { lua: "assert(ptywright.text.unbox('│ Save? │') == 'Save?')" },
      run: (_host, whole: string) => unframeText(whole),
    },
    {
      name: 'text.squeeze',
      params: textParams,
      result: { type: 'string', text: 'The text as one line.' },
      text: 'Replace each run of blanks and line feeds with one space, so that text compares equal however it was wrapped.',
      example: { lua: "assert(ptywright.text.squeeze(' do you\\n   agree?') == 'do you agree?')" },
      run: (_host, whole: string) => whole.split(/\s+/).filter(Boolean).join(' '),
    },
    {
      name: 'text.visible',
      params: textParams,
      result: { type: 'string', text: 'The text to compare.' },
      text: 'Normalize a text for comparison. Composes letters, and removes blanks, characters without width and emoji modifiers, because terminals display these differently.',
      example: { lua: "assert(ptywright.text.visible('e\u{301}t\u{200b} \u{e9}') == 'été')" },
      run: (_host, whole: string) => whole.normalize('NFC').replace(invisibleCharacters, ''),
    },
    {
      name: 'text.dedent',
      params: textParams,
      result: {
        type: 'string',
        text: 'The lines without common indentation and without blank lines at the start and end.',
      },
      text: 'Remove the common indentation of lines.',
      example: { lua: "assert(ptywright.text.dedent('\\n  a\\n    b\\n') == 'a\\n  b')" },
      run: (_host, whole: string) => dedentLines(whole.split('\n')).join('\n'),
    },
    {
      name: 'text.lines',
      params: textParams,
      result: { type: 'string[]', text: 'The lines.' },
      text: 'Split a text at its line feeds.',
      example: { lua: "assert(#ptywright.text.lines('a\\n\\nb') == 3)" },
      run: (_host, whole: string) => whole.split(/\r?\n/),
    },
    {
      name: 'text.printed',
      params: textParams,
      result: { type: 'string', text: 'The readable lines.' },
      text: 'Remove escape sequences from raw output. Of an overwritten line, keep only the text that was written last.',
      example: { lua: "assert(ptywright.text.printed('\\27[1m10 %\\r100 %\\27[m') == '100 %')" },
      run: (_host, whole: string) => printedText(whole),
    },
    {
      name: 'text.width',
      params: textParams,
      result: { type: 'integer', text: 'The number of columns.' },
      text: 'Return how many columns a text takes, counted as the current session counts them.',
      example: { lua: "assert(ptywright.text.width('漢字') == 4)" },
      run: ({ context }, whole: string) => textWidth(whole, context.current()?.screenContext?.widths),
    },
    {
      name: 'text.lower',
      params: textParams,
      result: { type: 'string', text: 'The text in lower case.' },
      text: 'Convert letters of all alphabets to lower case.',
      example: { lua: "assert(ptywright.text.lower('ÄRGER') == 'ärger')" },
      run: (_host, whole: string) => toLowerCase(whole),
    },
    {
      name: 'text.has',
      params: partParams,
      result: partResult,
      text: 'Check whether a text contains another text.',
      example: { lua: "assert(ptywright.text.has('Press any key', { 'enter', 'any key' }) == 'any key')" },
      run: createPartFinder((whole, part) => whole.includes(part)),
    },
    {
      name: 'text.starts',
      params: partParams,
      result: partResult,
      text: 'Check whether a text begins with another text.',
      example: { lua: "assert(ptywright.text.starts('Error: no', 'error:', true))" },
      run: createPartFinder((whole, part) => whole.startsWith(part)),
    },
    {
      name: 'text.ends',
      params: partParams,
      result: partResult,
      text: 'Check whether a text ends with another text.',
      example: { lua: "assert(not ptywright.text.ends('Working…', '.'))" },
      run: createPartFinder((whole, part) => whole.endsWith(part)),
    },
  ],
};
