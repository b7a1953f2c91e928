/** Measures the cost of reading a plugin's state: the screen, the round trip to its thread, and the plugin itself. */
import { readFileSync } from 'node:fs';
import { echoing } from '../echoing.ts';
import { systemClock } from '../internals.ts';
import { median } from '../statistics.ts';
import { asTerminalsPrint, Output, screenful } from './output.ts';
import { newWorld, waitForText } from './world.ts';

const warmup = 100;
const requests = 400;

export async function classifications([plugin, file, rowsWord, colsWord]: readonly string[]) {
  const [rows, cols] = [Number(rowsWord), Number(colsWord)];
  const world = newWorld();
  const adapter = await world.adapters.start(world.plugins.get(plugin!), {
    // The program prints its input.
    spawn: {
      ...echoing,
      env: {},
      clearEnv: false,
      rows,
      cols,
      pixelWidth: 0,
      pixelHeight: 0,
    },
    tags: [],
    scrollback: 1000,
    transcriptMaxChars: 131_072,
    terminalReplies: true,
  });
  const output = new Output(asTerminalsPrint(readFileSync(file!)), screenful(rows, cols));
  const took: number[] = [];
  for (let at = 0; at < warmup + requests; at++) {
    adapter.session.write(output.next());
    adapter.session.write(Buffer.from(`\x1b[m\r\nround ${at}.`));
    await waitForText(adapter.session, `round ${at}.`);
    const start = systemClock.now();
    const { state } = await adapter.classifier.classify();
    took.push(systemClock.now() - start);
    if (state.state === 'plugin_error') throw new Error(state.evidence);
  }
  const measured = took.slice(warmup).sort((one, other) => one - other);
  await world.close();
  return { p50: median(measured), p99: measured[Math.floor(measured.length * 0.99)]! };
}
