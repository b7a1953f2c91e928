import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Running, runOnSocketInProcess } from '../../harness/server.ts';
import { ptywright } from '../ptywright.ts';
import { TestTerminal } from '../testTerminal.ts';

describe('ptywright attach', () => {
  let served: Running & { path: string };
  beforeEach(async () => {
    served = await runOnSocketInProcess();
  });
  afterEach(() => served.close());

  /** A program that turns on every mode. */
  const asking = () => {
    const modes = ['[?1h', '=', '[?2004h', '[?25l', '[=1u', '[?1003h'].map((mode) => `\\033${mode}`).join('');
    return served.client.calls.session.create({
      program: '/bin/sh',
      args: ['-c', `printf '${modes}'; exec cat`],
    });
  };

  it('restores the terminal when ptywright itself fails', async () => {
    await asking();
    const preload = new URL('../../programs/throws-on-usr2.mjs', import.meta.url).pathname;
    const words = `attach --socket ${served.path}`;
    const terminal = new TestTerminal(words, { rows: 25, cols: 80 }, { NODE_OPTIONS: `--import ${preload}` });
    await terminal.until(({ screen }) => screen.modes.mouseTracking === 'any');
    terminal.signal('SIGUSR2');
    await terminal.shows('mode same');
    expect(terminal.isOrdinary).toBe(true);
    expect(terminal.text).not.toContain('status 0');
  });

  it('reports errors before it changes the terminal', async () => {
    const terminal = new TestTerminal(`attach --socket ${served.path}`);
    await terminal.shows('the server has no sessions');
    await terminal.shows('status 1 mode same');
    const without = await ptywright(['attach', '--socket', served.path]);
    expect(without).toMatchObject({ status: 1, stderr: expect.stringContaining('must be a terminal') });
  });
});
