/** How long a closing server waits for its clients, on a clock that the spec controls. */
import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { runInProcess } from '../harness/server.ts';
import { rawInProcess } from './rawLine.ts';

class ByHand extends EventEmitter implements Clock {
  readonly now = systemClock.now;
  readonly wall = systemClock.wall;

  after(ms: number, due: () => void): Disposable {
    if (ms !== limits.lastAnswersMs) return systemClock.after(ms, due);
    this.emit('armed', due);
    return { dispose() {} };
  }
}

it('clients that do not read get some time to read their replies, and are then disconnected', async () => {
  const clock = new ByHand();
  const { server, client } = runInProcess('ndjson', { clock });
  const stuck = rawInProcess(server);
  stuck.stream.pause();
  // More replies than fit into the buffers between client and server.
  for (let id = 0; id < 200; id++) stuck.say({ id, method: 'rpc.discover' });
  await client.calls.session.list();
  const armed = once(clock, 'armed');
  let closed = false;
  const closing = server.close().then(() => {
    closed = true;
  });
  const [due] = (await armed) as [() => void];
  expect(closed).toBe(false);
  due();
  await closing;
  expect(server.connections).toBe(0);
});
