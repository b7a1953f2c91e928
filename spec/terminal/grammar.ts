/** Generates hostile output: every kind of sequence, with any parameters, cut, nested, repeated. */
export class Grammar {
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  below(limit: number): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) | 0;
    return Math.floor(((this.#seed >>> 0) / 2 ** 32) * limit);
  }

  output(sequences: number): Uint8Array {
    const parts = Array.from({ length: sequences }, () => this.#sequence());
    return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  }

  #sequence(): string | Uint8Array {
    return this.#pick([
      () => this.#text(),
      () => this.#text(),
      () => this.#csi(),
      () => this.#csi(),
      () => this.#csi(),
      () => `\x1b${this.#pick([...'78DEHMNOZ=>cno|}~', '#8', '#3', '(0', ')B', '*A', ' F', '%G'])}`,
      () => this.#osc(),
      () => `\x1bP${this.#parameters()}${this.#pick(['$q', '+q', 'q', '!z'])}${this.#text()}${this.#end()}`,
      () =>
        `\x1b_Ga=${this.#pick(['T', 't', 'p', 'q'])},i=${this.below(99)},m=${this.below(2)};AAAA${this.#end()}`,
      () => String.fromCharCode(this.below(32)),
      () => Uint8Array.from({ length: 1 + this.below(6) }, () => this.below(256)),
      () => `${this.#pick(['\x1b_', '\x1b^', '\x1bX'])}${this.#text()}${this.#end()}`,
    ])();
  }

  #csi(): string {
    const modes = [
      1, 3, 5, 6, 7, 9, 12, 25, 45, 47, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1048, 1049,
      2004, 2026, 2027, 2027,
    ];
    if (this.below(5) === 0) return `\x1b[?${this.#pick(modes)}${this.#pick(['h', 'l', '$p'])}`;
    if (this.below(4) === 0) return `\x1b[${this.below(45)};${this.below(95)}H`;
    const before = this.#pick(['', '', '', '', '?', '>', '<', '=']);
    const between = this.#pick(['', '', '', '', ' ', '!', '"', '$', "'", '*']);
    return `\x1b[${before}${this.#parameters()}${between}${String.fromCharCode(0x40 + this.below(0x3f))}`;
  }

  #osc(): string {
    const number = this.#pick([0, 1, 2, 4, 7, 8, 9, 10, 11, 12, 52, 104, 110, 112, 133, 1337, 5113]);
    const body = this.#pick([
      '?',
      '1;?',
      ';http://a',
      'id=a;http://b',
      ';',
      '3;#123456',
      'file:///tmp/%41',
      'A',
      'B',
      'C',
      'D;1',
      'File=inline=1;width=5;height=50%:R0lGODlh',
      'ac=file;n=YQ==',
      this.#text(),
    ]);
    return `\x1b]${number};${body}${this.#end()}`;
  }

  #parameters(): string {
    const number = () =>
      this.#pick([
        '',
        '0',
        '1',
        '2',
        `${this.below(100)}`,
        '65535',
        '2147483647',
        '99999999999',
        '4:3',
        '38:2::1:2:3',
        '38;5',
      ]);
    return Array.from({ length: this.below(4) }, number).join(';');
  }

  #text(): string {
    const piece = [
      'a',
      'word ',
      '中文',
      '😀',
      'e\u0301',
      '\u0301',
      '👩\u200d👧',
      '🇩🇪',
      '\u200d',
      '\ufe0f',
      '⌚\ufe0e',
      '1\ufe0f\u20e3',
      '👍🏽',
      'क्षि',
      '\u06001',
      '\u1112\u1161\u11ab',
      '│',
      'x'.repeat(this.below(120)),
      '\u00a0',
      '\u009b5A',
    ];
    return Array.from({ length: 1 + this.below(4) }, () => this.#pick(piece)).join('');
  }

  #end(): string {
    return this.#pick(['\x07', '\x1b\\', '\x1b\\', '\x18', '', '\u009c']);
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }
}
