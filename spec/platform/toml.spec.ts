/** Finds the line of a field in TOML. */
import { describe, expect, it } from 'vitest';
import { findFieldLine, parseToml, type TomlPath } from '#platform/toml.ts';

const text = `# name = "not here"
name = "a" # kind = "b"
text = """
permissions = [ "x" ]
quoted \\""" and more = 1
"""
raw = '''
[table]
'''
"quoted.key" = 1
permissions = [
  "one", # "not one"
  "two",
  "three", "four",
  [1, { deep = [
    5] }],
]

[table.inner]
a.b = { c = 1, d = [
  2,
] }
when = 2020-01-01 10:00:00

[[list]]
x = 1
[[list]]
x = 2
'y' = "]"
last = true`;

const cases: readonly (readonly [path: TomlPath, line: number])[] = [
  [['name'], 2],
  [['text'], 3],
  [['raw'], 7],
  [['quoted.key'], 10],
  [['permissions'], 11],
  [['permissions', 0], 12],
  [['permissions', 1], 13],
  [['permissions', 2], 14],
  [['permissions', 3], 14],
  [['permissions', 4, 1, 'deep', 0], 16],
  [['table'], 19],
  [['table', 'inner', 'a', 'b', 'c'], 20],
  [['table', 'inner', 'a', 'b', 'd', 0], 21],
  [['table', 'inner', 'when'], 23],
  [['list', 0, 'x'], 26],
  [['list', 1], 27],
  [['list', 1, 'x'], 28],
  [['list', 1, 'y'], 29],
  [['last'], 1],
  [['list', 1, 'last'], 30],
];

describe('the line of a field', () => {
  it('belongs to a text that is valid TOML', () => {
    expect(Object.keys(parseToml(text))).toContain('permissions');
  });

  it.each(cases)('%j', (path, line) => {
    expect(findFieldLine(text, path)).toBe(line);
  });

  it.each([
    [['table', 'inner', 'absent'], 19],
    [['permissions', 9], 11],
    [['absent'], 1],
    [[], 1],
  ] as const)('is that of the enclosing table for the missing field %j', (path, line) => {
    expect(findFieldLine(text, path)).toBe(line);
  });

  it('is found in lines that end as on Windows', () => {
    expect(findFieldLine('a = 1\r\nb = [\r\n 2,\r\n 3]\r\n', ['b', 1])).toBe(4);
  });
});
