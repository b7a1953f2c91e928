/**
 * Turns a pattern into one that also takes any text that the pattern could begin with, so that a stream can tell what
 * may still become a secret. Each piece of the pattern may be cut off by the end of the text: `ab[0-9]{2}` becomes
 * `(?:a|$)(?:b|$)(?:[0-9]|$){2}`. A negative lookaround stays as it is: what is not yet there cannot forbid.
 */

const quantifier = /(?:[*+?]|\{\d+(?:,\d*)?\})[?]?/y;
const pieces =
  /\\(?:[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|[0-9A-Fa-f]{2})|u[0-9A-Fa-f]{4}|.)|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|[^()|[\\]/suy;
const groupHead = /\((?:\?(?:P?<\w+>|[a-zA-Z-]*:|<?[=!]|[a-zA-Z-]+\)))?/y;

/** `end` is how the dialect writes the end of the text. Undefined when the pattern has a part that is not understood. */
export function partialOf(source: string, end: '$' | '\\z'): string | undefined {
  if (source.includes('\\Q')) return undefined;
  const reader = { source, at: 0, end };
  const inner = alternatives(reader);
  return reader.at === source.length ? `(?:${inner})` : undefined;
}

interface Reader {
  readonly source: string;
  at: number;
  readonly end: string;
}

function alternatives(reader: Reader): string {
  let out = '';
  while (reader.at < reader.source.length && reader.source[reader.at] !== ')') {
    if (reader.source[reader.at] === '|') out += take(reader, 1);
    else out += piece(reader);
  }
  return out;
}

function piece(reader: Reader): string {
  const atom = reader.source[reader.at] === '(' ? group(reader) : single(reader);
  return atom + (read(quantifier, reader) ?? '');
}

function single(reader: Reader): string {
  const atom = read(pieces, reader) ?? take(reader, 1);
  return `(?:${atom}|${reader.end})`;
}

function group(reader: Reader): string {
  const from = reader.at;
  const head = read(groupHead, reader)!;
  if (head.endsWith(')')) return head;
  const inner = alternatives(reader);
  if (reader.source[reader.at] === ')') reader.at += 1;
  else reader.at = Number.POSITIVE_INFINITY;
  if (/^\(\?(?:!|<[=!])/.test(head)) return reader.source.slice(from, reader.at);
  return `${head === '(?=' || head.endsWith(':') ? head : '(?:'}${inner})`;
}

function read(expression: RegExp, reader: Reader): string | undefined {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.source)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function take(reader: Reader, count: number): string {
  const from = reader.at;
  reader.at += count;
  return reader.source.slice(from, reader.at);
}
