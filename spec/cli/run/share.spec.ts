import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Running, runOnSocketInProcess } from '../../harness/server.ts';
import { Desk } from '../desk.ts';

describe('ptywright attach', () => {
  let served: Running & { path: string };
  beforeEach(async () => {
    served = await runOnSocketInProcess();
  });
  afterEach(() => served.close());

  const attached = async (words = '', size?: { rows: number; cols: number }) => {
    const desk = new Desk(`attach --socket ${served.path} ${words}`, size);
    await desk.shows('ctrl+] d');
    return desk;
  };
  const over = async (desk: Desk, status: number) => {
    await desk.shows(`status ${status} mode same`);
    expect(desk.isOrdinary).toBe(true);
  };

  it('shares a program, and exits with its status', async () => {
    const desk = new Desk(
      `run --share --socket ${served.path} --name shared -- sh -c 'stty size; read -r n; echo got $n; exit 7'`,
    );
    await desk.shows('24 80');
    const other = await attached('shar');
    other.type('word\r');
    await desk.shows('status 7 mode same');
    expect(desk.text).toContain('[shared: the program exited with status 7]');
    await over(other, 7);
    await served.client.calls.session.list({}).then(({ sessions }) => expect(sessions).toEqual([]));
  });

  it('fails for a missing program', async () => {
    const desk = new Desk(`run --share --socket ${served.path} no-such-program`);
    await desk.shows('status 127 mode same');
  });
});
