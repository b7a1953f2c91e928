/** Measures the memory of sessions with full scrollbacks, in the heap and in buffers outside it. */
import { newWorld, openSession, waitForText } from './world.ts';

const count = 20;

function heldMegabytes(): number {
  for (let time = 0; time < 3; time++) globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** `file` has more rows than the scrollback, and the word `filled` at the end. */
export async function heldWhenFull([file]: readonly string[]) {
  const world = newWorld();
  const fill = () =>
    waitForText(openSession(world, { program: 'sh', args: ['-c', `cat ${file}; exec cat`] }), 'filled');
  for (let at = 0; at < 2; at++) await fill();
  const before = heldMegabytes();
  for (let at = 0; at < count; at++) await fill();
  const after = heldMegabytes();
  await world.close();
  return { held: (after - before) / count };
}
