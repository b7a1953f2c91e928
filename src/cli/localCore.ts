/** Runs sessions in this process, for commands that need no server. */

import { Core } from '#core.ts';
import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { systemClock } from '#platform/clock.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { onTerminationSignals, signalExitStatus, type TerminationSignal } from '#platform/signals.ts';
import type { Session } from '#session/session.ts';
import { version } from './commands.ts';
import { toSpawnFailure } from './errors.ts';
import { printNote } from './print.ts';

export const createLocalCore = (command: string, artifactDir?: string): Core =>
  new Core({
    clock: systemClock,
    version,
    redactionEnforced: false,
    grants: new Set(permissionNames),
    artifactDir,
    log: (line) => void printNote(`ptywright ${command}: ${line}`),
  });

type SessionSpec = Parameters<Core['openSession']>[0];

type LocalProgram = Omit<SessionSpec['spawn'], 'size' | 'clearEnv'> & GridSize;

/** Throws an error with the exit status of a shell if the program cannot be started. */
export function openLocalSession(
  core: Core,
  { rows, cols, ...program }: LocalProgram,
  redaction: SessionSpec['redaction'],
): Session {
  try {
    return core.openSession({
      spawn: { ...program, clearEnv: false, size: { rows, cols, pixelWidth: 0, pixelHeight: 0 } },
      tags: [],
      scrollback: limits.defaultScrollback,
      transcriptMaxChars: limits.defaultTranscriptChars,
      terminalReplies: true,
      redaction,
    });
  } catch (problem) {
    throw toSpawnFailure(problem);
  }
}

/** The first signal kills the programs, which ends waits, and results are still printed. A second one exits. */
export function endOnSignals(core: Core): () => TerminationSignal | undefined {
  let first: TerminationSignal | undefined;
  onTerminationSignals((name) => {
    if (first !== undefined) process.exit(signalExitStatus(name));
    first = name;
    for (const session of core.sessions.all()) void session.kill();
  });
  return () => first;
}
