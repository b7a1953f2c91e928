/** Sample output of programs. It is generated from a seed, so it is the same on every machine. */
import { writeFileSync } from 'node:fs';
import type { Bench } from './bench.ts';
import { recordedHtop, recordedVim } from './recordings.ts';
import { randomFrom } from './statistics.ts';

type Random = () => number;
const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)]!;

const words =
  'error warning ready queue worker took a job from the and finished it in connection closed by peer retry later build passed failed test module file line of with request response cache miss hit'.split(
    ' ',
  );
const cjk = [
  ...'的一是不了人我在有他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天',
];
const odd = [
  'é',
  'ß',
  'ñ',
  'ø',
  '—',
  '…',
  '│',
  '─',
  '█',
  '▒',
  'Ж',
  'д',
  'λ',
  'e\u0301',
  'a\u0308',
  '漢',
  '字',
  'カ',
  '한',
  '😀',
  '🚀',
  '✅',
  '👍',
];

const sentence = (length: number, random: Random, word: (random: Random) => string): string => {
  let text = '';
  while (text.length < length) text += `${word(random)} `;
  return text.slice(0, length).trimEnd();
};

/** Like the output of builds, tests and logs: many short lines and some long ones, 45 characters on average. */
const plainLine = (random: Random) => {
  const time = `12:${10 + Math.floor(random() * 50)}:${10 + Math.floor(random() * 50)}`;
  return `${time} ${sentence(8 + random() ** 2 * 84, random, (r) => pick(words, r))}\n`;
};

const coloured = (random: Random) => {
  const styles = [
    '1',
    '2',
    '4',
    '7',
    `3${Math.floor(random() * 8)}`,
    `38;5;${Math.floor(random() * 256)}`,
    `48;2;${Math.floor(random() * 256)};40;90`,
  ];
  return `\x1b[${pick(styles, random)}m${pick(words, random)}\x1b[0m`;
};

const sgrLine = (random: Random) => `${Array.from({ length: 10 }, () => coloured(random)).join(' ')}\n`;
const cjkLine = (random: Random) => `${Array.from({ length: 36 }, () => pick(cjk, random)).join('')}\n`;
const unicodeLine = (random: Random) =>
  `${Array.from({ length: 14 }, () => (random() < 0.5 ? pick(words, random) : pick(odd, random) + pick(odd, random))).join(' ')}\n`;

/** A whole screen in which every cell has different colours. */
function denseScreen(random: Random): string {
  const cell = () => {
    const [r, g, b] = [random(), random(), random()].map((part) => Math.floor(part * 256));
    return `\x1b[38;2;${r};${g};${b}m\x1b[48;5;${b}m${pick(words, random)[0]}`;
  };
  const rows = Array.from(
    { length: 24 },
    (_, row) => `\x1b[${row + 1};1H${Array.from({ length: 80 }, cell).join('')}`,
  );
  return `${rows.join('')}\x1b[0m`;
}

const made = {
  plain: plainLine,
  sgr: sgrLine,
  cjk: cjkLine,
  unicode: unicodeLine,
  dense: denseScreen,
} as const;
const recorded = { vim: recordedVim, htop: recordedHtop } as const;

export type CorpusName = keyof typeof made | keyof typeof recorded;

/** The end of each corpus: a known screen, and a byte that occurs nowhere else. */
export const endMark = '\x06';
const ending = `\x1b[0m\x1b[?1049l\x1b[2J\x1b[H~ end of corpus ~${endMark}`;

export interface Corpus {
  readonly file: string;
  readonly bytes: Buffer;
}

export const corpus = (name: CorpusName, bench: Bench): Promise<Corpus> =>
  bench.once(`corpus ${name}`, async () => {
    const size = (bench.quick ? 4 : 8) * 1024 * 1024;
    const bytes = Buffer.concat([await piecesOf(name, size, bench), Buffer.from(ending)]);
    const file = bench.path(name);
    writeFileSync(file, bytes);
    return { file, bytes };
  });

async function piecesOf(name: CorpusName, size: number, bench: Bench): Promise<Buffer> {
  if (name in recorded) return repeated(await recorded[name as keyof typeof recorded](bench), size);
  const random = randomFrom(name.length);
  const pieces: string[] = [];
  // Generates a quarter and repeats it four times, because random text is slow to generate.
  for (let length = 0; length < size / 4; length += pieces.at(-1)!.length)
    pieces.push(made[name as keyof typeof made](random));
  return repeated(Buffer.from(pieces.join('')), size);
}

const repeated = (bytes: Buffer, size: number): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(size / bytes.length) }, () => bytes));
