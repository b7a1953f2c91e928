/** Redacts base64 payloads of escape sequences, such as clipboard content (OSC 52 and 5522). */
import { limits } from '#limits.ts';
import type { UnfinishedSequence } from './escapes.ts';
import type { TextSpan } from './redaction.ts';

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

/** The spans to replace in the payloads, with their replacements. */
export function payloadSpans(
  text: string,
  clips: readonly Base64Payload[],
  replacement: string,
  hide: (raw: string) => string,
): TextSpan[] {
  return clips.flatMap(({ start, end, part }) => {
    const payload = text.slice(start, end);
    // Longer payloads are not decoded. They are hidden whole.
    const isLong = payload.length > limits.clipboardChars && part !== 'rest';
    const told = part === 'whole' ? redactPayload(payload, hide) : '';
    const instead = isLong ? toBase64(replacement) : told;
    return instead === undefined || payload === '' ? [] : [{ start, end, instead }];
  });
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
