/** Sessions opened and closed again: what is left of them. */
import { megabytesOf } from '../process.ts';
import { newWorld, opened } from './world.ts';

/** The first ones pay for code and tables that stay. */
const first = 50;

async function cycle(count: number): Promise<void> {
  const world = newWorld();
  for (let at = 0; at < count; at++) opened(world, { program: 'cat', args: [] });
  await world.close();
}

function memory(): number {
  for (let time = 0; time < 3; time++) globalThis.gc!();
  return megabytesOf(process.pid);
}

export async function openedAndClosed([count]: readonly string[]) {
  await cycle(first);
  const before = memory();
  await cycle(Number(count));
  return { before, after: memory() };
}
