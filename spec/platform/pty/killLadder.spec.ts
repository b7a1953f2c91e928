import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/core/limits.ts';
import { reap } from '../../../src/platform/pty/pty.ts';
import { Lifeline } from './lifeline.ts';
import { freshTag, programPath, Running } from './running.ts';

const withinMs = 5000;
/** How far up the ladder each kind makes us climb. */
const kinds = {
  plain: 'hangup',
  'ignores-hup': 'term',
  'ignores-hup-term': 'kill',
  stopped: 'hangup',
  nohup: 'term',
  job: 'hangup',
  'stopped-job': 'hangup',
  'orphaned-job-no-tag': 'hangup',
  'double-fork': 'hangup',
  setsid: 'hangup',
  'setsid-ignores': 'kill',
  'setsid-no-tag': 'hangup',
  'leader-exits': 'term',
} as const;

/** Before the next step could have been what ended it. */
const latest = { hangup: limits.killHangupMs, term: limits.killTermMs, kill: withinMs };

async function left(kind: string, tag = freshTag()) {
  const lifeline = new Lifeline();
  const program = new Running(programPath('leaves-strays.sh'), [kind, lifeline.path], { tag });
  await program.says('ready');
  if (kind === 'leader-exits') {
    program.send('\r');
    await program.exited;
  }
  return { program, gone: lifeline.cut() };
}

describe.concurrent('a program and all that it started', () => {
  it.each(Object.entries(kinds))('is ended by the ladder: %s', async (kind, highest) => {
    const { program, gone } = await left(kind);
    const began = performance.now();
    await program.pty.terminate();
    const took = performance.now() - began;
    await Promise.all([gone, program.exited]);
    expect(took).toBeLessThan(latest[highest]);
    if (highest !== 'hangup') expect(took).toBeGreaterThan(limits.killHangupMs - 50);
    expect(performance.now() - began).toBeLessThan(withinMs);
  });

  it.each(Object.keys(kinds))('is killed at once: %s', async (kind) => {
    const { program, gone } = await left(kind);
    const began = performance.now();
    program.pty.kill();
    await Promise.all([gone, program.exited]);
    if (kind !== 'leader-exits') expect(await program.exited).toEqual({ exitCode: null, signal: 'SIGKILL' });
    expect(performance.now() - began).toBeLessThan(limits.killHangupMs);
  });

  it('may be asked to end twice, and killed meanwhile', async () => {
    const { program, gone } = await left('ignores-hup-term');
    const first = program.pty.terminate();
    expect(program.pty.terminate()).toBe(first);
    program.pty.kill();
    await Promise.all([first, gone]);
    expect(await program.exited).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });

  it('is hung up by the kernel when the terminal is let go', async () => {
    const { program, gone } = await left('plain');
    program.pty.close();
    await gone;
  });

  it('is found by the beginning of its tag, when a server comes that did not start it', async () => {
    const prefix = `${freshTag()}.gone.`;
    const [one, other] = [await left('setsid', `${prefix}1`), await left('setsid', `${freshTag()}.2`)];
    expect(reap(prefix)).toBe(2);
    await one.gone;
    expect(other.program.pty.program()).toBe('sleep');
    other.program.pty.kill();
    await other.gone;
  });

  it('is not found by an empty beginning', () => {
    expect(reap('')).toBe(0);
  });
});
