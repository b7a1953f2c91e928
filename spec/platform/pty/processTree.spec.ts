/** How a program and all processes that it started are ended. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import type { ProcessInfo } from '#platform/pty/processes.ts';
import { ProcessLister, processLister } from '#platform/pty/processTree.ts';
import { killStrays } from '#platform/pty/pty.ts';
import { HandClock } from '../../harness/handClock.ts';
import { Lifeline } from './lifeline.ts';
import { freshTag, programPath, Running } from './running.ts';

type Rung = 'hangup' | 'term' | 'kill';

/** The signal that each kind needs, and how its leader exits. */
const kinds: Readonly<Record<string, readonly [Rung, NodeJS.Signals | null]>> = {
  plain: ['hangup', 'SIGHUP'],
  'ignores-hup': ['term', 'SIGTERM'],
  'ignores-hup-term': ['kill', 'SIGKILL'],
  stopped: ['hangup', 'SIGHUP'],
  nohup: ['term', 'SIGHUP'],
  job: ['hangup', 'SIGHUP'],
  'stopped-job': ['hangup', 'SIGHUP'],
  'orphaned-job-no-tag': ['hangup', 'SIGHUP'],
  'double-fork': ['hangup', 'SIGHUP'],
  setsid: ['hangup', 'SIGHUP'],
  'setsid-ignores': ['kill', 'SIGHUP'],
  'setsid-no-tag': ['hangup', 'SIGHUP'],
  'leader-exits': ['term', null],
};

const sentAt = { hangup: 0, term: limits.killHangupMs, kill: limits.killTermMs };

async function left(kind: string, tag = freshTag()) {
  const clock = new HandClock();
  const lifeline = new Lifeline();
  const program = new Running(programPath('leaves-strays.sh'), [kind, lifeline.path], { tag }, clock);
  await program.says('ready');
  if (kind === 'leader-exits') {
    program.send('\r');
    await program.exited;
  }
  return { program, clock, gone: lifeline.cut() };
}

/** Resolves when all who asked for a list of processes before have got one. */
const listed = () => new Promise((resolve) => processLister.list(0, resolve));

/** Passes time in steps, because each signal starts the timer of the next one. */
async function passTo(clock: HandClock, ms: number): Promise<void> {
  await listed();
  while (clock.ms < ms) {
    clock.pass(50);
    await listed();
  }
}

describe.concurrent('a program and all that it started', () => {
  it.each(Object.entries(kinds))('is ended by the ladder: %s', async (kind, [rung, signal]) => {
    const { program, clock, gone } = await left(kind);
    const ended = program.pty.terminate();
    if (signal === 'SIGHUP') await program.exited;
    await passTo(clock, sentAt[rung] - 50);
    if (rung !== 'hangup') expect(clock.pending).toBe(1);
    await passTo(clock, sentAt[rung]);
    // With no more time, no further signal is sent.
    await Promise.all([gone, program.exited]);
    expect((await program.exited).signal).toBe(signal);
    await passTo(clock, limits.killTermMs + limits.killHangupMs);
    await ended;
  });

  it.each(Object.keys(kinds))('is killed at once: %s', async (kind) => {
    const { program, gone } = await left(kind);
    program.pty.kill();
    await Promise.all([gone, program.exited]);
    if (kind !== 'leader-exits') expect(await program.exited).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });

  it('may be ended twice, and killed at the same time', async () => {
    const { program, gone } = await left('ignores-hup-term');
    const first = program.pty.terminate();
    expect(program.pty.terminate()).toBe(first);
    program.pty.kill();
    await Promise.all([first, gone]);
    expect(await program.exited).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });

  it('gets a hangup from the kernel when the terminal is closed', async () => {
    const { program, gone } = await left('plain');
    program.pty.close();
    await gone;
  });

  it('is found by the prefix of its tag, by a server that did not start it', async () => {
    const prefix = `${freshTag()}.gone.`;
    const [one, other] = [await left('setsid', `${prefix}1`), await left('setsid', `${freshTag()}.2`)];
    expect(killStrays(prefix)).toBe(2);
    await one.gone;
    expect(other.program.pty.program()).toBe('sleep');
    other.program.pty.kill();
    await other.gone;
  });

  it('is not found by an empty beginning', () => {
    expect(killStrays('')).toBe(0);
  });
});

describe('a list of all processes', () => {
  it('is made at once, and then shared by all callers during a pause as long as it took', () => {
    const clock = new HandClock();
    let made = 0;
    const lister = new ProcessLister(clock, () => {
      clock.ms += 5;
      made += 1;
      return [];
    });
    const served: string[] = [];
    for (const name of ['first', 'second', 'third']) lister.list(0, () => served.push(`${name}: ${made}`));
    expect(served).toEqual(['first: 1']);
    clock.pass(4);
    expect(made).toBe(1);
    clock.pass(1);
    expect(served).toEqual(['first: 1', 'second: 2', 'third: 2']);
    clock.pass(5);
    lister.list(0, () => served.push(`last: ${made}`));
    expect(served.at(-1)).toBe('last: 3');
  });

  it('reads processes that are older than the session once a second', () => {
    const clock = new HandClock();
    const facts = (pid: number, started: number) => ({ pid, started }) as ProcessInfo;
    const machine = [facts(1, 10), facts(2, 20), facts(3, 30)];
    const reads: number[] = [];
    const read = (process: ProcessInfo) => {
      reads.push(process.pid);
      return process;
    };
    const lister = new ProcessLister(clock, (known) =>
      machine.map((process) => known(process.pid) ?? read(process)),
    );
    const readFor = (since: number) => {
      reads.length = 0;
      lister.list(since, (all) => expect(all).toEqual(machine));
      clock.pass(1);
      return [...reads];
    };
    expect(readFor(20)).toEqual([1, 2, 3]);
    machine.push(facts(4, 40));
    expect(readFor(20)).toEqual([2, 3, 4]);
    expect(readFor(40)).toEqual([4]);
    clock.pass(990);
    expect(readFor(40)).toEqual([4]);
    clock.pass(10);
    expect(readFor(40)).toEqual([1, 2, 3, 4]);
  });
});
