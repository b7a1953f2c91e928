/** Patterns of Lua's on the screen. They run in Lua, where a script that takes too long can be stopped. */
import { limits } from '../../../limits.ts';
import type { HostFunction, HostGroup, Param } from '../declaration.ts';
import { integer, screenRead } from './words.ts';

const params: readonly Param[] = [
  { name: 'pattern', type: 'string', text: "A pattern of Lua's." },
  { name: 'options', type: 'ptywright.MatchOptions', text: 'Where to look.', optional: true },
];

const all = `
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

const one = `
local all = ptywright.screen.match_all
return function(pattern, options) return all(pattern, options, 1)[1] end`;

const declare = (
  declaration: Pick<HostFunction, 'name' | 'text' | 'result' | 'example' | 'lua'>,
): HostFunction => ({
  ...declaration,
  params,
  needs: screenRead,
});

export const match: HostGroup = {
  title: 'Patterns',
  text: "Lua's own patterns, which know bytes: a class such as `%a` takes no letter beyond ASCII.",
  classes: {
    'ptywright.MatchOptions': {
      text: 'Where to look.',
      fields: [integer('from', 'The first row.', true), integer('to', 'The last row.', true)],
    },
    'ptywright.Matched': {
      text: 'Where a pattern fits.',
      extends: 'ptywright.Found',
      fields: [{ name: 'captures', type: '(string|integer)[]', text: 'What its parentheses caught.' }],
    },
  },
  functions: [
    declare({
      name: 'screen.match_all',
      result: { type: 'ptywright.Matched[]', text: `At most ${limits.hostResults} places.` },
      text: 'Finds everything that a pattern fits, row by row.',
      example: { screen: '漢 12\n3', lua: "assert(#ptywright.screen.match_all('%d+') == 2)" },
      lua: all,
    }),
    declare({
      name: 'screen.match',
      result: { type: 'ptywright.Matched|nil', text: 'The first place from the top.' },
      text: 'Finds what a pattern fits.',
      example: {
        screen: '漢 step 3 of 12',
        lua: "local step = ptywright.screen.match('step (%d+) of (%d+)')\nassert(step.col == 3 and step.captures[2] == '12')",
      },
      lua: one,
    }),
  ],
};
