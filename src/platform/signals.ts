/** Signals by name and by number. Numbers differ between systems, so only names leave this file. */
import { constants } from 'node:os';

export type SignalName = NodeJS.Signals;

const numbers: Readonly<Record<string, number>> = constants.signals;
const names = new Map(Object.entries(numbers).map(([name, number]) => [number, name]));

// Two names of one number: the one that people write.
for (const name of ['SIGABRT', 'SIGIO', 'SIGCHLD', 'SIGSYS']) {
  const number = numbers[name];
  if (number !== undefined) names.set(number, name);
}

/** Where real-time signals begin for a program: the C library keeps the first two of Linux for itself. */
const firstRealTime = 34;

export function signalName(number: number): string {
  const name = names.get(number);
  if (name !== undefined) return name;
  return number >= firstRealTime ? `SIGRTMIN+${number - firstRealTime}` : `SIG${number}`;
}

export const isSignalName = (name: string): name is SignalName => Object.hasOwn(numbers, name);
