/** Finds values in the source of a JSON object: ids that JSON.parse would round, and ids of messages that are too long. */

const maxU64 = 2n ** 64n - 1n;
/** Longer than any such number. */
const maxU64Token = 32;

/**
 * Parses an id of up to 64 bits, or returns undefined. JSON.parse rounds integers beyond 2^53, so their digits are read
 * from `text`, the JSON object with the id.
 */
export function parseU64(id: unknown, text: string): number | bigint | undefined {
  if (!Number.isInteger(id) || (id as number) < 0) return undefined;
  if (Number.isSafeInteger(id)) return id as number;
  const scanner = new OuterValueScanner('id', maxU64Token);
  scanner.push(Buffer.from(text));
  const digits = scanner.lastNumber;
  const exact = digits !== undefined && /^\d{1,20}$/.test(digits) ? BigInt(digits) : maxU64 + 1n;
  return exact <= maxU64 ? exact : undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const depthChange = { ',': 0, '{': 1, '[': 1, '}': -1, ']': -1 } as const;
/**
 * Finds the scalar values of one outer key in JSON text that arrives in pieces. The text may be too long to be kept:
 * only the key or value that is being read is, up to a limit.
 */
export class OuterValueScanner {
  /** The JSON text of the first value. */
  first: string | undefined;
  /** The last value that is a number. Of several equal keys, JSON.parse takes the last. */
  lastNumber: string | undefined;
  readonly #key: string;
  readonly #maxBytes: number;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #isValue = false;
  #lastKey = '';
  /** The outer key or value so far; empty elsewhere. */
  #token: Buffer = Buffer.alloc(0);

  constructor(key: string, maxBytes: number) {
    this.#key = key;
    this.#maxBytes = maxBytes;
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) at = this.#inString ? this.#readString(bytes, at) : this.#readByte(bytes, at);
  }

  /** Reads to the end of the string or of the bytes. */
  #readString(bytes: Buffer, start: number): number {
    let at = start;
    for (; at < bytes.length; at++) {
      if (this.#escaped) this.#escaped = false;
      else if (bytes[at] === backslash) this.#escaped = true;
      else if (bytes[at] === quote) break;
    }
    const ends = at < bytes.length;
    this.#keep(bytes.subarray(start, ends ? at + 1 : at));
    if (!ends) return at;
    this.#inString = false;
    if (this.#isValue) this.#endValue();
    else if (this.#depth === 1) this.#lastKey = this.#takeToken();
    return at + 1;
  }

  #readByte(bytes: Buffer, at: number): number {
    const character = String.fromCharCode(bytes[at]!);
    switch (character) {
      case '"':
        this.#inString = true;
        this.#keep(bytes.subarray(at, at + 1));
        break;
      case ':':
        this.#isValue = this.#depth === 1;
        break;
      case ' ':
      case '\t':
      case '\r':
      case '\n':
        this.#endValue();
        break;
      case ',':
      case '{':
      case '[':
      case '}':
      case ']':
        this.#endValue();
        this.#isValue = false;
        this.#depth += depthChange[character];
        break;
      default:
        this.#keep(bytes.subarray(at, at + 1));
    }
    return at + 1;
  }

  #keep(piece: Buffer): void {
    if (this.#depth === 1 && this.#token.length <= this.#maxBytes)
      this.#token = Buffer.concat([this.#token, piece.subarray(0, this.#maxBytes + 1)]);
  }

  #takeToken(): string {
    const text = this.#token.length <= this.#maxBytes ? this.#token.toString() : '';
    this.#token = Buffer.alloc(0);
    return text;
  }

  #endValue(): void {
    if (this.#token.length === 0) return;
    const value = this.#takeToken();
    if (!this.#isValue || value === '' || !isKey(this.#lastKey, this.#key)) return;
    this.first ??= value;
    if (/^[-\d]/.test(value)) this.lastNumber = value;
  }
}

function isKey(token: string, key: string): boolean {
  try {
    return JSON.parse(token) === key;
  } catch {
    return false;
  }
}
