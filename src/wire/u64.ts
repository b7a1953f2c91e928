/**
 * Ids of 64 bits. JSON.parse rounds what is beyond 2^53, and an id that comes back as another number is the id of
 * nobody; so the digits of such a one are read off the text.
 */

const most = 2n ** 64n - 1n;

/** Undefined when it is none. `text` is the object that it stands in. */
export function readU64(id: unknown, text: string): number | bigint | undefined {
  if (!Number.isInteger(id) || (id as number) < 0) return undefined;
  if (Number.isSafeInteger(id)) return id as number;
  const digits = outerNumber(text, 'id');
  const exact = digits !== undefined && /^\d{1,20}$/.test(digits) ? BigInt(digits) : most + 1n;
  return exact <= most ? exact : undefined;
}

/** The last value of an outer key, as JSON.parse takes it, when it is a number. The text is known to be JSON. */
function outerNumber(text: string, key: string): string | undefined {
  let depth = 0;
  let found: string | undefined;
  let before: string | undefined;
  let isValue = false;
  for (const [one] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]|[^\s{}[\]:",]+/g)) {
    if (depth === 1 && isValue && before !== undefined && JSON.parse(before) === key) found = one;
    isValue = depth === 1 && one === ':';
    if (one === '{' || one === '[') depth++;
    else if (one === '}' || one === ']') depth--;
    if (one.startsWith('"')) before = one;
  }
  return found;
}
