/** Recordings on the page without a browser: how a file is read, and what is rendered to seek to a position. */
import { describe, expect, it } from 'vitest';
import { InvalidCastError, parseCast } from '#page/cast.ts';
import {
  type CastChunk,
  CastCursor,
  maxPauseMs,
  Player,
  type PlayerScreen,
  shortenPauses,
} from '#page/player.ts';
import { parseRoute, sessionHash } from '#page/route.ts';
import { findText } from '#page/transcript.ts';

const lines = (...all: readonly unknown[]) => all.map((line) => JSON.stringify(line)).join('\n');
const textOf = ({ events: pieces }: Pick<CastChunk, 'events'>) => pieces.map(({ text }) => text).join('');
const second = { version: 2, width: 80, height: 24 };
const third = { version: 3, term: { cols: 80, rows: 24 } };

describe('an asciicast', () => {
  it('has times from the start or from line to line', () => {
    const events = [
      [1, 'o', 'a'],
      [2, 'o', 'b'],
    ];
    expect(parseCast(lines(second, ...events)).events.map(({ ms }) => ms)).toEqual([1000, 2000]);
    expect(parseCast(lines(third, ...events)).events.map(({ ms }) => ms)).toEqual([1000, 3000]);
  });

  it('may end in the middle of its last line', () => {
    const { events: pieces, rows, cols } = parseCast(`${lines(second, [1, 'o', 'a'])}\n[2, "o", "b`);
    expect([pieces.length, rows, cols]).toEqual([1, 24, 80]);
  });

  it('is limited in size', () => {
    expect(parseCast(lines({ version: 2, width: 1e9, height: -1 }))).toMatchObject({ cols: 1000, rows: 24 });
  });

  it.each([
    '',
    'no',
    '[]',
    '{"version":1}',
    lines(second, { no: 1 }, [1]),
    lines(second, ['x', 'o', 'a'], [1]),
  ])('rejects an invalid file: %s', (text) => expect(() => parseCast(text)).toThrow(InvalidCastError));
});

describe('a recording', () => {
  const cast = parseCast(lines(second, [1, 'o', 'a'], [2, 'm', 'here'], [60, 'o', 'b']));

  it('renders the output between two positions, and all of it after a seek back', () => {
    const encoder = new CastCursor(cast);
    const seek = (ms: number) => {
      encoder.seek(ms);
      const next = encoder.next(1000);
      return next && [next.reset, textOf(next)];
    };
    expect([seek(1000), seek(59_000), seek(70_000), seek(500), seek(400), seek(1500)]).toEqual([
      [false, 'a'],
      [false, 'here'],
      [false, 'b'],
      [true, ''],
      undefined,
      [false, 'a'],
    ]);
  });

  it('is rendered in bounded parts, up to the newest seek position', () => {
    const many = parseCast(lines(second, ...[1, 2, 3, 4].map((at) => [at, 'o', `${at}`.repeat(10)])));
    const encoder = new CastCursor(many);
    encoder.seek(4000);
    expect(textOf(encoder.next(15)!)).toBe('11111111112222222222');
    encoder.seek(3000);
    expect(textOf(encoder.next(15)!)).toBe('3333333333');
    encoder.seek(1000);
    const { reset: anew, ...back } = encoder.next(15)!;
    expect([anew, textOf(back)]).toEqual([true, '1111111111']);
    expect(encoder.next(15)).toBe(undefined);
  });

  it('can shorten a long pause at its end', () => {
    const { lengthMs } = shortenPauses({ ...cast, lengthMs: cast.lengthMs + 60_000 });
    expect(lengthMs).toBe(shortenPauses(cast).lengthMs + maxPauseMs);
  });

  it('can shorten long pauses', () => {
    const { events: pieces, lengthMs } = shortenPauses(cast);
    expect(pieces.map(({ ms }) => ms)).toEqual([1000, 2000, 2000 + maxPauseMs]);
    expect(lengthMs).toBe(2000 + maxPauseMs);
  });
});

/** A terminal that reads only on request. */
function stand() {
  const done: string[] = [];
  const waiting: (() => void)[] = [];
  const read: PlayerScreen = {
    write: (data) => {
      done.push(data);
      return new Promise((resolve) => waiting.push(resolve));
    },
    resize: () => {},
    reset: () => void done.push('reset'),
  };
  const reads = async () => {
    waiting.shift()!();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    return done.splice(0);
  };
  return { read, done, reads };
}

describe('a player', () => {
  const cast = parseCast(lines(second, [0, 'o', 'FIRST'], [1, 'o', 'much'], [2, 'o', 'LAST']));

  it('resets the terminal only after its writes are parsed, and seeks to the newest position', async () => {
    const { read, done, reads } = stand();
    const player = new Player(read, cast, () => {});
    player.seek(2000);
    player.seek(1000);
    expect([done.splice(0), player.isRendering, player.at]).toEqual([['FIRST'], true, 1000]);
    expect(await reads()).toEqual(['much']);
    player.seek(2000);
    player.seek(0);
    expect(done).toEqual([]);
    expect(await reads()).toEqual(['reset', 'FIRST']);
    expect(await reads()).toEqual([]);
    expect(player.isRendering).toBe(false);
  });

  it('renders nothing after it is closed', async () => {
    const { read, reads } = stand();
    const player = new Player(read, cast, () => {});
    player.seek(2000);
    player.close();
    expect(await reads()).toEqual(['FIRST']);
  });
});

it('finds text line by line, ignoring case', () => {
  expect(findText('one\nOnes and one\nİ one', 'ONE')).toEqual({
    times: 4,
    lines: [
      { number: 1, text: 'one', at: [0] },
      { number: 2, text: 'Ones and one', at: [0, 9] },
      { number: 3, text: 'İ one', at: [2] },
    ],
  });
  expect(findText('one', '')).toEqual({ times: 0, lines: [] });
});

it('parses an edited URL', () => {
  expect(parseRoute(sessionHash('a/b%'))).toEqual({ view: 'session', id: 'a/b%' });
  expect(parseRoute('#/session/%ff')).toEqual({ view: 'session', id: '%ff' });
  expect(parseRoute('#/nowhere')).toEqual({ view: 'all' });
});
