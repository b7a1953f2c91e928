/** Parses casts of any program. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { readCast } from '#recording/asciicast.ts';
import { refuseInFile } from '#recording/jsonLines.ts';

const how = { refuse: refuseInFile('a.cast'), torn: true };
const read = (text: string) => {
  const { events, ...rest } = readCast(text, how);
  return { ...rest, events: [...events].map(({ line: _, ...event }) => event) };
};
const two = '{"version":2,"width":20,"height":4}\n';
const three = '{"version":3,"term":{"cols":20,"rows":4}}\n';

describe('a parsed cast', () => {
  it('is of version 2, with times from the beginning', () => {
    const text = `{"version": 2, "width": 20, "height": 4, "timestamp": 7, "title": "t", "env": {"TERM": "x"}}
[0.5, "o", "one"]
[1.5, "r", "30x5"]
[1.25, "z", {"made": "up"}]`;
    expect(read(text)).toEqual({
      version: 2,
      size: { rows: 4, cols: 20 },
      timestamp: 7,
      command: undefined,
      title: 't',
      events: [
        { ms: 500, code: 'o', text: 'one' },
        { ms: 1500, code: 'r', text: '30x5', size: { rows: 5, cols: 30 } },
        { ms: 1500, code: 'z', text: '{"made":"up"}' },
      ],
    });
  });

  it('is of version 3, with times since the event before, and comments', () => {
    const text = `${three}# a comment\n[0.5, "o", "one"]\n\n[0.25, "x", "0"]\n`;
    expect(read(text).events).toEqual([
      { ms: 500, code: 'o', text: 'one' },
      { ms: 750, code: 'x', text: '0' },
    ]);
  });

  it('may end in the middle of a line, as after a crash', () => {
    expect(read(`${two}[1, "o", "one"]\n[2, "o", "tw`).events).toHaveLength(1);
  });

  it.each([
    ['', /^a\.cast:1: not JSON/],
    ['\u0000\u0001', /^a\.cast:1: not JSON/],
    ['[]', /^a\.cast:1: /],
    ['{"version":1}', /^a\.cast:1: version: /],
    ['{"version":2,"width":1e9,"height":4}', /^a\.cast:1: width: /],
    ['{"version":2,"width":80.5,"height":4}', /^a\.cast:1: width: /],
    ['{"version":2,"width":1000,"height":500}', /^a\.cast:1: more than \d+ cells/],
    ['{"version":3,"term":{"cols":-1,"rows":4}}', /^a\.cast:1: term\.cols: /],
    [`${two}[1, "o", "x"]\n{\n`, /^a\.cast:3: not JSON/],
    [`${two}[1, "o"]\n`, /^a\.cast:2: /],
    [`${two}[-1, "o", "x"]\n`, /^a\.cast:2: 0: /],
    [`${two}["1", "o", "x"]\n`, /^a\.cast:2: 0: /],
    [`${two}[1e300, "o", "x"]\n`, /^a\.cast:2: 0: /],
    [`${two}[1, "o", 5]\n`, /^a\.cast:2: expected a string/],
    [`${two}[1, "r", "wide"]\n`, /^a\.cast:2: cols: /],
    [`${two}[1, "r", "1000x500"]\n`, /^a\.cast:2: more than \d+ cells/],
    [`${three}${`[${limits.recordingMs / 1000}, "o", "x"]\n`.repeat(2)}`, /^a\.cast:3: longer than/],
    [`${two}[1, "o", "${'x'.repeat(limits.recordingLineChars)}"]\n`, /^a\.cast:2: more than \d+ characters/],
    [`${two}${'['.repeat(100_000)}\n`, /^a\.cast:2: /],
  ])('is refused with its line: %.60j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
