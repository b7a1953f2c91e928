/**
 * Removes zero-width characters, such as joiners, combining marks and bidi controls. A secret reads the same with
 * them inside.
 */
import type { TextSpan } from './redaction.ts';

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}]/u;
const each = new RegExp(invisible, 'gu');
/** Excludes blocks without invisible characters. `behindAscii` finds those right after an ASCII character. */
const first =
  /^[^\x00-\xac\xae-\u02ff\u2010-\u2029\u2030-\u205f\u2070-\u20cf\u2100-\u2c7f\u3000-\u3029\u3030-\u3098\u309b-\u3163\u3165-\ua66e\uac00-\ud7ff\uff00-\uff9f]/;
const behindAscii = new RegExp(`[!-~]${first.source.slice(1)}`);

/** A fast check that is enough for nearly all text. The text may continue after a visible character. */
export const mayBeInvisible = (text: string): boolean =>
  Buffer.byteLength(text) !== text.length && (first.test(text) || behindAscii.test(text));

const ascii = /[!-~]/;

export interface Visible {
  readonly text: string;
  /** Maps a span to the original text. */
  original(span: TextSpan): TextSpan;
  /** Maps an offset to the original text. */
  at(index: number): number;
}

/** The text without invisible characters after ASCII characters; undefined if there are none. */
export function visibleOf(text: string): Visible | undefined {
  if (!mayBeInvisible(text) || !invisible.test(text)) return undefined;
  const parts: { readonly at: number; readonly from: number }[] = [{ at: 0, from: 0 }];
  let visible = '';
  let from = 0;
  let behind = -1;
  for (const { index, 0: char } of text.matchAll(each)) {
    const hides = index === behind || ascii.test(text[index - 1] ?? '');
    if (!hides) continue;
    visible += text.slice(from, index);
    from = behind = index + char.length;
    parts.push({ at: visible.length, from });
  }
  if (parts.length === 1) return undefined;
  visible += text.slice(from);
  const at = (index: number) => {
    let [low, high] = [0, parts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (parts[middle]!.at <= index) low = middle;
      else high = middle - 1;
    }
    return parts[low]!.from + index - parts[low]!.at;
  };
  return { text: visible, at, original: ({ start, end }) => ({ start: at(start), end: at(end - 1) + 1 }) };
}
