/** Invalid calls by a plugin fail with a Lua error that names the position in the plugin. */
import { describe, expect, it } from 'vitest';
import { inLua, picture } from './shown.ts';

const look = picture('hello');
const read = (call: string) => {
  try {
    inLua(`ptywright.${call}`, { look });
  } catch (problem) {
    return (problem as Error).message;
  }
  return expect.fail(`${call} was no error`);
};

describe('a wrong argument', () => {
  it.each([
    ["screen.row('x')", "bad argument #1 to 'screen.row' (integer expected, got string)"],
    ['screen.row()', "bad argument #1 to 'screen.row' (integer expected, got no value)"],
    ['screen.row(1.5)', "bad argument #1 to 'screen.row' (number has no integer representation)"],
    ['screen.row(1, 2)', "bad argument #2 to 'screen.row' (at most 1 expected)"],
    ['screen.cursor(1)', "bad argument #1 to 'screen.cursor' (no arguments expected)"],
    ['screen.find(true)', "bad argument #1 to 'screen.find' (string or table expected, got boolean)"],
    ["screen.find({ 'a', 1 })", "bad argument #1 to 'screen.find' (item 2: string expected, got number)"],
    ["screen.find('')", 'the text to find must not be empty'],
    ["screen.find('a', { form = 1 })", "(unknown field 'form'; known fields: from, to, ignore_case, at)"],
    ["screen.find('a', { from = 'b' })", "(field 'from': integer expected, got string)"],
    ["screen.find('a', { at = 'top' })", `(field 'at': "anywhere" or "start" or "end" or "whole" expected`],
    ["screen.find('a', { 1 })", '(a table with named fields expected, got a list)'],
    ['screen.between({})', 'a row expected: a number, or a table with a field `row`'],
    ["state('')", 'a state must have a name'],
    ['state(nil)', "bad argument #1 to 'state' (string expected, got no value)"],
    ["state('a', { confidense = 1 })", "(unknown field 'confidense'; known fields: confidence,"],
    ["state('a', { host_marks = { 'x' } })", "(field 'host_marks': item 1: table expected, got string)"],
    ['rules({ {} }, {})', "bad argument #1 to 'rules' (rule 1: field 'name': string expected)"],
    ["rules({ { name = 'a' } }, {})", "(rule 1: field 'when': function expected)"],
    ["rules({ name = 'a' }, {})", "bad argument #1 to 'rules' (a list expected)"],
    ['log.info(1)', "bad argument #1 to 'log.info' (string expected, got number)"],
    ["json.decode('[1,]')", 'not JSON: '],
    ['json.decode(("["):rep(40) .. ("]"):rep(40))', 'nested deeper than 32 levels'],
    ['json.decode(("["):rep(100000) .. ("]"):rep(100000))', 'nested deeper than 32 levels'],
    ['json.encode({ print })', 'a function has no JSON form'],
    ['json.encode(0/0)', 'is a number that JSON cannot represent'],
    ['json.array({ a = 1 })', "bad argument #1 to 'json.array' (a list expected)"],
    ['action.text()', "bad argument #1 to 'action.text' (string expected, got no value)"],
    ['action.text(1)', "bad argument #1 to 'action.text' (string expected, got number)"],
    ["action.eof('x')", "bad argument #1 to 'action.eof' (no arguments expected)"],
    ["action.resize(1, 'x')", "bad argument #2 to 'action.resize' (integer expected, got string)"],
    ['action.resize(1)', "bad argument #2 to 'action.resize' (integer expected, got no value)"],
    ['matcher.any(1)', "bad argument #1 to 'matcher.any' (table expected, got number)"],
    ["matcher.any{ 'x' }", '(item 1: table expected, got string)'],
    ["matcher.contains_text('x', { row = 1 })", "(unknown field 'row'; known fields: rows, region)"],
    ["matcher['not']('x')", "bad argument #1 to 'matcher.not' (table expected, got string)"],
  ])('%s', (call, message) => {
    expect(read(call)).toContain(message);
  });

  it('is reported with its line', () => {
    expect(read("screen.row('x')")).toMatch(/^main\.lua:2: bad argument/);
  });

  it('can be handled by the plugin', () => {
    expect(inLua("return { pcall(ptywright.screen.row, 'x') }", { look }).value).toEqual([
      false,
      expect.stringContaining('integer expected'),
    ]);
  });
});

describe('a call without a screen', () => {
  it('fails with an error when it reads the screen', () => {
    expect(() => inLua('ptywright.screen.row(0)')).toThrow('this call has no screen');
  });
});
