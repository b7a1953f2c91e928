/** A terminal that is shown a plain stream shows what the session does, whenever it has come. */
import { Duplex } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { limits } from '../../../src/core/limits.ts';
import type { Screen } from '../../../src/core/screen/screen.ts';
import { Desk } from '../../../src/dialects/wsh/desk.ts';
import { openSession } from '../../../src/dialects/wsh/openSession.ts';
import { RawView } from '../../../src/dialects/wsh/rawView.ts';
import { freshScreen, runsOn } from '../../core/viewer/screens.ts';
import { inProcessServer } from '../../harness/server.ts';

class Shown extends Duplex {
  readonly screen: Screen;
  farewell = () => '';
  #hoping = () => {};

  constructor() {
    super();
    this.screen = freshScreen({ rows: 24, cols: 80 });
  }

  shows(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#hoping = () => this.screen.text().includes(text) && resolve();
      this.#hoping();
    });
  }

  override _read(): void {}

  override _write(bytes: Buffer, _: string, taken: () => void): void {
    this.screen.feed(bytes);
    this.#hoping();
    taken();
  }
}

/** A program that writes what it is given, and shows it. */
async function cat() {
  const server = inProcessServer();
  const { world } = server;
  onTestFinished(() => server.close());
  const desk = new Desk(world, { shipped: false });
  const session = openSession(desk, { name: 'dev', command: 'stty raw -echo; printf ready; exec cat' });
  const look = () => {
    const shown = new Shown();
    new RawView(desk, session, shown);
    return shown;
  };
  const first = look();
  await first.shows('ready');
  const writes = (text: string, mark: string) => {
    session.write(Buffer.from(`${text}\x1b[1;1H${mark} `));
    return first.shows(mark);
  };
  return { session, look, writes };
}

/** Always the same, so that a failure can be looked at. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * sides);
  };
}

function output(roll: (sides: number) => number): string {
  const one = () =>
    [
      () => 'a word or two '.repeat(1 + roll(12)),
      () => '\r\n'.repeat(1 + roll(4)),
      () => `\x1b[${30 + roll(8)};${roll(2)}mcolor\x1b[m `,
      () => `\x1b[${1 + roll(24)};${1 + roll(80)}H`,
      () => `\x1b[${roll(3)}K`,
      () => '漢字 é ',
      () => `\x1b[${1 + roll(10)}L`,
      () => `\x1b[${2 + roll(5)};${10 + roll(10)}r\x1b[20H\r\n\n\n\x1b[r`,
      () => `\x1b]2;title ${roll(9)}\x07`,
    ][roll(9)]!();
  return Array.from({ length: 40 }, one).join('');
}

it.each([1, 2, 3, 4, 5, 6])('cell for cell, also for who comes late: %i', async (seed) => {
  const { session, look, writes } = await cat();
  const roll = dice(seed);
  const page = `\x1b[?1049${seed % 2 === 0 ? 'h' : 'l'}`;
  await writes(output(roll) + page + output(roll), 'first');
  const late = look();
  await late.shows('first');
  await writes(output(roll), 'second');
  await late.shows('second');
  expect(runsOn(late.screen)).toEqual(runsOn(session.screen));
  expect(late.screen.cursor).toEqual(session.screen.cursor);
  expect(late.screen.title).toBe(session.screen.title);
});

it('from the middle of a sequence on', async () => {
  const { session, look, writes } = await cat();
  session.write(Buffer.from('one \x1b[3'));
  await look().shows('one');
  const late = look();
  await writes('1mtwo\x1b[m ', 'three');
  await late.shows('three');
  expect(runsOn(late.screen)).toEqual(runsOn(session.screen));
});

it('shows what might have become a secret once the program rests, and no more than that when it does', async () => {
  const { session, look, writes } = await cat();
  const late = look();
  const begins = `ghp_${'a'.repeat(limits.unfinishedSecretChars)}`;
  session.write(Buffer.from(begins));
  await late.shows(begins);
  await writes('0'.repeat(32 - limits.unfinishedSecretChars), ' done');
  await late.shows('done');
  expect(late.screen.text()).not.toContain('0000');
});
