import { expect, it } from 'vitest';
import { openInstance } from '../../adapters/instances.ts';
import { run } from './scripts.ts';

/**
 * Lists everything reachable from the globals: through fields, names and metatables. The type follows the name of each
 * value that is not a function. spec/adapters/host specifies the host table; here it may hold only plain values.
 */
const walk = `
local function walk(seen, found, value, way)
  local kind = type(value)
  if kind ~= 'function' then found[#found + 1] = way .. ' ' .. kind else found[#found + 1] = way end
  if kind == 'table' then
    if seen[value] then return end
    seen[value] = true
    local meta = getmetatable(value)
    if meta ~= nil then walk(seen, found, meta, way .. '<meta>') end
    for key, field in next, value do
      walk(seen, found, key, way .. '<name>')
      walk(seen, found, field, way .. '.' .. tostring(key))
    end
  elseif getmetatable(value) ~= nil then
    walk(seen, found, getmetatable(value), way .. '<meta>')
  end
end
local function waysFrom(value, way)
  local seen, found = {}, {}
  walk(seen, found, value, way)
  return found
end
return {
  globals = function()
    local kept = ptywright
    ptywright = nil
    local found = waysFrom(_G, '_G')
    ptywright = kept
    return found
  end,
  host = function() return waysFrom(ptywright, 'ptywright') end,
}`;

const libraries: Readonly<Record<string, string>> = {
  _G: 'assert error getmetatable ipairs next pairs pcall print rawequal rawget rawlen rawset require select setmetatable tonumber tostring type xpcall',
  '_G.string': 'byte char find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper',
  '_G.table': 'concat insert move pack remove sort unpack',
  '_G.math':
    'abs acos asin atan ceil cos deg exp floor fmod log max min modf rad random randomseed sin sqrt tan tointeger type ult',
  '_G.utf8': 'char codepoint codes len offset',
};

const values = [
  '_G table',
  '_G._G table',
  '_G._VERSION string',
  '_G.string table',
  '_G.table table',
  '_G.math table',
  '_G.utf8 table',
  ...['pi', 'huge', 'maxinteger', 'mininteger'].map((name) => `_G.math.${name} number`),
  '_G.utf8.charpattern string',
];

it('contains only the listed names', async () => {
  const { ask } = openInstance(walk);
  const functions = Object.entries(libraries).flatMap(([table, names]) =>
    names.split(' ').map((name) => `${table}.${name}`),
  );
  const found = (await ask('globals')) as string[];
  // The metatable of a string appears as `false`, wherever a string is found.
  const metatables = found.filter((way) => way.includes('<meta>'));
  expect(new Set(metatables.map((way) => way.split(' ').at(-1)))).toEqual(new Set(['boolean']));
  const named = found.filter((way) => !/<(?:meta|name)>/.test(way));
  expect(named.toSorted()).toEqual([...values, ...functions].toSorted());
});

it('is plain in the table of the host', async () => {
  const { ask } = openInstance(walk);
  const kinds = ((await ask('host')) as string[])
    .filter((way) => !/<(?:meta|name)>/.test(way))
    .map((way) => (way.includes(' ') ? way : `${way} function`))
    .filter((way) => way !== 'ptywright.json.null userdata')
    .map((way) => way.split(' ').at(-1)!);
  expect(new Set(kinds)).toEqual(new Set(['table', 'function', 'string']));
});

it.each([
  ['in the middle', "('a.b.c'):find('.', 1, true)", [2, 2]],
  ['from a position', "('a.b.c'):find('.', 3, true)", [4, 4]],
  ['from the end', "('a.b.c'):find('.', -2, true)", [4, 4]],
  ['at the last byte', "('a.b.c'):find('c', 5, true)", [5, 5]],
  ['behind the end', "('a.b.c'):find('c', 6, true)", {}],
  ['far behind the end', "('a.b.c'):find('', 7, true)", {}],
  ['that is empty', "('abc'):find('', 2, true)", [2, 1]],
  ['that is longer', "('ab'):find('abc', 1, true)", {}],
  ['with zero bytes', "('a\\0b\\0c'):find('\\0c', nil, true)", [4, 5]],
  ['of several bytes', "('xä漢'):find('漢', 1, true)", [4, 6]],
  ['in a number', '(string.find(1234, 3, 1, true))', [3]],
  ['from a float', "('a.b.c'):find('.', 3.0, true)", [4, 4]],
  ['from a number as text', "('a.b.c'):find('.', '3', true)", [4, 4]],
  ['as a pattern', "('a.b.c'):find('.', 1, false)", [1, 1]],
])('string.find of a plain text %s', (_, call, found) => {
  expect(run(`return { ${call} }`)).toEqual(found);
});
