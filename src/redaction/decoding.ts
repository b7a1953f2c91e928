/**
 * Decodes encoded lines: percent encoding, string escapes of JSON and programming languages, HTML entities,
 * quoted-printable, and escape sequences in the notation of `cat -v`.
 */
import { AssembledText } from './spans.ts';

type DecodedText = Pick<AssembledText, 'text' | 'original'>;

const escapedSequence = '(?:\\^\\[|\\\\(?:e|033|x1[bB]|u001[bB]))\\[[0-9;:?]{0,32}[A-Za-z]';
const encodedCharacters = [
  '%(?:[2-7][0-9A-Fa-f]|0[9AaDd])',
  '\\\\u\\{?00[0-7][0-9A-Fa-f]\\}?',
  '\\\\x[0-7][0-9A-Fa-f]',
  '\\\\[0-1][0-7][0-7]',
  '\\\\[nrt"\'\\\\/]',
  '&(?:#[0-9]{2,3}|#[xX][0-9A-Fa-f]{2,3}|quot|apos|amp|lt|gt|equals|colon|nbsp|num|dollar);',
  '=(?:3D|22|27|20|3A)',
];
const encodedPattern = new RegExp(`${escapedSequence}|${encodedCharacters.join('|')}`, 'g');

/** An incomplete code at the end. */
const unfinishedCode =
  /(?:%[0-9A-Fa-f]?|\\(?:u\{?[0-9A-Fa-f]{0,3}|x[0-9A-Fa-f]?|[01][0-7]?)?|&#?[0-9A-Za-z]{0,6}|=[23]?|(?:\^\[?|\\(?:e|033|x1[bB]|u001[bB]))\[?[0-9;:?]{0,32})$/;

const maxCodeChars = 48;

const htmlEntities: { readonly [name: string]: string } = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  equals: '=',
  colon: ':',
  nbsp: ' ',
  num: '#',
  dollar: '$',
};
const escapeLetters: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t' };

function decodeCode(code: string): string {
  if (/[[A-Za-z0-9]\[/.test(code)) return '';
  const body = code.slice(1);
  if (code[0] === '%' || code[0] === '=') return fromHex(body);
  if (code[0] === '\\') {
    if (/^[ux]/.test(body)) return fromHex(body.replace(/[{}ux]/g, ''));
    return body.length === 3 ? String.fromCharCode(Number.parseInt(body, 8)) : (escapeLetters[body] ?? body);
  }
  const name = body.slice(0, -1);
  if (name[0] !== '#') return htmlEntities[name]!;
  return /^#x/i.test(name) ? fromHex(name.slice(2)) : String.fromCharCode(Number.parseInt(name.slice(1), 10));
}

const fromHex = (digits: string) => String.fromCharCode(Number.parseInt(digits, 16));

/** Maximum number of decodings of text that is encoded several times. */
const maxDecodings = 3;

export const isEncoded = (text: string): boolean => text.search(encodedPattern) >= 0;

/** Calls `look` with the decoded form of each line that contains encoded characters. */
export function forEachDecodedLine(text: string, look: (line: DecodedText) => void): void {
  encodedPattern.lastIndex = 0;
  for (let hit = encodedPattern.exec(text); hit; hit = encodedPattern.exec(text)) {
    const start = hit.index === 0 ? 0 : text.lastIndexOf('\n', hit.index - 1) + 1;
    const feed = text.indexOf('\n', hit.index);
    const end = feed < 0 ? text.length : feed;
    decodeLine(text, start, end).forEach(look);
    encodedPattern.lastIndex = end;
  }
}

/** Decodes an unfinished line up to `rest`, where an incomplete code may begin. */
export function decodeTail(line: string): {
  readonly rest: number;
  readonly decoded: readonly DecodedText[];
} {
  const from = Math.max(0, line.length - maxCodeChars);
  const half = unfinishedCode.exec(line.slice(from));
  const rest = half ? from + half.index : line.length;
  return { rest, decoded: decodeLine(line, 0, rest) };
}

function decodeLine(text: string, start: number, end: number): DecodedText[] {
  const found: DecodedText[] = [];
  let line: DecodedText = plainText(text, start, end);
  for (let level = 0; level < maxDecodings; level += 1) {
    const further = decodeOnce(line);
    if (!further) break;
    found.push(further);
    line = further;
  }
  return found;
}

const plainText = (text: string, from: number, to: number): DecodedText => ({
  text: text.slice(from, to),
  original: (start, end) => ({ start: from + start, end: from + end }),
});

function decodeOnce(line: DecodedText): DecodedText | undefined {
  const source = line.text;
  if (!isEncoded(source)) return undefined;
  const view = new AssembledText();
  let from = 0;
  encodedPattern.lastIndex = 0;
  for (const { index, 0: code } of source.matchAll(encodedPattern)) {
    view.add(source.slice(from, index), from);
    view.add(decodeCode(code), index, index + code.length);
    from = index + code.length;
  }
  view.add(source.slice(from), from);
  return {
    text: view.text,
    original(start, end) {
      const span = view.original(start, end);
      return line.original(span.start, span.end);
    },
  };
}
