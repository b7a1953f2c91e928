/** Actions that send text or bytes: `text`, `paste`, `bracketed_paste`, `stream_text` and `raw`. */
import { limits } from '#limits.ts';
import { nextTurn } from '#platform/eventLoop.ts';
import { z } from '#platform/schema.ts';
import {
  type ActionResult,
  action,
  encodeUtf8,
  type InputTarget,
  longLineWarnings,
  WellFormedText,
  writeInput,
} from './action.ts';

export const textAction = action({
  name: 'text',
  summary: 'Type text unchanged: `\\n` is a newline character, while the Enter key sends `\\r`.',
  needs: 'input.write',
  value: WellFormedText,
  examples: [{ title: 'a line for a shell', value: 'help\n', writes: 'help\n' }],
  perform: writeInput,
});

export const pasteAction = action({
  name: 'paste',
  summary: 'Paste text byte for byte, for programs that do not support bracketed paste.',
  needs: 'input.write',
  value: WellFormedText,
  examples: [{ title: 'two lines', value: 'multi\nline', writes: 'multi\nline' }],
  perform: writeInput,
});

const pasteMarkers = /(?:\x1b\[|\x9b)20[01]~/.source;
const controlCharacters = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.source;
const forbiddenInPaste = new RegExp(`${pasteMarkers}|${controlCharacters}`, 'g');

/**
 * The rest of an end marker after a CSI. White space is allowed: inside a sequence, a control character is executed
 * at once and the sequence continues.
 */
const pasteEndTail = /(?=[0\t\n\r]*2[\t\n\r]*0[\t\n\r]*1[\t\n\r]*(?:[;:][0-?\t\n\r]*)?~)/.source;
const characterBeforeEnd = new RegExp(`[^\\x00-\\x7f]${pasteEndTail}`, 'gu');

/** A program that reads single bytes with 8-bit controls reads a final UTF-8 byte of 0x9b as CSI. */
const endsInCsiByte = (character: string) => (character.codePointAt(0)! & 0x3f) === 0x1b;

interface SanitizedPaste {
  readonly text: string;
  /** Number of characters removed or replaced. */
  readonly changed: number;
}

/**
 * Makes text that cannot end a bracketed paste. Removes DEL, all C1 controls, and all C0 controls except tab, newline
 * and return. Without ESC and CSI no end marker can form, even if a removal joins the text around it. A letter such
 * as ě right before `201~` becomes U+FFFD, because its removal could create a marker.
 *
 * Like terminals, removes characters instead of refusing the text: people paste logs with colours. Changes are
 * counted, and the caller gets a warning.
 */
export function sanitizePaste(given: string): SanitizedPaste {
  const kept = given.replace(forbiddenInPaste, '');
  let changed = given.length - kept.length;
  const replaceIfCsi = (found: string) => {
    if (!endsInCsiByte(found)) return found;
    changed += 1;
    return '\ufffd';
  };
  return { text: kept.replace(characterBeforeEnd, replaceIfCsi), changed };
}

/** Like `sanitizePaste`, but lets other sessions run during a long text. */
export async function sanitiseInTurns(given: string): Promise<SanitizedPaste> {
  const slices: SanitizedPaste[] = [];
  for (let at = 0; at < given.length; ) {
    const end = sliceEnd(given, at);
    slices.push(sanitizePaste(given.slice(at, end)));
    at = end;
    await nextTurn();
  }
  return {
    text: slices.map(({ text }) => text).join(''),
    changed: slices.reduce((sum, { changed }) => sum + changed, 0),
  };
}

/** Ends a slice after a letter or a blank: it is always kept, and no replacement extends across it. */
function sliceEnd(text: string, from: number): number {
  const least = from + limits.textSliceChars;
  if (least >= text.length) return text.length;
  safe.lastIndex = least;
  return safe.test(text) ? safe.lastIndex : text.length;
}

const safe = /[A-Za-z ]/g;

const modeOffWarning = 'The program has not enabled bracketed paste, so it may read the markers as keys.';
const changedCharactersWarning = (count: number) =>
  `${count} characters were removed or replaced, because they could end the paste or act as keys.`;

export const bracketedPasteAction = action({
  name: 'bracketed_paste',
  summary:
    'Paste text between the markers of bracketed paste. Control characters except tab, newline and return are ' +
    'removed, and so is every form of the end marker, so that no text can end the paste.',
  needs: 'input.write',
  value: WellFormedText,
  examples: [
    {
      title: 'two lines between markers',
      value: 'two\nlines',
      modes: { bracketedPaste: true },
      writes: '\x1b[200~two\nlines\x1b[201~',
    },
    {
      title: 'an end marker in the text',
      value: 'echo \x1b[201~rm -r .\r',
      modes: { bracketedPaste: true },
      writes: '\x1b[200~echo rm -r .\r\x1b[201~',
    },
  ],
  perform(target, value) {
    if (value.length <= limits.textSliceChars) return pasteInto(target, sanitizePaste(value));
    return sanitiseInTurns(value).then((sanitised) => pasteInto(target, sanitised));
  },
});

function pasteInto(target: InputTarget, { text, changed }: SanitizedPaste): ActionResult {
  const warnings = [
    ...(target.modes.bracketedPaste ? [] : [modeOffWarning]),
    ...(changed > 0 ? [changedCharactersWarning(changed)] : []),
  ];
  return writeInput(target, `\x1b[200~${text}\x1b[201~`, warnings);
}

const StreamTextValue = z.strictObject({
  text: WellFormedText,
  chunk_chars: z.int().min(0).default(64).describe('Characters per write, clamped to 1..1024.'),
  delay_ms: z.int().min(0).default(2).describe('Pause between two writes, clamped to 0..100.'),
});
type StreamTextValue = z.output<typeof StreamTextValue>;

const clampChunkChars = (given: number) => Math.min(Math.max(given, 1), limits.streamChunkChars);
const clampDelayMs = (given: number) => Math.min(given, limits.streamDelayMs);

/** Counts UTF-16 units, which are never fewer than the characters. */
const streamDurationMs = ({ text, chunk_chars, delay_ms }: StreamTextValue) =>
  (text.length / clampChunkChars(chunk_chars)) * clampDelayMs(delay_ms);

/** Cuts between code points, so that each character reaches the program in one write. */
function* splitChunks(text: string, most: number): Generator<string> {
  let start = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) {
    if (count === most) {
      yield text.slice(start, at);
      start = at;
      count = 0;
    }
    count++;
  }
  if (count > 0) yield text.slice(start);
}

function clampWarnings({ chunk_chars, delay_ms }: StreamTextValue): string[] {
  const clamped = [
    ['chunk_chars', chunk_chars, clampChunkChars(chunk_chars)],
    ['delay_ms', delay_ms, clampDelayMs(delay_ms)],
  ] as const;
  return clamped
    .filter(([, given, used]) => given !== used)
    .map(([name, given, used]) => `${name} ${given} was clamped to ${used}.`);
}

async function writeChunks(target: InputTarget, value: StreamTextValue): Promise<ActionResult> {
  const bytes = encodeUtf8(value.text);
  const pause = clampDelayMs(value.delay_ms);
  let first = true;
  for (const chunk of splitChunks(value.text, clampChunkChars(value.chunk_chars))) {
    if (!first) await target.delay(pause);
    first = false;
    target.write(encodeUtf8(chunk));
  }
  return { bytes: bytes.length, warnings: [...clampWarnings(value), ...longLineWarnings(target, bytes)] };
}

export const streamTextAction = action({
  name: 'stream_text',
  summary: 'Type text in small writes with pauses, for programs that treat a fast burst as a paste.',
  needs: 'input.write',
  value: StreamTextValue.refine((value) => streamDurationMs(value) <= limits.timeoutMs, {
    error: `would take longer than ${limits.timeoutMs} ms; use larger chunks or shorter pauses`,
  }),
  examples: [
    { title: 'the default pace', value: { text: 'hello' }, writes: 'hello' },
    { title: 'one character at a time', value: { text: 'hi', chunk_chars: 1, delay_ms: 10 }, writes: 'hi' },
  ],
  perform: writeChunks,
});

/** Padding bits must be zero, so that the same bytes have only one form. */
const isCanonicalBase64 = (text: string) => Buffer.from(text, 'base64').toString('base64') === text;

export const rawAction = action({
  name: 'raw',
  summary: 'Write bytes, given as base64 with padding. They need not be valid text.',
  needs: 'input.write',
  value: z.base64().refine(isCanonicalBase64, { error: 'is not canonical base64', abort: true }),
  examples: [
    { title: 'escape and a letter', value: 'G3g=', writes: '\x1bx' },
    { title: 'invalid base64', value: 'G3g', fault: 'Invalid' },
  ],
  perform: (target, value) => writeInput(target, Buffer.from(value, 'base64')),
});
