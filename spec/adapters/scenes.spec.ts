import { describe, expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { limits } from '#limits.ts';
import { cast, ESC, scenesIn } from './pictures.ts';

describe('a recording', () => {
  it('has a scene at each marker that names a state', () => {
    const scenes = scenesIn(
      cast([
        [0.5, 'o', '$ '],
        [1, 'm', 'state: ready'],
        [1.5, 'i', 'ls\r'],
        [2, 'o', 'ls\r\nfile\r\n'],
        [2.2, 'm', 'somebody else’s chapter'],
        [2.25, 'm', 'state: running'],
        [3, 'o', '$ '],
        [3.5, 'm', 'state: ready'],
      ]),
    );
    expect(scenes.map(({ name, expected }) => [name, expected.state])).toEqual([
      ['one.cast 1', 'ready'],
      ['one.cast 2.25', 'running'],
      ['one.cast 3.5', 'ready'],
    ]);
    expect(scenes.map(({ screenContext }) => screenContext.stableMs)).toEqual([500, 250, 500]);
    expect(scenes.map(({ screenContext }) => screenContext.rows.filter(Boolean))).toEqual([
      ['$'],
      ['$ ls', 'file'],
      ['$ ls', 'file', '$'],
    ]);
    expect(scenes[2]!.screenContext.transcript).toBe('$ ls\r\nfile\r\n$ ');
  });

  it('is stable since the last visible change, despite later invisible output', () => {
    const [scene] = scenesIn(
      cast([
        [1, 'o', 'one'],
        [4, 'o', `${ESC}[m`],
        [5, 'm', 'state: ready'],
      ]),
    );
    expect(scene!.screenContext.stableMs).toBe(4000);
  });

  it('has the rows that have scrolled off since the marker before', () => {
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => `line ${from + at}\r\n`).join('');
    const [first, second, third] = scenesIn(
      cast([
        [1, 'o', lines(0, 30)],
        [1, 'm', 'state: s'],
        [2, 'o', lines(30, 6000)],
        [2, 'm', 'state: s'],
        [3, 'm', 'state: s'],
      ]),
    ).map(({ screenContext }) => screenContext);
    const { rows, lost } = first!.scrolled;
    expect([rows[0], lost]).toEqual(['line 0', 0]);
    expect(first!.rows[0]).toBe(`line ${rows.length}`);
    // As many as the scrollback keeps.
    expect(second!.scrolled.rows).toHaveLength(limits.defaultScrollback);
    expect(second!.scrolled.rows.length + second!.scrolled.lost + rows.length).toBe(
      Number(/\d+/.exec(second!.rows[0]!)),
    );
    expect(third!.scrolled).toEqual({ rows: [], lost: 0 });
  });

  it('has lasting facts, and facts of one marker', () => {
    const said = (facts: object) => `state: s ${JSON.stringify(facts)}`;
    const scenes = scenesIn(
      cast([
        [1, 'o', 'one'],
        [1, 'm', said({ last_intent: 'submitted', stable_ms: 7, completed_turn_stable_ms: 8 })],
        [2, 'm', 'state: s'],
        [3, 'm', '{"last_intent": "cancelling", "mark": "here"}'],
        [4, 'm', '{"state": "s", "metadata": {"a": 1}, "evidence": "e"}'],
        [5, 'm', said({ last_intent: '', exit: { signal: 'SIGTERM' } })],
        [6, 'm', 'state: s'],
      ]),
    );
    expect(scenes.map(({ facts }) => facts)).toEqual([
      { last_intent: 'submitted', completed_turn_stable_ms: 8 },
      { last_intent: 'submitted' },
      { last_intent: 'cancelling' },
      {},
      {},
    ]);
    expect(scenes.map(({ screenContext }) => screenContext.stableMs)).toEqual([7, 1000, 3000, 4000, 5000]);
    expect(scenes[2]!.expected).toEqual({ state: 's', metadata: { a: 1 }, evidence: 'e' });
    expect(scenes[2]!.screenContext.markers).toEqual({ here: 3 });
    expect(scenes.map(({ screenContext }) => screenContext.exit)).toEqual([
      null,
      null,
      null,
      { exitCode: null, signal: 'SIGTERM' },
      { exitCode: null, signal: 'SIGTERM' },
    ]);
  });

  it('resizes and ends', () => {
    const [small, ended] = scenesIn(
      cast([
        [1, 'r', '10x2'],
        [2, 'm', 'state: small'],
        [3, 'x', '3'],
        [4, 'm', 'state: gone'],
      ]),
    );
    expect(small!.screenContext.size).toEqual({ rows: 2, cols: 10 });
    expect(ended!.screenContext.exit).toEqual({ exitCode: 3, signal: null });
  });

  it('has the terminal events since the last call of the plugin', () => {
    const scenes = scenesIn(
      cast([
        [1, 'o', `${ESC}]2;one${ESC}\\`],
        [2, 'm', 'state: a'],
        [3, 'o', `${ESC}]2;two${ESC}\\`],
        [4, 'm', '{"last_intent": "x"}'],
        [5, 'm', 'state: b'],
        [6, 'm', 'state: c'],
      ]),
    );
    const titles = scenes.map(({ screenContext }) =>
      screenContext.events.flatMap(({ facts }) => Object.values(facts)),
    );
    expect(titles).toEqual([['one'], ['two'], []]);
  });

  it('keeps markers that a plugin returns', () => {
    const scenes: (readonly string[])[] = [];
    const text = cast([
      [1, 'o', 'one'],
      [1, 'm', 'state: a'],
      [2, 'm', 'state: b'],
    ]);
    for (const scene of readScenes('one.cast', text)) {
      scenes.push(Object.keys(scene.screenContext.markers));
      scene.mark('turn');
    }
    expect(scenes).toEqual([[], ['turn']]);
  });
});

describe('a recording that cannot be read names file and line', () => {
  it.each([
    ['', /^one\.cast:1: not JSON/],
    ['{"version":1}', /^one\.cast:1: version: /],
    [cast([[1, 'o', 'x']]), /^one\.cast:1: no marker names a state/],
    [`${cast([[1, 'm', 'state: a']])}{`, /^one\.cast:3: not JSON/],
    [`${cast([[1, 'm', 'state: a']])}[1,"o"]`, /^one\.cast:3: /],
    [cast([[1, 'm', 'state: a {"last_intend":"x"}']]), 'one.cast:2: last_intend: unknown field'],
    [cast([[1, 'm', 'state: a {']]), /^one\.cast:2: not JSON/],
    [cast([[1, 'm', '{"state": 1}']]), /^one\.cast:2: state: /],
    [cast([[1, 'r', 'wide']]), /^one\.cast:2: cols: /],
  ])('%j', (text, message) => {
    expect(() => scenesIn(text)).toThrow(message);
  });
});
