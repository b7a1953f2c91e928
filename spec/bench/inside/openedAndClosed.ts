/** Opens and closes sessions, and measures what remains in the heap and in the counters of the system. */
import { setImmediate as turn } from 'node:timers/promises';
import { newWorld, openSession } from './world.ts';

/** The first sessions also load code and tables that stay. */
const first = 20;

async function cycle(count: number): Promise<void> {
  const world = newWorld();
  for (let at = 0; at < count; at++) openSession(world, { program: 'cat', args: [] });
  await world.close();
}

/** Handles are closed some turns of the event loop later, and keep their sessions until then. */
async function memory() {
  for (let time = 0; time < 5; time++) {
    await turn();
    globalThis.gc!();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
}

export async function openedAndClosed([count]: readonly string[]) {
  await cycle(first);
  const before = await memory();
  await cycle(Number(count));
  const once = await memory();
  await cycle(Number(count));
  const twice = await memory();
  return {
    ...{ 'held before': before.held, 'held after': once.held },
    ...{
      'resident before': before.resident,
      'resident once': once.resident,
      'resident twice': twice.resident,
    },
  };
}
