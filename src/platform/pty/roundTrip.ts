/** A terminal opened, written to and read from: whether this machine can run sessions at all. */
import type { Clock } from '../clock.ts';
import { openPty } from './pty.ts';

export interface RoundTrip {
  readonly works: boolean;
  /** What came back, or what went wrong. */
  readonly detail: string;
  readonly elapsedMs: number;
}

const waitMs = 5000;
const word = 'ptywright';
const size = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };
const echo =
  process.platform === 'win32'
    ? { program: 'cmd.exe', args: ['/d', '/c', `set /p word= & echo got ${word}`] }
    : { program: '/bin/sh', args: ['-c', 'read -r word && echo "got $word"'] };

export async function checkPty(clock: Clock): Promise<RoundTrip> {
  const began = clock.now();
  try {
    const output = await answer(clock);
    return { works: output.includes(`got ${word}`), detail: output.trim(), elapsedMs: clock.now() - began };
  } catch (error) {
    return { works: false, detail: String(error), elapsedMs: clock.now() - began };
  }
}

function answer(clock: Clock): Promise<string> {
  return new Promise((resolve) => {
    const output: Uint8Array[] = [];
    const end = () => {
      disarm();
      resolve(Buffer.concat(output).toString());
    };
    const env = { PATH: process.env.PATH ?? '', TERM: 'dumb' };
    const spec = { ...echo, env, cwd: process.cwd(), size, tag: `check.${process.pid}` };
    const pty = openPty(
      spec,
      { output: (bytes) => output.push(Uint8Array.from(bytes)) > 0, exit: end },
      clock,
    );
    const disarm = clock.after(waitMs, () => pty.kill());
    pty.write(Buffer.from(`${word}\r`));
  });
}
