/**
 * Other forms in which a secret can be read in a text. Encoded lines are decoded: percent encoding, string escapes of
 * JSON and programming languages, HTML entities, quoted-printable, and escape sequences in the notation of `cat -v`.
 * Zero-width characters are removed, such as joiners, combining marks and bidi controls. The base64 payloads of escape
 * sequences are redacted on their own, such as clipboard content (OSC 52 and 5522).
 */

import { limits } from '#limits.ts';
import type { UnfinishedSequence } from './escapes.ts';
import { AssembledText, type MappedText, type TextSpan } from './redaction.ts';

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
/** Text without a match is not encoded. */
export const encodedPattern = new RegExp(`${escapedSequence}|${encodedCharacters.join('|')}`, 'g');

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

/** Decodes an unfinished line up to `rest`, where an incomplete code may begin. */
export function decodeTail(line: string): {
  readonly rest: number;
  readonly decoded: readonly MappedText[];
} {
  const from = Math.max(0, line.length - maxCodeChars);
  const half = unfinishedCode.exec(line.slice(from));
  const rest = half ? from + half.index : line.length;
  return { rest, decoded: decodeLine(line, 0, rest) };
}

/** The decoded forms of a line, one for each level of encoding. */
export function decodeLine(text: string, start: number, end: number): MappedText[] {
  const found: MappedText[] = [];
  let line: MappedText = plainText(text, start, end);
  for (let level = 0; level < maxDecodings; level += 1) {
    const further = decodeOnce(line);
    if (!further) break;
    found.push(further);
    line = further;
  }
  return found;
}

const plainText = (text: string, from: number, to: number): MappedText => ({
  text: text.slice(from, to),
  original: (start, end) => ({ start: from + start, end: from + end }),
});

function decodeOnce(line: MappedText): MappedText | undefined {
  const source = line.text;
  const view = new AssembledText();
  let from = 0;
  encodedPattern.lastIndex = 0;
  for (const { index, 0: code } of source.matchAll(encodedPattern)) {
    view.add(source.slice(from, index), from);
    view.add(decodeCode(code), index, index + code.length);
    from = index + code.length;
  }
  if (from === 0) return undefined;
  view.add(source.slice(from), from);
  return {
    text: view.text,
    original(start, end) {
      const span = view.original(start, end);
      return line.original(span.start, span.end);
    },
  };
}

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}]+/uy;
/** Excludes blocks without invisible characters. `behindAscii` finds those right after an ASCII character. */
const firstInvisible =
  /^[^\x00-\xac\xae-\u02ff\u2010-\u2029\u2030-\u205f\u2070-\u20cf\u2100-\u2c7f\u3000-\u3029\u3030-\u3098\u309b-\u3163\u3165-\ua66e\uac00-\ud7ff\uff00-\uff9f]/;
const behindAscii = new RegExp(`[!-~]${firstInvisible.source.slice(1)}`, 'g');

/** The text may continue after a visible character. */
export const mayBeInvisible = (text: string): boolean =>
  firstInvisible.test(text) || text.search(behindAscii) >= 0;

/** The text without invisible characters after ASCII characters; undefined if there are none. */
export function visibleOf(text: string): AssembledText | undefined {
  const visible = new AssembledText();
  let from = 0;
  behindAscii.lastIndex = 0;
  for (let hit = behindAscii.exec(text); hit; hit = behindAscii.exec(text)) {
    invisible.lastIndex = hit.index + 1;
    if (!invisible.test(text)) continue;
    visible.add(text.slice(from, hit.index + 1), from);
    from = behindAscii.lastIndex = invisible.lastIndex;
  }
  if (from === 0) return undefined;
  visible.add(text.slice(from), from);
  return visible;
}

/** The position of a payload in the text with the sequence. */
export interface Base64Payload extends TextSpan {
  /**
   * `begun`: an unfinished sequence, which has no effect yet. `rest`: the rest of a long one whose start was hidden
   * at the hold-back limit.
   */
  readonly part: 'whole' | 'begun' | 'rest';
}

// These character runs end before the end of the sequence, so that unfinished ones are not scanned repeatedly.
const charactersExcept = (signs: string) => `[^${signs}\\x07\\x18\\x1a\\x1b\\x9c]*`;
const payloadHeads = new RegExp(
  [
    `0*52;${charactersExcept(';')};`,
    `0*5522;${charactersExcept(';')};`,
    `0*99;(?:${charactersExcept(':;')}:)*e=1(?::${charactersExcept(';')})?;`,
    `0*1337;(?:SetUserVar=${charactersExcept('=')}=|Copy=${charactersExcept(':')}:)`,
  ].join('|'),
  'y',
);
/** The name of a file. File contents, such as images, are not redacted. */
const fileNameHead = new RegExp(`0*1337;(?:Multipart)?File=(?:${charactersExcept(':;')};)*name=`, 'y');

/** Finds the payload of an OSC whose content is from `from` to `end`. */
export function findPayload(
  text: string,
  from: number,
  end: number,
  kind: UnfinishedSequence,
  ended: boolean,
): Base64Payload | undefined {
  if (kind === 'clip') return { start: from, end, part: 'rest' };
  if (kind !== 'osc') return undefined;
  const start = endOfHead(payloadHeads, text, from);
  if (start <= end) return { start, end, part: ended ? 'whole' : 'begun' };
  const name = endOfHead(fileNameHead, text, from);
  if (name > end) return undefined;
  const length = text.slice(name, end).search(/[:;]/);
  if (length >= 0) return { start: name, end: name + length, part: 'whole' };
  return { start: name, end, part: ended ? 'whole' : 'begun' };
}

function endOfHead(head: RegExp, text: string, from: number): number {
  head.lastIndex = from;
  return head.test(text) ? head.lastIndex : Number.POSITIVE_INFINITY;
}

/** The replacement of the payload; undefined if nothing in it is hidden. */
export function hidePayload(
  text: string,
  { start, end, part }: Base64Payload,
  replacement: string,
  hide: (raw: string) => string,
): TextSpan | undefined {
  const payload = text.slice(start, end);
  // Longer payloads are not decoded. They are hidden whole.
  const isLong = payload.length > limits.clipboardChars && part !== 'rest';
  const redacted = part === 'whole' ? redactPayload(payload, hide) : '';
  const instead = isLong ? toBase64(replacement) : redacted;
  return instead === undefined || payload === '' ? undefined : { start, end, instead };
}

const base64Pattern = /^[\w+/\s-]+={0,2}\s*$/;

/** Undefined if nothing is hidden or the payload is not base64. */
export function redactPayload(payload: string, hide: (raw: string) => string): string | undefined {
  if (payload.length > limits.clipboardChars || !base64Pattern.test(payload)) return undefined;
  const raw = Buffer.from(payload, 'base64').toString();
  const hidden = hide(raw);
  return hidden === raw ? undefined : toBase64(hidden);
}

const toBase64 = (text: string) => Buffer.from(text).toString('base64');
