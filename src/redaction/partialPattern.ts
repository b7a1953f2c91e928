/**
 * Converts a pattern into one that also matches every prefix of its matches, so that a stream can detect unfinished
 * secrets. Each piece of the pattern may be cut off by the end of the text: `ab[0-9]{2}` becomes
 * `(?:a|$)(?:b|$)(?:[0-9]|$){2}`. Negative lookarounds are kept unchanged, because missing text cannot exclude a
 * match.
 */

const quantifierPattern = /(?:[*+?]|\{\d+(?:,\d*)?\})[?]?/y;
const atomPattern =
  /\\(?:[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|[0-9A-Fa-f]{2})|u[0-9A-Fa-f]{4}|.)|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|[^()|]/suy;
const groupHeadPattern = /\((?:\?(?:P?<\w+>|[a-zA-Z-]*:|<?[=!]|[a-zA-Z-]+\)))?/y;

/**
 * `end` is the end-of-text anchor of the regex dialect. Returns undefined if part of the pattern is not supported.
 */
export function toPartialPattern(source: string, end: '$' | '\\z'): string | undefined {
  if (source.includes('\\Q')) return undefined;
  const reader = { source, at: 0, end };
  const inner = readAlternatives(reader);
  return reader.at === source.length ? `(?:${inner})` : undefined;
}

interface PatternReader {
  readonly source: string;
  at: number;
  readonly end: string;
}

function readAlternatives(reader: PatternReader): string {
  let out = '';
  for (let next = reader.source[reader.at]; next && next !== ')'; next = reader.source[reader.at]) {
    if (next === '(') out += readGroup(reader);
    else if (next === '|') out += read(/\|/y, reader);
    else out += `(?:${read(atomPattern, reader)}|${reader.end})`;
    if (next !== '|') out += read(quantifierPattern, reader);
  }
  return out;
}

function readGroup(reader: PatternReader): string {
  const from = reader.at;
  const head = read(groupHeadPattern, reader);
  if (head.endsWith(')')) return head;
  const inner = readAlternatives(reader);
  reader.at = reader.source[reader.at] === ')' ? reader.at + 1 : Number.POSITIVE_INFINITY;
  if (/^\(\?(?:!|<[=!])/.test(head)) return reader.source.slice(from, reader.at);
  return `${head === '(?=' || head.endsWith(':') ? head : '(?:'}${inner})`;
}

/** An empty string if the expression does not match. */
function read(expression: RegExp, reader: PatternReader): string {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.source)?.[0] ?? '';
  reader.at += found.length;
  return found;
}
