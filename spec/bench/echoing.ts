/** A program that prints a full stop when it is ready, then echoes its input. */
export const echoing = { program: 'sh', args: ['-c', 'stty raw -echo; printf .; exec cat'] } as const;

export const echoingWords = [echoing.program, ...echoing.args];

/** The same as a command line for a shell. */
export const echoingLine = `sh -c '${echoing.args[1]}'`;

export const keys = 'abcdefghijklmnopqrstuvwxyz';

/** Sent after each 26 keys, so that no key is on the screen before it is pressed. */
export const clear = '\x1b[H\x1b[2J';

/** Presses keys for one contender. Only `press` is timed. */
export interface KeySender {
  /** Resolves when the echo of the key is visible. */
  press(key: string): Promise<unknown>;
  clear(): Promise<unknown>;
}
