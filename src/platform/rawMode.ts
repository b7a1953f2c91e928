/** Puts our own terminal into raw mode, and out of it whatever happens. */
import { spawnSync } from 'node:child_process';
import { standardInput, standardOutput } from './standardStreams.ts';

/** What the terminal is told besides: when it becomes ours, and when it is no longer. */
export interface Passage {
  readonly enter: string;
  readonly leave: string;
}

/** Without a terminal on standard input there is nothing to do. The function that it gives restores the terminal. */
export function enterRawMode(
  continued: () => void,
  { enter, leave: farewell }: Passage = { enter: '', leave: '' },
): () => void {
  const input = standardInput();
  if (!input.isTTY) return () => {};
  const leave = () => {
    // To a terminal everything is written at once, so that it is there also when the process exits.
    if (farewell !== '') standardOutput().write(farewell);
    input.setRawMode(false);
  };
  const stop = () => {
    leave();
    process.kill(process.pid, 'SIGSTOP');
  };
  const go = () => {
    // Who stopped us in another way has changed the mode, and libuv believes what it set last.
    input.setRawMode(false);
    setRaw(enter);
    continued();
  };
  setRaw(enter);
  process.on('exit', leave);
  process.on('SIGTSTP', stop).on('SIGCONT', go);
  return () => {
    process.off('SIGTSTP', stop).off('SIGCONT', go);
    process.off('exit', leave);
    leave();
  };
}

/**
 * libuv's raw mode turns a line feed into two characters, which the program's own terminal has done where it is
 * wanted; full-screen programs use a bare one to go down. libuv restores all of it, since it saw the terminal first.
 */
function setRaw(enter: string): void {
  standardInput().setRawMode(true);
  if (process.platform !== 'win32') spawnSync('stty', ['-opost'], { stdio: [0, 'ignore', 'ignore'] });
  if (enter !== '') standardOutput().write(enter);
}
