/**
 * Column widths and grapheme clusters. The table below has width, grapheme class and disputed mark of each code point
 * below `tableEnd`, from the Unicode Character Database 17.
 * Wide: East Asian Wide and Fullwidth, Emoji_Presentation without regional indicators, U+3248..324F as in glibc.
 * Zero: Mn, Me, Cf without Prepend and the soft hyphen, Zl, Zp, Hangul vowels and finals. Spacing marks take one
 * column.
 * Disputed: characters that can join a cluster without zero width everywhere, default ignorable characters,
 * characters since Unicode 13 that are not one column wide, and characters for which glibc and other tables differ.
 * Each run is a letter, which is an index into `runKinds` counted from `:`, and a length in base 36 if it is not 1.
 */
const tableEnd = 0x20000;

/** Grapheme_Cluster_Break, with Indic_Conjunct_Break and Extended_Pictographic. `mark` is InCB=Extend. */
const clusterClass = {
  other: 0,
  control: 1,
  extend: 2,
  mark: 3,
  linker: 4,
  zwj: 5,
  regional: 6,
  prepend: 7,
  spacing: 8,
  l: 9,
  v: 10,
  t: 11,
  lv: 12,
  lvt: 13,
  pictographic: 14,
  consonant: 15,
} as const;

const {
  other,
  control,
  extend,
  mark,
  linker,
  zwj,
  regional,
  prepend,
  spacing,
  l,
  v,
  t,
  lv,
  lvt,
  pictographic,
  consonant,
} = clusterClass;
const disputed = true;

const runKinds: readonly (readonly [number, number, true?])[] = [
  [other, 1],
  [mark, 0],
  [spacing, 1, disputed],
  [pictographic, 1],
  [pictographic, 2],
  [consonant, 1],
  [mark, 0, disputed],
  [mark, 1, disputed],
  [other, 2],
  [other, 0, disputed],
  [other, 2, disputed],
  [pictographic, 1, disputed],
  [linker, 0, disputed],
  [pictographic, 2, disputed],
  [prepend, 1, disputed],
  [other, 1, disputed],
  [control, 0, disputed],
  [control, 0],
  [other, 0],
  [mark, 2, disputed],
  [control, 1, disputed],
  [l, 2, disputed],
  [v, 0, disputed],
  [t, 0, disputed],
  [linker, 1, disputed],
  [v, 1, disputed],
  [extend, 0, disputed],
  [zwj, 0, disputed],
  [regional, 1, disputed],
];

const encodedRuns =
  'KaLK2LKi:2nKx:9=:3N=:gh;27@;w:7n;7:7b;19:;:;2:;2:;:1kH6:a;b:J:1a;l:g;:2t;7H:;6:2;2:;4:xH:;:u;r:2j;b:1m;9' +
  ':9;:o;4:;9:;3:;5:17;3:1gH2C5@9:16@9;fH;w<:h?11;<;:<3;8<4F<2:;7?8:2;2:k?8:;<2:h?k:?7:?:3?4:2;:A<2;4:2<2:2' +
  '<2F:9A:4?2:?:2;2:c?2:c;C2;2<:1k;:<3;2C4;2C2;3C3;:u;2:3;:b;2<:h?k:?7:?2:?5:2;:<3;5C;2<:<2F:k;2:l?;6C;<2:h' +
  '?k:?7:?2:?5:2;:A;<;4:2<2:2<2FC7@;A:4?2:?:2;2:d?:g;:1nA<;<2:3<3:<3;:9A:14;<3;:g?k:?g:2@:;3<4:;3C;3FC7;2:?' +
  '3:7;2:t;<2:1k;:<;A<A<2:;A2:A2;2:7A2:b;2:f<:c;2<2:h?12;2:A<2;4:<3:<3FH:8A:a;2:t@<2:1y;:4A<2;3C;:<7A:i<2:1' +
  'p;:<;7:c;8:2q;:<;9:b;6@:21;2:r;:;:;:4<2:1d;e<;5:;2:5;bC;10:9;:1l?17I2;4<;6IF;<2;2?:g?6<2;2?4;3?I3?2I7?3;' +
  '4?d;I<;2I6;?I:aI3;:2qO2oP20Q2g:9p;3:qa;3A:s;2A:t;2:u;2:c?1g@2<;7<8;<2;9F;:9;:19@3J@:39;2:y;:3a;3<4;2<3:4' +
  '<2;<6;3:63;2<2;:4?1h<;<;7CFI;I2;8<6;aC2;:1c;f@vC2@c:k;4<:6?2:6?x;A;5A;A<4;AR?8:u;9:c;2<?u<;4<2;2AF;2?2:b' +
  '?3:14;<;2<3;<;3A2:1c<8;8<2;2:48;3:;d<;7:4;:6;:2<;2:5i;1m@;5:ejJTUJ2:oJ7:d=:c=:mJg:2o;j@;d:1d=:m=:2i=6:f=' +
  '2:a7>2:c=B2:4k=:p>4=3>=2>:4=3:5j=:6f=2:a=:9=:1m=2>2:=5:9=:2=:2>2:2=:4=:2=:=2:2=:3=:3=2D8=3:5=:=:5>c:b=2:' +
  '2=:=2:=:i=:2=>:aD6:2=>=4:=:=2:3=>:5=:2>2:4=2:b>2:5>2:2=:5>=:=:=>:k=>:5=2>2=>:=3>:2>:4=:2>:2=2>2=2:=:2=:=' +
  ':=:6=:3=:6>:a=2:f=:2=:4>:>:4>3:>:b=2:1c>3:9=:e>:e>:ac=2:cv=3:j>2:1f>:4>:bd;3:3x;:2o;w:3kBakD4B16;4M2>Bc>' +
  'B:2B2e:2;2B5lDB2eD5B10D2:9DB2gD8B1z>B>B5csD22Bg6oDgBxz:bs;4:;a:w;2:28;2:7k;:3;:4;:n<2;2<:4@:2b<2:1e<g;2:' +
  'q;i:d;:12;8:p;b<A:cOt:3;3<:5?3:3?10;<2;4<2;2<2R:v?5;:?9:a?5:16;6<2;2<2;2:c;:8;<:i?g:?3:6?I;I?2:1c;:;3:2;' +
  '2:5;2:;:u?b<;2<2:5<F:5l?r:8<2;<2;<2:<;:iL8mc:cPnC4Q1dC4:6ioBe8:u;:kh@gBa:6;gB1o:43J:B2o:1pA2I:1rB7:9N9J3' +
  ':e9;:6a;:45;5:1ad?;3C;2C5;4?4:?3:?t:2;3C4F:4l;2:fx;4:1t@5:8t@2:25@6:1y;b:1d@4:3e<;<:1h;f:15@:2@2:a;3<:19' +
  '<3;4<2;2:2H:4@CaH:1e;3?10;5<;6F;:f?<2?:17;:c;2<:1c<3;9<A:H2:5;4:<@:2k<3;3<2;A;2:6;:2@:4d;<3;8:l;2<2:1j;2' +
  ':A<;<4:2<2:2<2A:9A:a<2:2;7C3;5:b?a:?:2?:?12:2A<2@6:A:2A:A3<:<2@AFH@:e@2:2a<3;8<2;3<;:n;:29A<2;6<;<2A<;2<' +
  ';2:6jA<2;4:2<4;2<;2:r;2:2a<3;8<2;<;2:2y;<;<2;6A;:2t;<;I2;4<;5:74<3;9<;2:5h?7:2?:2?8:?2:?oA<5:<2:2@2AFH<H' +
  '<@:3x<3;4C2;2<4;:3<:r?;a?14;6<:;4:8F:8?;6<2;3?14H6;d<;F:5i@<@3<@<:5j<;7C;6<;:2a;m:<;7<;2<;2:3e;6C3;C;2C;' +
  '7H;:1u<5:;2:<2;<;:9n;2<2:9@2H<?d:?y<2@5:3<2@AF:n@:445Jg@:6@f:8ug@c<3@3:1xc;5:1n;7:fgS:3S4:dg;:<1j:7;4:25' +
  'B4@:bM2D5:9B4qgD8BkzDdf:15Dw:2pD37:6ppD4BD7BD2B80D4:fD:tB3:2D:eBbc:1wh;2:J4:3mk@1aC2@n:f2A2;3:3A6J8;8:2;' +
  '7:u;4:44;3:57D2f:9Dn:1ah;1j:4;1e:8;:e;:m;5C;f:11s;7C;hC2;7C;2C;5:2s@:4g;7:af@:1p;4:e4@4:72@2:6r@:2@:7@2:' +
  '5@:d6;7:31;7:1bt>:13E4:2sEc:fE2:fE:e>E:11Ea:34=2:c=2:e>:2>a:jE1kVqB>2GdBa>Bk>B2>9BG4B9G7>2GeB6E4a>x=:2=9' +
  '>9=>1y=>m:2=2:=3:2=2>17=4>5=c>h:2=>=:=>3M5>1r=>=>57=:>1r:b=2>4:>o:7=2:2=7>:c=:2=4:2=:4>2:d>=:2=:8=2:9=:5' +
  '=3:c=3:8=3:2=:=:4=:6=:3=:6=>2d:1c>1y:5=>=3>3:2>Ga=6:3=:>2E3=:2=>7G2E3:62E6>cG5Ef:cE4:1kE8:aE6:14E8:uE2:c' +
  'E4:2Ee:9E13:cG>1a:>a:>17G>4G3>15G2>6G3>tG2>1f:2gE8:eE2>4G4>3G5>3Gd>6G2y:74Ese:2';

/** The properties of a single character: bit 0 clear, bits 1 and 2 the width, bit 3 disputed, then the class. */
const packProperties = (width: number, cluster: number, doubtful = false): number =>
  (cluster << 4) | (doubtful ? 8 : 0) | (width << 1);

/** One byte for each code point below `tableEnd`. */
function createPropertyTable(): Uint8Array {
  const table = new Uint8Array(tableEnd);
  const bytes = runKinds.map(([cluster, width, doubtful]) => packProperties(width, cluster, doubtful));
  let first = 0;
  for (const [, letter, more] of encodedRuns.matchAll(/([:-V])([0-9a-z]*)/g)) {
    const end = first + (more ? Number.parseInt(more, 36) : 1);
    table.fill(bytes[letter!.charCodeAt(0) - firstRunLetter]!, first, end);
    first = end;
  }
  for (let syllable = hangul.first; syllable <= hangul.last; syllable++)
    table[syllable] = packProperties(2, (syllable - hangul.first) % hangul.finals ? lvt : lv);
  return table;
}

const firstRunLetter = 0x3a;
const hangul = { first: 0xac00, last: 0xd7a3, finals: 28 };

/** The width in the result of `charProperties`. */
export const propertyWidth = (properties: number) => (properties >> 1) & 3;
/** Whether the character shares the cell of the one before it. */
export const isJoined = (properties: number) => (properties & 1) !== 0;
/** Whether programs disagree about the columns of the character, alone or with its neighbours. */
export const isDisputed = (properties: number) => (properties & 8) !== 0;

/** A character of one column that joins nothing, such as an ASCII letter. */
export const asciiProperties = packProperties(1, other);
const ideographProperties = packProperties(2, other);
const newIdeographProperties = packProperties(2, other, true);
const endOfIdeographs = 0x3fffe;
/** Code points from here on are ideographs of Unicode 13 and later. */
const firstNewIdeograph = 0x30000;
const tagCharacters = { first: 0xe0000, last: 0xe0fff };

/** Created on first use. */
let cachedTable: Uint8Array | undefined;

/** Returns the properties of a single character: its width, whether it is disputed, and its class. */
export function codePointProperties(codePoint: number): number {
  cachedTable ??= createPropertyTable();
  if (codePoint < tableEnd) return cachedTable[codePoint]!;
  if (codePoint < endOfIdeographs)
    return codePoint < firstNewIdeograph ? ideographProperties : newIdeographProperties;
  if (codePoint < tagCharacters.first || codePoint > tagCharacters.last) return asciiProperties;
  const isMark =
    (codePoint >= 0xe0020 && codePoint < 0xe0080) || (codePoint >= 0xe0100 && codePoint < 0xe01f0);
  return packProperties(0, isMark ? mark : control, true);
}

/**
 * The width rule of mode 2027: grapheme clusters as cells. Clusters are the extended grapheme clusters of UAX 29. A
 * cluster is as wide as its first character. It takes two columns if a later character has a width, as in Indic
 * conjuncts, or if a variation selector requests an emoji. It takes one if a selector requests text. ghostty and
 * Python's wcwidth count the same way.
 */
export const textSelector = 0xfe0e;
const emojiSelector = 0xfe0f;
const skinTones = { first: 0x1f3fb, last: 0x1f3ff };

/** State for the next character, in the bits above those of `codePointProperties`. */
const stateFlags = {
  variation: 1 << 8,
  half: 1 << 9,
  emoji: 1 << 10,
  consonant: 1 << 11,
  linked: 1 << 12,
} as const;

const clusterClassOf = (properties: number) => (properties >> 4) & 15;

/** Whether the next character joins this one, unless it is a control character. */
export const isPrepend = (properties: number) => clusterClassOf(properties) === clusterClass.prepend;

/** Like `charProperties`, by grapheme clusters. `preceding` is 0 after anything but a character. */
export function clusterProperties(codePoint: number, preceding: number): number {
  const own = codePointProperties(codePoint);
  const cluster = clusterClassOf(own);
  const width = cluster === clusterClass.regional ? 2 : propertyWidth(own);
  if (codePoint < 0x20) return own;
  const before = propertyWidth(preceding);
  const joins = preceding !== 0 && joinsCluster(cluster, preceding) && (before > 0 || width === 0);
  const state = (own & ~6) | nextStateFlags(codePoint, cluster, joins ? preceding : 0);
  if (joins) return state | (joinedWidth(codePoint, width, preceding) << 1) | 1;
  return width > 0 ? state | (width << 1) : state | (before << 1) | 1;
}

function joinedWidth(codePoint: number, width: number, preceding: number): number {
  const before = propertyWidth(preceding);
  const selects = codePoint === textSelector || codePoint === emojiSelector;
  if (selects) return preceding & stateFlags.variation ? codePoint - textSelector + 1 : before;
  const isSkinTone = codePoint >= skinTones.first && codePoint <= skinTones.last;
  return width === 0 || isSkinTone ? before : 2;
}

/** The rules GB3 to GB13 of UAX 29. */
function joinsCluster(cluster: number, preceding: number): boolean {
  const before = clusterClassOf(preceding);
  if (cluster === clusterClass.control || before === clusterClass.control) return false;
  if (isExtending(cluster) || cluster === clusterClass.spacing || before === clusterClass.prepend)
    return true;
  switch (cluster) {
    case clusterClass.l:
    case clusterClass.lv:
    case clusterClass.lvt:
      return before === clusterClass.l;
    case clusterClass.v:
      return before === clusterClass.l || before === clusterClass.v || before === clusterClass.lv;
    case clusterClass.t:
      return (
        before === clusterClass.v ||
        before === clusterClass.t ||
        before === clusterClass.lv ||
        before === clusterClass.lvt
      );
    case clusterClass.regional:
      return (preceding & stateFlags.half) !== 0;
    case clusterClass.pictographic:
      return before === clusterClass.zwj && (preceding & stateFlags.emoji) !== 0;
    case clusterClass.consonant:
      return (preceding & stateFlags.linked) !== 0;
    default:
      return false;
  }
}

const isExtending = (cluster: number) =>
  cluster === clusterClass.extend ||
  cluster === clusterClass.mark ||
  cluster === clusterClass.linker ||
  cluster === clusterClass.zwj;

function nextStateFlags(codePoint: number, cluster: number, preceding: number): number {
  const kept = preceding & (stateFlags.emoji | stateFlags.consonant | stateFlags.linked);
  switch (cluster) {
    case clusterClass.regional:
      return preceding & stateFlags.half ? 0 : stateFlags.half;
    case clusterClass.pictographic:
      return stateFlags.emoji | variationFlag(codePoint);
    case clusterClass.consonant:
      return stateFlags.consonant;
    case clusterClass.linker:
      return kept & stateFlags.consonant ? kept | stateFlags.linked : kept;
    case clusterClass.mark:
    case clusterClass.zwj:
      return kept;
    case clusterClass.extend:
      return kept & stateFlags.emoji;
    default:
      return variationFlag(codePoint);
  }
}

const variationFlag = (codePoint: number): number =>
  hasEmojiPresentation(codePoint) ? stateFlags.variation : 0;

/**
 * Characters with a text and an emoji presentation (emoji-variation-sequences.txt of Unicode 17), as steps in base
 * 36: the distance from the last one, then `+` and how many more follow.
 */
const encodedPresentations =
  'z 7 6+9 34 5 68e d 61 n 2j+5 g+1 a8+1 d 4n q+a 5+2 5k 6g+1 b a 1n+3 2+4 a 3 3+1 3 5 3 2+1 3 4 4+1 ' +
  '9+2 6 2 6+b c+1 3 2+1 2 j 3+1 j+5 2 2+1 4+1 6 3+1 5+1 c+1 6+1 3 6+1 2 2+1 l+1 6+5 2+3 3 5 3 3+5 2 3 ' +
  '2 2 7 4 7 b+1 g 3 5 2 5+2 2 c+1 1d+2 a f f ad+1 cw+2 k+1 1g 5 yj d gq 2 2fzf a4+1 d+1 3n o l 8 5y+2 ' +
  '6 7 5 3+8 a 1u 5 m 3+1 2+2 3+1 8 5+2 k 2 2 4+4 6+c d 6 2 2 h d a 7 p 2+1 4+3 4+1 5 n j 12 d 3 8 4 c ' +
  'f 5 5+2 4+3 a 2+2 2 b 5 5+1 1i+1 6+n 8+1 3+6 e 3+3 3 l 3 9+1 a 6+2 d+2 9+2 3 2 5 7 4 7 m 3b 6 4 3 4 ' +
  'l 5 7+1 2 f 2+2 h+5 4 7 3';

let presentationBases: Set<number> | undefined;

function hasEmojiPresentation(codePoint: number): boolean {
  presentationBases ??= new Set(decodePresentations());
  return presentationBases.has(codePoint);
}

function* decodePresentations(): Generator<number> {
  let last = 0;
  for (const step of encodedPresentations.split(' ')) {
    const [gap, more = '0'] = step.split('+');
    last += Number.parseInt(gap!, 36);
    yield last;
    for (let left = Number.parseInt(more, 36); left > 0; left--) yield ++last;
  }
}

/**
 * How columns are counted. `codepoint` counts code points like wcwidth of the C library: a flag takes two columns, a
 * variation selector widens nothing, and a zero width joiner joins nothing. `grapheme` counts grapheme clusters (mode
 * 2027).
 */
export const widthRules = ['codepoint', 'grapheme'] as const;
export type WidthRule = (typeof widthRules)[number];

export const codePointWidth = (codePoint: number): 0 | 1 | 2 =>
  propertyWidth(codePointProperties(codePoint)) as 0 | 1 | 2;

export const isDisputedCodePoint = (codePoint: number): boolean =>
  codePoint >= 0xa0 && isDisputed(codePointProperties(codePoint));

/**
 * Called by the emulator. Bit 0 is whether the character joins the cell before it, bits 1 and 2 are the width of the
 * cell. The other bits are passed back with the next character.
 */
export function charProperties(codePoint: number, preceding: number): number {
  if (codePoint < 0x7f && codePoint >= 0x20) return asciiProperties;
  const properties = codePointProperties(codePoint);
  if (propertyWidth(properties) > 0 || codePoint < 0x20) return properties;
  return properties | (propertyWidth(preceding) << 1) | 1;
}

export const charPropertiesByRule = {
  codepoint: charProperties,
  grapheme: clusterProperties,
} as const satisfies Record<WidthRule, unknown>;

/** Columns of a text that is written cell after cell. */
export function textWidth(text: string, widths: WidthRule = 'codepoint'): number {
  let width = 0;
  let preceding = 0;
  for (const char of text) {
    const properties = charPropertiesByRule[widths](char.codePointAt(0)!, preceding);
    width += propertyWidth(properties) - (isJoined(properties) ? propertyWidth(preceding) : 0);
    preceding = properties;
  }
  return width;
}

/** A regional indicator takes one column by code points, and two as a cluster, alone or in a pair. */
export const isRegionalIndicator = (codePoint: number) => codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;

/** Whether several characters form one grapheme cluster. */
export function isSingleCluster(text: string): boolean {
  let preceding = 0;
  for (const char of text) {
    const properties = clusterProperties(char.codePointAt(0)!, preceding);
    if (preceding !== 0 && !isJoined(properties)) return false;
    preceding = properties;
  }
  return text.length > String.fromCodePoint(text.codePointAt(0) ?? 0).length;
}

/** Whether counting by code points would give the text of a cell other cells or another width. */
export const differsFromCodePointWidth = (text: string, width: number): boolean =>
  textWidth(text) !== width || codePointWidth(text.codePointAt(0)!) !== width;
