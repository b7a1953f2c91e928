/** A second at a time, for what counts seconds in front of a person. Nothing is asked of the server for it. */
import { systemClock } from '../platform/clock.ts';

const listeners = new Set<() => void>();
let ticking = false;

export function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  if (!ticking) tick();
  return () => listeners.delete(listener);
}

function tick(): void {
  ticking = listeners.size > 0;
  if (!ticking) return;
  if (!document.hidden) for (const listener of listeners) listener();
  systemClock.after(1000, tick);
}
