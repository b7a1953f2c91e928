/** YAML with the lines of its values. */
import { describe, expect, it } from 'vitest';
import { parseYaml, YamlSyntaxError } from '#platform/yaml.ts';

const text = `program: sh
# a comment
steps:
  - wait:
      text: ready
  - {press: enter}
`;

describe('the line of a field', () => {
  const { value, lineOf } = parseYaml(text);

  it('is that of its key', () => {
    expect(value).toEqual({ program: 'sh', steps: [{ wait: { text: 'ready' } }, { press: 'enter' }] });
    expect(lineOf(['program'])).toBe(1);
    expect(lineOf(['steps'])).toBe(3);
    expect(lineOf(['steps', 0, 'wait', 'text'])).toBe(5);
    expect(lineOf(['steps', 1, 'press'])).toBe(6);
  });

  it('is that of the innermost parent for a field that is missing', () => {
    expect(lineOf(['steps', 0, 'wait', 'regex'])).toBe(4);
    expect(lineOf(['title'])).toBe(1);
  });
});

it('reads JSON', () => {
  expect(parseYaml('{"a": [1, "b"]}').value).toEqual({ a: [1, 'b'] });
});

it.each([
  ['a: 1\nb: [1', 2],
  ['a: 1\na: 2', 2],
  ['a: *unknown', 1],
])('%j is refused with its line', (invalid, line) => {
  expect(() => parseYaml(invalid)).toThrow(YamlSyntaxError);
  expect(() => parseYaml(invalid)).toThrow(expect.objectContaining({ line }));
});

it('refuses aliases that would expand to a huge value', () => {
  const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`);
  expect(() => parseYaml(['l0: &l0 [x]', ...levels].join('\n'))).toThrow(YamlSyntaxError);
});
