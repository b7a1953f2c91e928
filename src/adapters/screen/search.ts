/**
 * Host functions that search the screen for texts and Lua patterns. Each search takes time in proportion to the screen plus
 * the number of texts, not to their product.
 */
import { limits } from '#limits.ts';
import { HostError, type HostFunction, type HostGroup, type HostParam } from '../host/declaration.ts';
import { toLowerCase } from '../host/text.ts';
import { integerParam, resolveRange, rowNumbers, screenReadPermission } from './rows.ts';
import { type ScreenText, unframedRange } from './screenText.ts';

interface FindOptions {
  readonly from?: number;
  readonly to?: number;
  readonly ignore_case?: boolean;
  readonly at?: 'anywhere' | 'start' | 'end' | 'whole';
}

interface FindResult {
  readonly row: number;
  readonly col: number;
  readonly end_col: number;
  readonly text: string;
}

const requireNeedles = (given: string | readonly string[]): readonly string[] => {
  const needles = [given].flat();
  if (needles.length === 0 || needles.includes('')) throw new HostError('the text to find must not be empty');
  return needles;
};

function* findText(
  screen: ScreenText,
  given: string | readonly string[],
  options: FindOptions = {},
): Generator<FindResult> {
  const { from, to, ignore_case, at = 'anywhere' } = options;
  const fold = (text: string) => (ignore_case ? toLowerCase(text) : text);
  const needles = requireNeedles(given).map(fold);
  for (const row of rowNumbers(resolveRange(screen, from, to))) {
    const text = screen.text(row);
    const hits = at === 'anywhere' ? hitsAnywhere(fold(text), needles) : hitsAtEdge(fold(text), needles, at);
    for (const [start, end] of hits)
      yield { row, col: screen.columnAt(row, start), end_col: screen.columnAt(row, end), text };
  }
}

type TextHit = readonly [start: number, end: number];

/** A text is searched again only when the scan has passed its last hit. */
function* hitsAnywhere(text: string, needles: readonly string[]): Generator<TextHit> {
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

function* hitsAtEdge(
  text: string,
  needles: readonly string[],
  at: 'start' | 'end' | 'whole',
): Generator<TextHit> {
  const { start, end } = unframedRange(text);
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

function limitResults(places: Iterable<FindResult>): readonly FindResult[] {
  const first: FindResult[] = [];
  for (const place of places) if (first.push(place) === limits.hostResults) break;
  return first;
}

const findParams: readonly HostParam[] = [
  {
    name: 'text',
    type: 'string|string[]',
    text: 'The literal text to find. With several texts, any of them.',
  },
  { name: 'options', type: 'ptywright.FindOptions', text: 'Where and how to search.', optional: true },
];

const declareFind = (
  declaration: Pick<HostFunction, 'name' | 'text' | 'result' | 'example' | 'run'>,
): HostFunction => ({ ...declaration, params: findParams, needs: screenReadPermission });

export const findGroup: HostGroup = {
  title: 'Finding text',
  text: 'Text is found within one row. Columns account for wide characters.',
  classes: {
    'ptywright.FindOptions': {
      text: 'Where and how to search for a text.',
      fields: [
        integerParam('from', 'The first row.', true),
        integerParam('to', 'The last row.', true),
        {
          name: 'ignore_case',
          type: 'boolean',
          text: 'Whether to ignore the difference between upper and lower case.',
          optional: true,
        },
        {
          name: 'at',
          type: '"anywhere"|"start"|"end"|"whole"',
          text: 'Where in the row the text must be. Blanks and a border at the ends of the row are ignored.',
          optional: true,
        },
      ],
    },
    'ptywright.Found': {
      text: 'The position of a text.',
      fields: [
        integerParam('row', 'The row.'),
        integerParam('col', 'The first column.'),
        integerParam('end_col', 'The column after the last one.'),
        { name: 'text', type: 'string', text: 'The text of the whole row.' },
      ],
    },
  },
  functions: [
    declareFind({
      name: 'screen.find',
      result: { type: 'ptywright.Found|nil', text: 'The first match from the top.' },
      text: 'Find a text.',
      example: {
        screen: '漢字 ready',
        lua: "local found = ptywright.screen.find('READY', { ignore_case = true })\nassert(found.row == 0 and found.col == 5 and found.end_col == 10)",
      },
      run: ({ screen }, text, options) => findText(screen(), text, options).next().value,
    }),
    declareFind({
      name: 'screen.find_last',
      result: { type: 'ptywright.Found|nil', text: 'The last match, nearest to the bottom.' },
      text: 'Find the last occurrence of a text.',
      example: {
        screen: '$ ls\n$ pwd',
        lua: "assert(ptywright.screen.find_last('$', { at = 'start' }).row == 1)",
      },
      run: ({ screen }, text, options) => {
        let last: FindResult | undefined;
        for (const found of findText(screen(), text, options)) last = found;
        return last;
      },
    }),
    declareFind({
      name: 'screen.find_all',
      result: { type: 'ptywright.Found[]', text: `At most ${limits.hostResults} matches.` },
      text: 'Find all occurrences of a text.',
      example: { screen: 'a-a\na', lua: "assert(#ptywright.screen.find_all('a') == 3)" },
      run: ({ screen }, text, options) => limitResults(findText(screen(), text, options)),
    }),
    declareFind({
      name: 'screen.has',
      result: { type: 'boolean', text: 'Whether the text is on the screen.' },
      text: 'Check whether a text is on the screen.',
      example: {
        screen: '│ Save changes? │',
        lua: "assert(ptywright.screen.has({ 'Discard changes?', 'Save changes?' }, { at = 'whole' }))",
      },
      run: ({ screen }, text, options) => !findText(screen(), text, options).next().done,
    }),
  ],
};

/** Lua patterns run in Lua, where a script that takes too long can be stopped. */
const matchParams: readonly HostParam[] = [
  { name: 'pattern', type: 'string', text: 'A Lua pattern.' },
  { name: 'options', type: 'ptywright.MatchOptions', text: 'Where to search.', optional: true },
];

const matchAllLua = `
local rows, size, width = ptywright.screen.rows, ptywright.screen.size, ptywright.text.width
local find, sub, pack, unpack, max = string.find, string.sub, table.pack, table.unpack, math.max
return function(pattern, options, most)
  options, most = options or {}, most or ${limits.hostResults}
  local from = options.from or 0
  if from < 0 then from = from + size().rows end
  local found = {}
  for at, row in ipairs(rows(options.from, options.to)) do
    local start = 1
    while start <= #row + 1 and #found < most do
      local hit = pack(find(row, pattern, start))
      if not hit[1] then break end
      found[#found + 1] = {
        row = from + at - 1,
        col = width(sub(row, 1, hit[1] - 1)),
        end_col = width(sub(row, 1, hit[2])),
        text = row,
        captures = { unpack(hit, 3, hit.n) },
      }
      start = max(hit[2], hit[1]) + 1
    end
  end
  return found
end`;

const matchLua = `
local all = ptywright.screen.match_all
return function(pattern, options) return all(pattern, options, 1)[1] end`;

const declareMatch = (
  declaration: Pick<HostFunction, 'name' | 'text' | 'result' | 'example' | 'lua'>,
): HostFunction => ({
  ...declaration,
  params: matchParams,
  needs: screenReadPermission,
});

export const matchGroup: HostGroup = {
  title: 'Patterns',
  text: 'Lua patterns work on bytes: a class such as `%a` matches no letter outside ASCII.',
  classes: {
    'ptywright.MatchOptions': {
      text: 'Where to search.',
      fields: [integerParam('from', 'The first row.', true), integerParam('to', 'The last row.', true)],
    },
    'ptywright.Matched': {
      text: 'A match of a pattern.',
      extends: 'ptywright.Found',
      fields: [{ name: 'captures', type: '(string|integer)[]', text: 'The captures of the pattern.' }],
    },
  },
  functions: [
    declareMatch({
      name: 'screen.match_all',
      result: { type: 'ptywright.Matched[]', text: `At most ${limits.hostResults} matches.` },
      text: 'Find all matches of a pattern, row by row.',
      example: { screen: '漢 12\n3', lua: "assert(#ptywright.screen.match_all('%d+') == 2)" },
      lua: matchAllLua,
    }),
    declareMatch({
      name: 'screen.match',
      result: { type: 'ptywright.Matched|nil', text: 'The first match from the top.' },
      text: 'Find the first match of a pattern.',
      example: {
        screen: '漢 step 3 of 12',
        lua: "local step = ptywright.screen.match('step (%d+) of (%d+)')\nassert(step.col == 3 and step.captures[2] == '12')",
      },
      lua: matchLua,
    }),
  ],
};
