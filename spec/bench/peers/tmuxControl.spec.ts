/** A client of control mode whose program ends first. */
import { expect } from 'vitest';
import { withProgram } from '../../harness/withProgram.ts';
import { Bench } from '../bench.ts';
import { TmuxControl } from './tmuxControl.ts';

withProgram('tmux', 'a client that ended with its program can be closed', async () => {
  const bench = new Bench({ quick: true });
  const client = new TmuxControl(bench, 'read line');
  await client.attached();
  const ended = client.skipTo('a mark that is never printed');
  void client.command('send-keys Enter');
  await ended;
  await expect(client.close()).resolves.toBeUndefined();
  await bench.close();
});
