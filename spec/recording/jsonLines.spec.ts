/** Files of JSON lines: comments, incomplete last lines, and errors without content. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { parseLine, readJsonLines, refuseInFile } from '#recording/jsonLines.ts';

const refuse = refuseInFile('a.jsonl');
const read = (text: string, torn = false) => [...readJsonLines(text, { refuse, torn })];

describe('lines', () => {
  it('are numbered as in the file, without blank lines and comments', () => {
    expect(read('{"a":1}\n\n# comment\r\n [2] \r\n')).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 4, value: [2] },
    ]);
  });

  it('may contain any JSON value, also null', () => {
    expect(read('null')).toEqual([{ line: 1, value: null }]);
  });

  it('that are not JSON are refused without their text, which may be a secret', () => {
    expect(() => read('1\n{"password":"hunter2"\n')).toThrow(/^a\.jsonl:2: not JSON$/);
  });

  it('have a limit', () => {
    const long = 'x'.repeat(limits.recordingLineChars + 1);
    expect(() => read(`1\n"${long}"`)).toThrow(
      `a.jsonl:2: more than ${limits.recordingLineChars} characters`,
    );
  });
});

describe('an incomplete last line', () => {
  it('is left out of a file whose writer may have crashed', () => {
    expect(read('1\n{"a":', true)).toEqual([{ line: 1, value: 1 }]);
  });

  it.each([
    ['of another file', '1\n{"a":', false],
    ['that is the only line', '{"a":', true],
    ['that is complete, and not JSON', '1\n{"a":\n', true],
  ])('%s is refused', (_, text, torn) => {
    expect(() => read(text, torn)).toThrow('not JSON');
  });
});

it('names the field whose value has the wrong shape', () => {
  const shape = z.object({ size: z.object({ rows: z.int() }) });
  expect(parseLine(shape, { line: 3, value: { size: { rows: 4 } } }, refuse)).toEqual({ size: { rows: 4 } });
  expect(() => parseLine(shape, { line: 3, value: { size: { rows: 'x' } } }, refuse)).toThrow(
    /^a\.jsonl:3: size\.rows: /,
  );
  expect(() => parseLine(z.string(), { line: 3, value: 1 }, refuse)).toThrow(/^a\.jsonl:3: Invalid/);
});
