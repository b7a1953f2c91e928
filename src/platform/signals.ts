/** Signals by name and by number. Numbers differ between systems, so other files use names only. */

import { constants } from 'node:os';
import type { Disposable } from './lifetimes.ts';

export type ProcessSignal = NodeJS.Signals;

const signalNumbers: Readonly<Record<string, number>> = constants.signals;
const signalNames = new Map(Object.entries(signalNumbers).map(([name, number]) => [number, name]));

// These numbers have two names. Keeps the common one.
for (const name of ['SIGABRT', 'SIGIO', 'SIGCHLD', 'SIGSYS']) {
  const number = signalNumbers[name];
  if (number !== undefined) signalNames.set(number, name);
}

/** The first real-time signal for a program: on Linux the C library reserves the first two. */
const firstRealTimeSignal = 34;

export function signalName(number: number): string {
  const name = signalNames.get(number);
  if (name !== undefined) return name;
  return number >= firstRealTimeSignal ? `SIGRTMIN+${number - firstRealTimeSignal}` : `SIG${number}`;
}

/** Signals that request the termination of a program. */
const terminationSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
export type TerminationSignal = (typeof terminationSignals)[number];

/** The exit status that shells report: 128 plus the signal number. */
export const signalExitStatus = (name: string): number => 128 + (signalNumbers[name] ?? 0);

/** The exit status that shells report for a program that ended or was killed. */
export const programExitStatus = ({ exitCode, signal }: EndedProgram): number =>
  exitCode ?? signalExitStatus(signal ?? '');

interface EndedProgram {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Replaces the default action of the termination signals until the result is disposed. */
export function onTerminationSignals(listener: (name: TerminationSignal) => void): Disposable {
  for (const name of terminationSignals) process.on(name, listener);
  return {
    dispose: () => {
      for (const name of terminationSignals) process.off(name, listener);
    },
  };
}

/** The signals that a client may send, by wire name. */
export const sendableSignals = {
  term: 'SIGTERM',
  hup: 'SIGHUP',
  quit: 'SIGQUIT',
  int: 'SIGINT',
  kill: 'SIGKILL',
  user1: 'SIGUSR1',
  user2: 'SIGUSR2',
  winch: 'SIGWINCH',
  cont: 'SIGCONT',
  stop: 'SIGSTOP',
  tstp: 'SIGTSTP',
} as const;

export type SignalKeyword = keyof typeof sendableSignals;
export type SendableSignal = (typeof sendableSignals)[SignalKeyword];
