/** Recordings of the page without a browser: what is read of a file, and what is drawn to come to a moment. */
import { describe, expect, it } from 'vitest';
import { findWords } from '../../src/page/panel/found.ts';
import { NoCast, readCast } from '../../src/page/playback/cast.ts';
import { Player, type Stand } from '../../src/page/playback/player.ts';
import { type Stretch, shortPauseMs, Tape, withoutPauses } from '../../src/page/playback/tape.ts';
import { routeOf, routeTo } from '../../src/page/route.ts';

const lines = (...all: readonly unknown[]) => all.map((line) => JSON.stringify(line)).join('\n');
const textOf = ({ pieces }: Pick<Stretch, 'pieces'>) => pieces.map(({ text }) => text).join('');
const second = { version: 2, width: 80, height: 24 };
const third = { version: 3, term: { cols: 80, rows: 24 } };

describe('a cast', () => {
  it('counts its times from the beginning, or from line to line', () => {
    const events = [
      [1, 'o', 'a'],
      [2, 'o', 'b'],
    ];
    expect(readCast(lines(second, ...events)).pieces.map(({ ms }) => ms)).toEqual([1000, 2000]);
    expect(readCast(lines(third, ...events)).pieces.map(({ ms }) => ms)).toEqual([1000, 3000]);
  });

  it('may break off in the middle of its last line', () => {
    const { pieces, rows, cols } = readCast(`${lines(second, [1, 'o', 'a'])}\n[2, "o", "b`);
    expect([pieces.length, rows, cols]).toEqual([1, 24, 80]);
  });

  it('is bounded, whatever it says of its size', () => {
    expect(readCast(lines({ version: 2, width: 1e9, height: -1 }))).toMatchObject({ cols: 1000, rows: 24 });
  });

  it.each([
    '',
    'no',
    '[]',
    '{"version":1}',
    lines(second, { no: 1 }, [1]),
    lines(second, ['x', 'o', 'a'], [1]),
  ])('is told from what is none: %s', (text) => expect(() => readCast(text)).toThrow(NoCast));
});

describe('a tape', () => {
  const cast = readCast(lines(second, [1, 'o', 'a'], [2, 'm', 'here'], [60, 'o', 'b']));

  it('draws what lies between two moments, and all of it anew when it goes back', () => {
    const tape = new Tape(cast);
    const told = (ms: number) => {
      tape.moveTo(ms);
      const next = tape.next(1000);
      return next && [next.anew, textOf(next)];
    };
    expect([told(1000), told(59_000), told(70_000), told(500), told(400), told(1500)]).toEqual([
      [false, 'a'],
      [false, 'here'],
      [false, 'b'],
      [true, ''],
      undefined,
      [false, 'a'],
    ]);
  });

  it('is drawn in parts that are not too large, on the way to where it is by then', () => {
    const many = readCast(lines(second, ...[1, 2, 3, 4].map((at) => [at, 'o', `${at}`.repeat(10)])));
    const tape = new Tape(many);
    tape.moveTo(4000);
    expect(textOf(tape.next(15)!)).toBe('11111111112222222222');
    tape.moveTo(3000);
    expect(textOf(tape.next(15)!)).toBe('3333333333');
    tape.moveTo(1000);
    const { anew, ...back } = tape.next(15)!;
    expect([anew, textOf(back)]).toEqual([true, '1111111111']);
    expect(tape.next(15)).toBe(undefined);
  });

  it('can do without a long pause at its end', () => {
    const { lengthMs } = withoutPauses({ ...cast, lengthMs: cast.lengthMs + 60_000 });
    expect(lengthMs).toBe(withoutPauses(cast).lengthMs + shortPauseMs);
  });

  it('can do without long pauses', () => {
    const { pieces, lengthMs } = withoutPauses(cast);
    expect(pieces.map(({ ms }) => ms)).toEqual([1000, 2000, 2000 + shortPauseMs]);
    expect(lengthMs).toBe(2000 + shortPauseMs);
  });
});

/** A terminal that reads when it is told to. */
function stand() {
  const done: string[] = [];
  const waiting: (() => void)[] = [];
  const read: Stand = {
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
  const cast = readCast(lines(second, [0, 'o', 'FIRST'], [1, 'o', 'much'], [2, 'o', 'LAST']));

  it('begins anew only when what was written is read, and goes where the handle is by then', async () => {
    const { read, done, reads } = stand();
    const player = new Player(read, cast, () => {});
    player.moveTo(2000);
    player.moveTo(1000);
    expect([done.splice(0), player.behind, player.at]).toEqual([['FIRST'], true, 1000]);
    expect(await reads()).toEqual(['much']);
    player.moveTo(2000);
    player.moveTo(0);
    expect(done).toEqual([]);
    expect(await reads()).toEqual(['reset', 'FIRST']);
    expect(await reads()).toEqual([]);
    expect(player.behind).toBe(false);
  });

  it('draws nothing once it is closed', async () => {
    const { read, reads } = stand();
    const player = new Player(read, cast, () => {});
    player.moveTo(2000);
    player.close();
    expect(await reads()).toEqual(['FIRST']);
  });
});

it('finds words line by line, without regard to capitals', () => {
  expect(findWords('one\nOnes and one\nİ one', 'ONE')).toEqual({
    times: 4,
    lines: [
      { number: 1, text: 'one', at: [0] },
      { number: 2, text: 'Ones and one', at: [0, 9] },
      { number: 3, text: 'İ one', at: [2] },
    ],
  });
  expect(findWords('one', '')).toEqual({ times: 0, lines: [] });
});

it('reads an address that somebody wrote', () => {
  expect(routeOf(routeTo('a/b%'))).toEqual({ view: 'session', id: 'a/b%' });
  expect(routeOf('#/session/%ff')).toEqual({ view: 'session', id: '%ff' });
  expect(routeOf('#/nowhere')).toEqual({ view: 'all' });
});
