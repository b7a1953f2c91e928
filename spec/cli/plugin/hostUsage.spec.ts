import { expect, it } from 'vitest';
import { findLuaNames } from '#cli/plugin/hostUsage.ts';

it.each([
  ['ptywright.action.text("x")', ['action.text 1']],
  ['x = 1\nptywright . screen . row(1)', ['screen.row 2']],
  ['local s = ptywright.screen\ns.row(1)', ['screen 1', 'screen.row 2']],
  [
    'local a, m = ptywright.action, ptywright.matcher\na.key(m.title)',
    ['action 1', 'matcher 1', 'action.key 2', 'matcher.title 2'],
  ],
  ['local p = ptywright\np.version', ['version 2']],
  ['-- ptywright.a\n--[[ ptywright.b\n]] ptywright.c', ['c 3']],
  ['x = "ptywright.a" .. \'ptywright.b\' .. [==[ptywright.c\n]==] .. ptywright.d', ['d 2']],
  ['x = "a\\"ptywright.b" y = ptywright.c', ['c 1']],
  ['other.ptywright.x = my_ptywright.y', []],
  ['t.s = 1 local s = 2', []],
  ['local s = ptywright.screen\nlocal s = ctx.screen\ns:find("x")', ['screen 1']],
  ['local s = ptywright.screen\nfor _, s in ipairs(t) do s.x = 1 end', ['screen 1']],
  ['local s = ptywright.screen\nlocal function f(s)\nreturn s.y end', ['screen 1']],
])('finds the used host functions in %j', (source, names) => {
  expect(findLuaNames(source).map(({ name, line }) => `${name} ${line}`)).toEqual(names);
});
