/** Puts the terminal on standard input into raw mode, and restores it on exit, suspension and SIGCONT. */

import { spawnSync } from 'node:child_process';
import type { Disposable } from './lifetimes.ts';
import { standardInput, standardOutput } from './standardStreams.ts';

/** Escape sequences that are written when raw mode begins and when it ends. */
interface TerminalSequences {
  readonly enter: string;
  readonly leave: string;
}

/** Disposing the result restores the terminal. Does nothing if standard input is not a terminal. */
export function enterRawMode(
  continued: () => void,
  { enter, leave: leaveSequence }: TerminalSequences = { enter: '', leave: '' },
): Disposable {
  const input = standardInput();
  if (!input.isTTY) return { dispose: () => {} };
  const leave = () => {
    // Writes to a terminal are synchronous, so this is written even when the process exits.
    if (leaveSequence !== '') standardOutput().write(leaveSequence);
    input.setRawMode(false);
  };
  const stop = () => {
    leave();
    process.kill(process.pid, 'SIGSTOP');
  };
  const go = () => {
    // If another process stopped this one, the mode may have changed. libuv would not notice, so it is set off and on.
    input.setRawMode(false);
    setRawMode(enter);
    continued();
  };
  setRawMode(enter);
  process.on('exit', leave);
  process.on('SIGTSTP', stop).on('SIGCONT', go);
  return {
    dispose: () => {
      process.off('SIGTSTP', stop).off('SIGCONT', go);
      process.off('exit', leave);
      leave();
    },
  };
}

/**
 * Turns off output post-processing, which libuv leaves on: it would expand a line feed to CR LF, but full-screen
 * programs use a bare line feed to move down. libuv restores this too, because it saved the state first.
 */
function setRawMode(enter: string): void {
  standardInput().setRawMode(true);
  if (process.platform !== 'win32') spawnSync('stty', ['-opost'], { stdio: [0, 'ignore', 'ignore'] });
  if (enter !== '') standardOutput().write(enter);
}
