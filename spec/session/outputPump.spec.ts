/** Output is parsed over several turns of the event loop, including the rest after the program ends. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { limits } from '#limits.ts';
import { OutputPump, SynchronizedOutput } from '#session/outputPump.ts';
import { HandClock } from '../harness/handClock.ts';
import { aScreen } from '../terminal/aScreen.ts';
import { aServer } from './driven.ts';

/** Collects the callbacks of `setImmediate`, so that a spec runs one turn of the event loop at a time. */
function heldTurns() {
  const turns: (() => void)[] = [];
  vi.stubGlobal('setImmediate', (turn: () => void) => turns.push(turn));
  onTestFinished(() => void vi.unstubAllGlobals());
  return turns;
}

/** A clock that advances one second with each reading. */
function hurrying() {
  let ms = 0;
  return { now: () => (ms += 1000), wall: () => ms, after: () => ({ dispose() {} }) };
}

/** An output pump with slices of one byte, each of which takes longer than a turn may last. */
function createPump(isBlocked = () => false) {
  const log: string[] = [];
  const turns = heldTurns();
  const outputPump = new OutputPump(
    {
      screen: {
        sliceEnd: (bytes, at) => Math.min(bytes.length, at + 1),
        get repliesBlocked() {
          return isBlocked();
        },
      },
      frames: { showing: false, showMore: () => {} },
      parse: (slice) => log.push(Buffer.from(slice).toString()),
      afterParse: () => log.push('parsed'),
      resume: () => log.push('resume'),
    },
    hurrying(),
  );
  return { outputPump, log, turns };
}

describe('a held frame', () => {
  const frame = 8;
  const erasuresOfSlice = Math.floor(limits.sliceCells / (500 * 200));
  const erased = `\x1b[?2026h${'\x1b[2J'.repeat(erasuresOfSlice * frame)}\x1b[Hframe\x1b[?2026l, and more`;

  /** The output stages of a session, without a program. */
  function aSession() {
    const turns = heldTurns();
    const { screen } = aScreen(500, 200);
    const clock = new HandClock();
    const frames = new SynchronizedOutput(
      { screen, apply: (bytes) => screen.feed(bytes), onTimeout: () => outputPump.continueParsing() },
      clock,
    );
    let resumed = 0;
    const outputPump: OutputPump = new OutputPump(
      {
        ...{ screen, frames },
        parse: (slice) => frames.feed(slice),
        afterParse: () => {},
        resume: () => resumed++,
      },
      hurrying(),
    );
    const takeTurns = () => {
      let taken = 0;
      for (; turns.length > 0; taken++) turns.shift()!();
      return taken;
    };
    return { screen, frames, outputPump, clock, takeTurns, resumed: () => resumed };
  }

  it('is parsed in slices, before later output', () => {
    const { screen, outputPump, takeTurns, resumed } = aSession();
    expect(outputPump.push(Buffer.from(erased))).toBe(false);
    expect(outputPump.push(Buffer.from('!'))).toBe(false);
    expect(takeTurns()).toBeGreaterThan(frame);
    expect([screen.text(), resumed()]).toEqual(['frame, and more!', 1]);
  });

  it('is parsed in turns when its time is over, and when its program has ended', () => {
    const unfinished = Buffer.from(erased.slice(0, erased.indexOf('\x1b[?2026l')));
    const late = aSession();
    late.outputPump.push(unfinished);
    late.takeTurns();
    expect(late.screen.text()).toBe('');
    late.clock.pass(limits.heldFrameMs);
    expect(late.takeTurns()).toBeGreaterThanOrEqual(frame);
    expect(late.screen.text()).toBe('frame');

    const ended = aSession();
    ended.outputPump.push(unfinished);
    ended.takeTurns();
    ended.frames.flush();
    let done = false;
    ended.outputPump.finish(() => {
      done = true;
    });
    expect(done).toBe(false);
    expect(ended.takeTurns()).toBeGreaterThanOrEqual(frame);
    expect([ended.screen.text(), done]).toEqual(['frame', true]);
  });
});

describe('remaining output after the end of a program', () => {
  it('is parsed in turns, and all of it before the end is reported', () => {
    const { outputPump, log, turns } = createPump();
    outputPump.push(Buffer.from('abc'));
    outputPump.push(Buffer.from('d'));
    outputPump.finish(() => log.push('done'));
    while (turns.length > 0) {
      log.push('turn');
      turns.shift()!();
    }
    expect(log.join(' ')).toBe('a parsed turn b parsed turn c parsed turn d parsed done');
  });

  it('does not wait until answers are read', () => {
    let blocked = false;
    const { outputPump, log, turns } = createPump(() => blocked);
    blocked = true;
    outputPump.push(Buffer.from('ab'));
    expect([log, turns]).toEqual([[], []]);
    outputPump.finish(() => log.push('done'));
    while (turns.length > 0) turns.shift()!();
    expect(log.join(' ')).toBe('a parsed b parsed done');
  });

  it('reports the end at once without remaining output', () => {
    const { outputPump, log, turns } = createPump();
    outputPump.push(Buffer.from('a'));
    outputPump.finish(() => log.push('done'));
    expect([log.join(' '), turns]).toEqual(['a parsed parsed done', []]);
  });

  it.each([
    ['', ''],
    [', of an unfinished frame', '\\033[?2026h'],
  ])('is on the last screen%s', async (_, begin) => {
    const { calls } = aServer();
    const script = `awk 'BEGIN { printf "${begin}"; for (i = 0; i < 200; i++) printf "\\033#8"; printf "\\033[2J\\033[Hend" }'`;
    const size = { rows: 200, cols: 500 };
    const { session } = await calls.session.create({ program: 'sh', args: ['-c', script], ...size });
    const { snapshot } = await calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect(snapshot!.plain_text).toBe('end');
  });
});
