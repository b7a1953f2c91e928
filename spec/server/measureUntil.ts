import type { ChildProcess } from 'node:child_process';
import type { NotingClient } from '../harness/connection.ts';
import { mainThreadMs } from './mainThreadMs.ts';
import { residentBytes } from './residentBytes.ts';

/** Lists sessions over a connection of its own until `done`. Returns what the server needed for it. */
export async function measureUntil(
  served: { readonly process: Pick<ChildProcess, 'pid'>; connect(): Promise<NotingClient> },
  done: Promise<unknown>,
): Promise<{ mostBytes: number; waitMs: number }> {
  let over = false;
  const ended = done.finally(() => {
    over = true;
  });
  const { pid } = served.process;
  const { calls } = await served.connect();
  const waits: number[] = [];
  let mostBytes = residentBytes(pid!);
  while (!over) {
    const requested = mainThreadMs(pid!);
    await calls.session.list();
    waits.push(mainThreadMs(pid!) - requested);
    mostBytes = Math.max(mostBytes, residentBytes(pid!));
  }
  await ended;
  waits.sort((a, b) => a - b);
  return { mostBytes, waitMs: waits[Math.floor(waits.length * 0.99)]! };
}
