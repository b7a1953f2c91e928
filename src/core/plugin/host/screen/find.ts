/** Text on the screen: where it stands. Work grows with the screen and the number of texts, not with their product. */
import { limits } from '../../../limits.ts';
import type { HostFunction, HostGroup, Param } from '../declaration.ts';
import { HostError } from '../hostError.ts';
import { lower } from '../text.ts';
import { areaOf, rowsIn } from './area.ts';
import { bare } from './bare.ts';
import type { ScreenText } from './screenText.ts';
import { integer, screenRead } from './words.ts';

interface Options {
  readonly from?: number;
  readonly to?: number;
  readonly ignore_case?: boolean;
  readonly at?: 'anywhere' | 'start' | 'end' | 'whole';
}

interface Found {
  readonly row: number;
  readonly col: number;
  readonly end_col: number;
  readonly text: string;
}

const needlesOf = (given: string | readonly string[]): readonly string[] => {
  const needles = [given].flat();
  if (needles.length === 0 || needles.includes('')) throw new HostError('a text to find must not be empty');
  return needles;
};

function* search(
  screen: ScreenText,
  given: string | readonly string[],
  options: Options = {},
): Generator<Found> {
  const { from, to, ignore_case, at = 'anywhere' } = options;
  const fold = (text: string) => (ignore_case ? lower(text) : text);
  const needles = needlesOf(given).map(fold);
  for (const row of rowsIn(areaOf(screen, from, to))) {
    const text = screen.text(row);
    const hits = at === 'anywhere' ? anywhere(fold(text), needles) : atEdge(fold(text), needles, at);
    for (const [start, end] of hits)
      yield { row, col: screen.columnOf(row, start), end_col: screen.columnOf(row, end), text };
  }
}

type Hit = readonly [start: number, end: number];

/** Each text is looked for again only where its last hit was passed. */
function* anywhere(text: string, needles: readonly string[]): Generator<Hit> {
  const next = needles.map((needle) => text.indexOf(needle));
  for (let passed = 0; ; ) {
    let best = -1;
    for (const [which, needle] of needles.entries()) {
      if (next[which]! >= 0 && next[which]! < passed) next[which] = text.indexOf(needle, passed);
      const start = next[which]!;
      if (start >= 0 && (best < 0 || start < next[best]!)) best = which;
    }
    if (best < 0) return;
    passed = next[best]! + needles[best]!.length;
    yield [next[best]!, passed];
  }
}

function* atEdge(text: string, needles: readonly string[], at: 'start' | 'end' | 'whole'): Generator<Hit> {
  const { start, end } = bare(text);
  const row = text.slice(start, end);
  for (const needle of needles) {
    const fits =
      at === 'start' ? row.startsWith(needle) : at === 'end' ? row.endsWith(needle) : row === needle;
    if (!fits) continue;
    const first = at === 'end' ? end - needle.length : start;
    yield [first, first + needle.length];
    return;
  }
}

function firstOf(places: Iterable<Found>): readonly Found[] {
  const first: Found[] = [];
  for (const place of places) if (first.push(place) === limits.hostResults) break;
  return first;
}

const params: readonly Param[] = [
  { name: 'text', type: 'string|string[]', text: 'What to find, letter for letter; of several, any.' },
  { name: 'options', type: 'ptywright.FindOptions', text: 'Where to look, and how.', optional: true },
];

const declare = (
  declaration: Pick<HostFunction, 'name' | 'text' | 'result' | 'example' | 'run'>,
): HostFunction => ({ ...declaration, params, needs: screenRead });

export const find: HostGroup = {
  title: 'Finding text',
  text: 'Text is found within rows, also by columns where characters are wide.',
  classes: {
    'ptywright.FindOptions': {
      text: 'Where to look for a text, and how.',
      fields: [
        integer('from', 'The first row.', true),
        integer('to', 'The last row.', true),
        {
          name: 'ignore_case',
          type: 'boolean',
          text: 'Whether large and small letters are the same.',
          optional: true,
        },
        {
          name: 'at',
          type: '"anywhere"|"start"|"end"|"whole"',
          text: 'Where in the row, blanks and a border at its ends aside.',
          optional: true,
        },
      ],
    },
    'ptywright.Found': {
      text: 'Where a text stands.',
      fields: [
        integer('row', 'Its row.'),
        integer('col', 'Its first column.'),
        integer('end_col', 'The column after it.'),
        { name: 'text', type: 'string', text: 'The whole row.' },
      ],
    },
  },
  functions: [
    declare({
      name: 'screen.find',
      result: { type: 'ptywright.Found|nil', text: 'The first place from the top.' },
      text: 'Finds a text.',
      example: {
        screen: '漢字 ready',
        lua: "local found = ptywright.screen.find('READY', { ignore_case = true })\nassert(found.row == 0 and found.col == 5 and found.end_col == 10)",
      },
      run: ({ screen }, text, options) => search(screen(), text, options).next().value,
    }),
    declare({
      name: 'screen.find_last',
      result: { type: 'ptywright.Found|nil', text: 'The last place, nearest to the bottom.' },
      text: 'Finds a text from the bottom up.',
      example: {
        screen: '$ ls\n$ pwd',
        lua: "assert(ptywright.screen.find_last('$', { at = 'start' }).row == 1)",
      },
      run: ({ screen }, text, options) => {
        let last: Found | undefined;
        for (const found of search(screen(), text, options)) last = found;
        return last;
      },
    }),
    declare({
      name: 'screen.find_all',
      result: { type: 'ptywright.Found[]', text: `At most ${limits.hostResults} places.` },
      text: 'Finds a text everywhere.',
      example: { screen: 'a-a\na', lua: "assert(#ptywright.screen.find_all('a') == 3)" },
      run: ({ screen }, text, options) => firstOf(search(screen(), text, options)),
    }),
    declare({
      name: 'screen.has',
      result: { type: 'boolean', text: 'Whether it is there.' },
      text: 'Tells whether a text is on the screen.',
      example: {
        screen: '│ Save changes? │',
        lua: "assert(ptywright.screen.has({ 'Discard changes?', 'Save changes?' }, { at = 'whole' }))",
      },
      run: ({ screen }, text, options) => !search(screen(), text, options).next().done,
    }),
  ],
};
