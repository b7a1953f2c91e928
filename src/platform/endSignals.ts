/** The signals by which somebody asks a program to end. */
import { constants } from 'node:os';

const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
export type EndSignal = (typeof endSignals)[number];

/** As shells tell it: 128 and the number of the signal. */
export const statusOfSignal = (name: string): number =>
  128 + ((constants.signals as Readonly<Record<string, number>>)[name] ?? 0);

/** From here on the signals do not end the process by themselves; the function gives them back. */
export function onEndSignals(listener: (name: EndSignal) => void): () => void {
  for (const name of endSignals) process.on(name, listener);
  return () => {
    for (const name of endSignals) process.off(name, listener);
  };
}
