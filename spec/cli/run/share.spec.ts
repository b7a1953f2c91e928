import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Running, runOnSocketInProcess } from '../../harness/server.ts';
import { TestTerminal } from '../testTerminal.ts';

describe('ptywright attach', () => {
  let served: Running & { path: string };
  beforeEach(async () => {
    served = await runOnSocketInProcess();
  });
  afterEach(() => served.close());

  const attached = async (words = '', size?: { rows: number; cols: number }) => {
    const terminal = new TestTerminal(`attach --socket ${served.path} ${words}`, size);
    await terminal.shows('ctrl+] d');
    return terminal;
  };
  const over = async (terminal: TestTerminal, status: number) => {
    await terminal.shows(`status ${status} mode same`);
    expect(terminal.isOrdinary).toBe(true);
  };

  it('shares a program, and exits with its status', async () => {
    const terminal = new TestTerminal(
      `run --share --socket ${served.path} --name shared -- sh -c 'stty size; read -r n; echo got $n; exit 7'`,
    );
    await terminal.shows('24 80');
    const other = await attached('shar');
    other.type('word\r');
    await terminal.shows('status 7 mode same');
    expect(terminal.text).toContain('[shared: the program exited with status 7]');
    await over(other, 7);
    await served.client.calls.session.list({}).then(({ sessions }) => expect(sessions).toEqual([]));
  });

  it('fails for a missing program', async () => {
    const terminal = new TestTerminal(`run --share --socket ${served.path} no-such-program`);
    await terminal.shows('status 127 mode same');
  });
});
