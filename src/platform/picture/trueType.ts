/** A TrueType font, as far as it says which characters it has and how wide they are. */

export class TrueType {
  readonly #file: DataView;
  readonly #tables = new Map<string, number>();
  readonly #unitsPerEm: number;
  readonly #widths: number;
  /** Ranges of code points, by their ends: first, last, where the glyphs of the first are told. */
  readonly #ranges: readonly Range[];

  constructor(bytes: Uint8Array) {
    this.#file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // A collection holds several; they share their characters.
    const start = nameAt(bytes, 0) === 'ttcf' ? this.#file.getUint32(12) : 0;
    const first = start + 12;
    const count = this.#file.getUint16(start + 4);
    for (let at = first; at < first + 16 * count; at += 16)
      this.#tables.set(nameAt(bytes, at), this.#file.getUint32(at + 8));
    this.#unitsPerEm = this.#file.getUint16(this.#table('head') + 18);
    this.#widths = this.#file.getUint16(this.#table('hhea') + 34);
    this.#ranges = this.#readRanges();
  }

  has(codePoint: number): boolean {
    return this.#glyph(codePoint) !== 0;
  }

  /** Of the character, in em. */
  width(codePoint: number): number {
    const index = Math.min(this.#glyph(codePoint), this.#widths - 1);
    return this.#file.getUint16(this.#table('hmtx') + 4 * index) / this.#unitsPerEm;
  }

  /** How far a line reaches over and under where its letters stand, in em. */
  get line(): { readonly ascent: number; readonly descent: number } {
    const at = this.#table('hhea');
    const [over, under] = [this.#file.getInt16(at + 4), this.#file.getInt16(at + 6)];
    return { ascent: over / this.#unitsPerEm, descent: -under / this.#unitsPerEm };
  }

  /** Where its ink begins and ends, in em from where it stands; the whole width where the font does not say. */
  ink(codePoint: number): readonly [from: number, to: number] {
    const glyph = this.#glyph(codePoint);
    const glyphs = this.#tables.get('glyf');
    if (glyphs === undefined) return [0, this.width(codePoint)];
    const [start, end] = [this.#offset(glyph), this.#offset(glyph + 1)];
    if (start === end) return [0, 0];
    const outline = glyphs + start;
    const [from, to] = [this.#file.getInt16(outline + 2), this.#file.getInt16(outline + 6)];
    return [from / this.#unitsPerEm, to / this.#unitsPerEm];
  }

  /** Of an outline among all. */
  #offset(glyph: number): number {
    const isLong = this.#file.getInt16(this.#table('head') + 50) === 1;
    const at = this.#table('loca');
    return isLong ? this.#file.getUint32(at + 4 * glyph) : 2 * this.#file.getUint16(at + 2 * glyph);
  }

  #table(name: string): number {
    const at = this.#tables.get(name);
    if (at === undefined) throw new Error(`the font has no table ${name}`);
    return at;
  }

  #glyph(codePoint: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle]!.last < codePoint) low = middle + 1;
      else high = middle;
    }
    const range = this.#ranges[low];
    return range !== undefined && range.first <= codePoint ? range.glyph(codePoint) : 0;
  }

  /** The widest of the tables that are in use: 12 for all of Unicode, 4 for its first 65536 characters. */
  #readRanges(): readonly Range[] {
    const cmap = this.#table('cmap');
    const places = Array.from(
      { length: this.#file.getUint16(cmap + 2) },
      (_, index) => cmap + this.#file.getUint32(cmap + 8 + 8 * index),
    );
    const whole = places.find((at) => this.#file.getUint16(at) === 12);
    if (whole !== undefined) return this.#readGroups(whole);
    const basic = places.find((at) => this.#file.getUint16(at) === 4);
    return basic === undefined ? [] : this.#readSegments(basic);
  }

  #readGroups(at: number): Range[] {
    const file = this.#file;
    return Array.from({ length: file.getUint32(at + 12) }, (_, index) => {
      const group = at + 16 + 12 * index;
      const first = file.getUint32(group);
      const glyph = file.getUint32(group + 8);
      return { first, last: file.getUint32(group + 4), glyph: (codePoint) => glyph + codePoint - first };
    });
  }

  #readSegments(at: number): Range[] {
    const file = this.#file;
    const doubled = file.getUint16(at + 6);
    return Array.from({ length: doubled / 2 }, (_, index) => {
      const last = at + 14 + 2 * index;
      const first = file.getUint16(last + 2 + doubled);
      const delta = file.getUint16(last + 2 + 2 * doubled);
      const offsetAt = last + 2 + 3 * doubled;
      const offset = file.getUint16(offsetAt);
      return { first, last: file.getUint16(last), glyph };

      function glyph(codePoint: number): number {
        if (offset === 0) return (codePoint + delta) & 0xffff;
        const found = file.getUint16(offsetAt + offset + 2 * (codePoint - first));
        return found === 0 ? 0 : (found + delta) & 0xffff;
      }
    });
  }
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

interface Range {
  readonly first: number;
  readonly last: number;
  glyph(codePoint: number): number;
}
