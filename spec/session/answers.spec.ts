/** Replies to the terminal queries of real programs. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { OutputPump } from '#session/outputPump.ts';
import { aServer } from './driven.ts';

describe('a program that queries its terminal', () => {
  it('gets all replies in order, for any number of queries', async () => {
    const { calls } = aServer();
    const asks = fileURLToPath(new URL('../programs/asks-much.mjs', import.meta.url));
    const { session } = await calls.session.create({ program: process.execPath, args: [asks, '3000'] });
    const { snapshot } = await calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect(snapshot!.plain_text).toBe('3000 answers, in order');
  });
});

describe('a program that does not read replies', () => {
  it('pauses its output until it reads', () => {
    const taken: string[] = [];
    let blocked = false;
    let resumed = 0;
    const turns: (() => void)[] = [];
    const pump = new OutputPump(
      {
        screen: {
          sliceEnd: (bytes) => bytes.length,
          get repliesBlocked() {
            return blocked;
          },
        },
        frames: { showing: false, showMore: () => {} },
        parse: (slice) => {
          taken.push(Buffer.from(slice).toString());
          blocked = taken.length === 1;
        },
        afterParse: () => {},
        resume: () => resumed++,
      },
      systemClock,
    );
    vi.stubGlobal('setImmediate', (turn: () => void) => turns.push(turn));
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(pump.push(Buffer.from('one'))).toBe(false);
    expect(pump.push(Buffer.from('two'))).toBe(false);
    expect([taken, turns.length, resumed]).toEqual([['one'], 0, 0]);
    blocked = false;
    pump.continueParsing();
    while (turns.length > 0) turns.shift()!();
    expect([taken, resumed]).toEqual([['one', 'two'], 1]);
  });

  it('can be killed', async () => {
    const { calls } = aServer();
    const script = `stty raw -echo; yes "$(printf '\\033[c')"`;
    const { session } = await calls.session.create({ program: 'sh', args: ['-c', script] });
    await calls.session.wait({ session, matcher: { type: 'cursor_at', value: { row: 23, col: 0 } } });
    await calls.session.close({ session });
    expect(await calls.session.list({})).toEqual({ sessions: [] });
  });
});
