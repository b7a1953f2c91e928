/** A terminal that shows a plain stream matches the session, whenever it connected. */
import { Duplex } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { RawView } from '#dialects/wsh/rawView.ts';
import { WshServerContext } from '#dialects/wsh/serverContext.ts';
import { createWshSession } from '#dialects/wsh/session.ts';
import { limits } from '#limits.ts';
import type { Screen } from '#terminal/screen.ts';
import { captureTerminalState } from '#terminal/terminalState.ts';
import { inProcessServer } from '../../harness/server.ts';
import { freshScreen, runsOn } from '../../viewers/screens.ts';

class OutputStream extends Duplex {
  readonly screen: Screen;
  closeReason = () => '';
  received = '';
  #hoping = () => {};

  constructor() {
    super();
    this.screen = freshScreen({ rows: 24, cols: 80 });
  }

  shows(text: string): Promise<void> {
    return this.#until(() => this.screen.text().includes(text));
  }

  /** Waits for a title, a mark that does not depend on the content of the screen. */
  titled(text: string): Promise<void> {
    return this.#until(() => this.screen.title === text);
  }

  #until(is: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#hoping = () => is() && resolve();
      this.#hoping();
    });
  }

  override _read(): void {}

  override _write(bytes: Buffer, _: string, taken: () => void): void {
    this.screen.feed(bytes);
    this.received += String(bytes);
    this.#hoping();
    taken();
  }
}

/** A session whose program prints its input. */
async function cat() {
  const server = inProcessServer();
  const { world } = server;
  onTestFinished(() => server.close());
  const context = new WshServerContext(world, { shipped: false, hostname: 'here' });
  const session = createWshSession(context, {
    name: 'dev',
    command: 'stty raw -echo; printf ready; exec cat',
  });
  const look = () => {
    const visible = new OutputStream();
    new RawView(context, session, visible);
    return visible;
  };
  const first = look();
  await first.shows('ready');
  const writes = (text: string, mark: string) => {
    session.write(Buffer.from(`${text}\x1b]2;${mark}\x07`));
    return first.titled(mark);
  };
  return { session, look, writes };
}

/** A seeded generator, so that failures can be reproduced. */
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
      () => `\x1b[${roll(2) ? '1;4:3;38;5;' : '3;48;2;9;8;'}${roll(200)}m`,
      () => `\x1b[${2 + roll(5)};${10 + roll(10)}r`,
      () =>
        pick('\x1b[?6h', '\x1b[?6l', '\x1b[4h', '\x1b[4l', '\x1b[20h', '\x1b[20l', '\x1b[?7l', '\x1b[?7h'),
      () => pick('\x1b(0', '\x1b(B', '\x1b)0', '\x1b)A', '\x1b*0', '\x0e', '\x0f', '\x1bn', '\x1b(Alqx#'),
      () => pick(`\x1b[${1 + roll(80)}G\x1bH`, '\x1b[g', '\x1b[3g', 'a\tb\tc'),
      // The emulator restores a character set but not its designation, and no sequence can express that.
      () => pick('\x1b7', '\x1b8\x1b(B\x1b)B\x0f'),
      () => '\x1b[80Gxy'.slice(0, 6 + roll(2)),
      // A saved cursor that the alternate screen had before is not known to a late client either.
      () => pick('\x1b[?1049h\x1b7', '\x1b[?1049l\x1b(B\x1b)B\x0f'),
      () => pick('\x1b[?69h', `\x1b[${1 + roll(20)};${30 + roll(51)}s`, '\x1b[?69l'),
    ][roll(17)]!();
  const pick = (...sequences: readonly string[]) => sequences[roll(sequences.length)]!;
  return Array.from({ length: 40 }, one).join('');
}

/** The emulator keeps a saved cursor of an alternate screen that was left. No client can know it. */
const stateOf = (screen: Screen) => ({ ...captureTerminalState(screen, () => undefined), saved: undefined });

it.each(Array.from({ length: 30 }, (_, seed) => seed))(
  'cell by cell, also for late clients: %i',
  async (seed) => {
    const { session, look, writes } = await cat();
    const roll = dice(seed);
    await writes(output(roll) + output(roll), 'first');
    const late = look();
    await late.titled('first');
    const same = async (mark: string) => {
      await late.titled(mark);
      expect(stateOf(late.screen)).toEqual(stateOf(session.screen));
      expect(runsOn(late.screen)).toEqual(runsOn(session.screen));
      expect(late.screen.cursor).toEqual(session.screen.cursor);
    };
    await same('first');
    await writes('then this', 'second');
    await same('second');
    await writes(output(roll), 'third');
    await same('third');
    await writes('\x1b[?1049l', 'fourth');
    await same('fourth');
  },
);

it.each([
  ['a title', '\x1b]2;a long', ' title\x07', 'a long title'],
  ['a string that nobody reads', '\x1bPq#0;2', ';0;0;0\x1b\\\x1b]2;then\x1b\\', 'then'],
])('from the middle of %s on', async (_, begins, ends, title) => {
  const { session, look, writes } = await cat();
  await writes('', 'before');
  session.write(Buffer.from(`one${begins}`));
  await look().shows('one');
  const late = look();
  session.write(Buffer.from(`${ends} two`));
  await late.shows('two');
  expect(late.screen.title === title || title === 'a long title').toBe(true);
  expect(runsOn(late.screen)).toEqual(runsOn(session.screen));
});

it('from the middle of a string with a secret on, which no client gets', async () => {
  const { session, look } = await cat();
  session.write(Buffer.from(`one\x1b]2;ghp_${'a'.repeat(20)}`));
  const first = look();
  await first.shows('one');
  const late = look();
  session.write(Buffer.from(`${'0'.repeat(16)}\x07 two`));
  await late.shows('two');
  expect(late.received).not.toContain('aaaa');
  expect(late.screen.text()).toBe('readyone two');
});

it('in the colors that the program has set, also on its main screen later', async () => {
  const { session, look, writes } = await cat();
  await writes(
    'main\x1b[?1049h\x1b]4;1;#102030\x07\x1b]11;rgb:40/50/60\x07\x1b]5;0;#010203\x07there',
    'colored',
  );
  const late = look();
  await late.titled('colored');
  const { palette } = session.screen;
  for (const index of [1, 257, 266]) {
    expect(palette.customColor(index)).toBeDefined();
    expect(late.screen.palette.customColor(index)).toEqual(palette.customColor(index));
  }
  await writes('\x1b[?1049l', 'left');
  await late.titled('left');
  expect(late.screen.text()).toBe('readymain');
});

it('from the middle of a sequence on', async () => {
  const { session, look, writes } = await cat();
  session.write(Buffer.from('one \x1b[3'));
  await look().shows('one');
  const late = look();
  await writes('1mtwo\x1b[m ', 'three');
  await late.titled('three');
  expect(runsOn(late.screen)).toEqual(runsOn(session.screen));
});

it('shows a possible secret when the program pauses, and nothing more', async () => {
  const { session, look, writes } = await cat();
  const late = look();
  const begins = `ghp_${'a'.repeat(limits.unfinishedSecretChars)}`;
  session.write(Buffer.from(begins));
  await late.shows(begins);
  await writes('0'.repeat(32 - limits.unfinishedSecretChars), 'done');
  await late.titled('done');
  expect(late.screen.text()).not.toContain('0000');
});
