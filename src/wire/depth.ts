/** Nesting, judged on the bytes: JSON.parse survives any depth, but JSON.stringify and recursive readers do not. */
const quote = 0x22;
const backslash = 0x5c;
const openers = { array: 0x5b, object: 0x7b };
const closers = { array: 0x5d, object: 0x7d };

/**
 * `deep` when brackets open below `limit` and all of them close again. A text that is deep and leaves brackets open
 * is no JSON at all: it is called `open`, so that it is answered as the parse error that it is, without a parse.
 */
export function nesting(bytes: Uint8Array, limit: number): 'shallow' | 'deep' | 'open' {
  if (bytes.length <= limit) return 'shallow';
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === openers.array || byte === openers.object) {
      if (++depth > deepest) deepest = depth;
    } else if (byte === closers.array || byte === closers.object) depth--;
  }
  if (deepest <= limit) return 'shallow';
  return depth === 0 ? 'deep' : 'open';
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
