/** Parses traces of requests and frames, from any program. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { readTrace, readTraceFile } from '#recording/traceReplay.ts';
import { freshHome } from '../cli/ptywright.ts';

const refuse = (line: number, reason: string): never => {
  throw new Error(`${line}: ${reason}`);
};
const read = (lines: readonly (readonly [direction: string, line: unknown])[], torn = false) =>
  readTrace(
    lines
      .map(([direction, line], at) =>
        JSON.stringify({
          timestampMicros: 1_000_000 + at * 2000,
          direction,
          line: typeof line === 'string' ? line : JSON.stringify(line),
        }),
      )
      .join('\n'),
    { refuse, torn },
  );
const ask = (id: unknown, method: string) => ['request', { id, method, params: {} }] as const;

describe('the requests of a recording', () => {
  it('are returned with their time, and whether they were refused', () => {
    const { requests } = read([
      ask(1, 'a'),
      ['response', { id: 1, result: {} }],
      ask('1', 'b'),
      ['notification', { method: 'view.changed' }],
      ['response', { id: '1', error: { code: 1 } }],
      ask(1, 'c'),
      ['response', { id: 7, error: { code: 1 } }],
    ]);
    expect(requests.map(({ line, ms, method, failed }) => [line, ms, method, failed])).toEqual([
      [1, 0, 'a', false],
      [3, 4, 'b', true],
      [6, 10, 'c', false],
    ]);
  });

  it('are skipped if they are malformed and were refused, and are an error otherwise', () => {
    const refused = ['response', { id: null, error: { code: -32600 } }] as const;
    const unread = ['nonsense', '[]', { id: { a: 1 }, method: 'a' }, { method: 'a' }];
    expect(read(unread.flatMap((line) => [['request', line] as const, refused])).requests).toEqual([]);
    expect(read([ask(null, 'a'), refused]).requests).toMatchObject([{ method: 'a', failed: true }]);
    for (const line of ['nonsense', '[]', { id: 1 }]) expect(() => read([['request', line]])).toThrow(/^1: /);
  });

  it('end before an incomplete last line', () => {
    const whole = JSON.stringify({ timestampMicros: 1, direction: 'request', line: '{"id":1,"method":"a"}' });
    const text = `${whole}\n${whole.slice(0, 30)}`;
    expect(readTrace(text, { refuse, torn: true }).requests).toHaveLength(1);
    expect(() => readTrace(text, { refuse, torn: false })).toThrow('2: not JSON');
  });

  it('are not read from an invalid file; the error names its first line', () => {
    const text = 'root:x:0:0:root:/root:/bin/sh\n';
    expect(() => readTrace(text, { refuse, torn: true })).toThrow(/^1: not JSON$/);
  });
});

describe('the frames of a recording', () => {
  it('are complete, also if the recording has only changed rows', () => {
    const frames = [
      ...read([
        ['frame', 'one\ntwo'],
        ['frame-delta', [[1, 'TWO']]],
        ask(1, 'between'),
        ['frame-delta', [[3, 'four']]],
        ['frame', 'new'],
      ]).frames(),
    ];
    expect(frames.map(({ ms, rows }) => [ms, rows.join('|')])).toEqual([
      [0, 'one|two'],
      [2, 'one|TWO'],
      [6, 'one|TWO||four'],
      [8, 'new'],
    ]);
  });

  it.each([['nonsense'], [[[-1, 'x']]], [[[1e9, 'x']]], [[[0, 7]]], [{}]])('are refused: %j', (delta) => {
    expect(() => [...read([['frame-delta', delta]]).frames()]).toThrow(/^1: /);
  });
});

it('a link, a folder and a file over the size limit are refused', () => {
  const folder = freshHome();
  writeFileSync(join(folder, 'large'), 'x'.repeat(limits.replayBytes + 1));
  symlinkSync(join(folder, 'large'), join(folder, 'link'));
  mkdirSync(join(folder, 'folder'));
  for (const [name, reason] of Object.entries({
    large: 'too_large',
    link: 'symlink',
    folder: 'directory',
    absent: 'ENOENT',
  }))
    expect(() => readTraceFile(join(folder, name)), name).toThrow(reason);
});
