/**
 * Removes zero-width characters, such as joiners, combining marks and bidi controls. A secret reads the same with
 * them inside.
 */
import { AssembledText } from './spans.ts';

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}]+/uy;
/** Excludes blocks without invisible characters. `behindAscii` finds those right after an ASCII character. */
const first =
  /^[^\x00-\xac\xae-\u02ff\u2010-\u2029\u2030-\u205f\u2070-\u20cf\u2100-\u2c7f\u3000-\u3029\u3030-\u3098\u309b-\u3163\u3165-\ua66e\uac00-\ud7ff\uff00-\uff9f]/;
const behindAscii = new RegExp(`[!-~]${first.source.slice(1)}`, 'g');

/** A fast check that is enough for nearly all text. The text may continue after a visible character. */
export const mayBeInvisible = (text: string): boolean =>
  Buffer.byteLength(text) !== text.length && (first.test(text) || text.search(behindAscii) >= 0);

/** The text without invisible characters after ASCII characters; undefined if there are none. */
export function visibleOf(text: string): AssembledText | undefined {
  if (Buffer.byteLength(text) === text.length) return undefined;
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
