/** Text that a sequence carries in base64, such as what a program puts on the clipboard (OSC 52): hidden in that, too. */
import { limits } from '../limits.ts';
import type { Unfinished } from './escapes.ts';
import type { Span } from './redaction.ts';

/** Where it stands in the text that holds the sequence. */
export interface Clip extends Span {
  /** One that has not ended sets nothing. The rest is that of one of which as much was hidden as may be held. */
  readonly part: 'whole' | 'begun' | 'rest';
}

const heads = /0*52;[^;]*;|0*1337;(?:SetUserVar=[^=]*=|Copy=[^:]*:)/y;

/** That of an OSC whose words stand from one place to another. */
export function clipIn(
  text: string,
  from: number,
  end: number,
  kind: Unfinished,
  ended: boolean,
): Clip | undefined {
  if (kind === 'clip') return { start: from, end, part: 'rest' };
  if (kind !== 'osc') return undefined;
  heads.lastIndex = from;
  if (!heads.test(text) || heads.lastIndex > end) return undefined;
  return { start: heads.lastIndex, end, part: ended ? 'whole' : 'begun' };
}

/** Where something is hidden in them, and what stands there. */
export function clipSpans(
  text: string,
  clips: readonly Clip[],
  replacement: string,
  hide: (raw: string) => string,
): Span[] {
  return clips.flatMap(({ start, end, part }) => {
    const payload = text.slice(start, end);
    // What is longer is told nowhere else either: it is hidden whole.
    const isLong = payload.length > limits.clipboardChars && part !== 'rest';
    const told = part === 'whole' ? hiddenClip(payload, hide) : '';
    const instead = isLong ? inBase64(replacement) : told;
    return instead === undefined || payload === '' ? [] : [{ start, end, instead }];
  });
}

const base64 = /^[\w+/\s-]+={0,2}\s*$/;

/** Nothing where there is nothing to hide, or no base64. */
export function hiddenClip(payload: string, hide: (raw: string) => string): string | undefined {
  if (payload.length > limits.clipboardChars || !base64.test(payload)) return undefined;
  const raw = Buffer.from(payload, 'base64').toString();
  const hidden = hide(raw);
  return hidden === raw ? undefined : inBase64(hidden);
}

const inBase64 = (text: string) => Buffer.from(text).toString('base64');
