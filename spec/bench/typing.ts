import { type KeySender, keys } from './echoing.ts';
import { quantile } from './statistics.ts';

export interface Typing {
  readonly warmup: number;
  readonly presses: number;
}

/** Presses keys one after the other. Returns microseconds from a key to its echo. */
export async function pressKeys(
  sender: KeySender,
  { warmup, presses }: Typing,
): Promise<{ p50: number; p99: number }> {
  const took: number[] = [];
  for (let at = -warmup; at < presses; at++) {
    const key = (at + warmup) % keys.length;
    if (key === 0) await sender.clear();
    const start = process.hrtime.bigint();
    await sender.press(keys[key]!);
    if (at >= 0) took.push(Number(process.hrtime.bigint() - start) / 1000);
  }
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}
