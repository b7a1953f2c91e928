/**
 * Converts a pattern into one that also matches every prefix of its matches, so that a stream can detect unfinished
 * secrets. Each piece of the pattern may be cut off by the end of the text: `ab[0-9]{2}` becomes
 * `(?:a|$)(?:b|$)(?:[0-9]|$){2}`. Negative lookarounds are kept unchanged, because missing text cannot exclude a
 * match.
 */

const quantifierPattern = /(?:[*+?]|\{\d+(?:,\d*)?\})[?]?/y;
const atomPattern =
  /\\(?:[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|[0-9A-Fa-f]{2})|u[0-9A-Fa-f]{4}|.)|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|[^()|[\\]/suy;
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
  while (reader.at < reader.source.length && reader.source[reader.at] !== ')') {
    if (reader.source[reader.at] === '|') out += readCharacters(reader, 1);
    else out += readPiece(reader);
  }
  return out;
}

function readPiece(reader: PatternReader): string {
  const atom = reader.source[reader.at] === '(' ? readGroup(reader) : readAtom(reader);
  return atom + (readMatch(quantifierPattern, reader) ?? '');
}

function readAtom(reader: PatternReader): string {
  const atom = readMatch(atomPattern, reader) ?? readCharacters(reader, 1);
  return `(?:${atom}|${reader.end})`;
}

function readGroup(reader: PatternReader): string {
  const from = reader.at;
  const head = readMatch(groupHeadPattern, reader)!;
  if (head.endsWith(')')) return head;
  const inner = readAlternatives(reader);
  if (reader.source[reader.at] === ')') reader.at += 1;
  else reader.at = Number.POSITIVE_INFINITY;
  if (/^\(\?(?:!|<[=!])/.test(head)) return reader.source.slice(from, reader.at);
  return `${head === '(?=' || head.endsWith(':') ? head : '(?:'}${inner})`;
}

function readMatch(expression: RegExp, reader: PatternReader): string | undefined {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.source)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function readCharacters(reader: PatternReader, count: number): string {
  const from = reader.at;
  reader.at += count;
  return reader.source.slice(from, reader.at);
}
