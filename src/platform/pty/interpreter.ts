/** What kind of program a file is, by its first bytes, as the kernel looks at it. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

export type Interpreter = { readonly path: string } | 'none' | 'unknown';

/** The kernel reads this much of a script's first line. */
const headBytes = 256;
/** ELF, and Mach-O thin and fat, in both byte orders. */
const machineCode = new Set([
  '7f454c46',
  'cffaedfe',
  'cefaedfe',
  'feedfacf',
  'feedface',
  'cafebabe',
  'bebafeca',
]);

/**
 * A script's interpreter; `none` for machine code and for text, which the C library gives to sh; `unknown` for
 * other bytes, which no shell can run.
 */
export function interpreterOf(file: string): Interpreter {
  const head = readHead(file);
  if (head === null || isMachineCode(head)) return 'none';
  const line = /^#![ \t]*([^ \t\n\0]+)/.exec(head.toString('latin1'))?.[1];
  if (line !== undefined) return { path: Buffer.from(line, 'latin1').toString() };
  return head.includes(0) && !kernelKnowsOthers() ? 'unknown' : 'none';
}

/** Whether a file says of itself that it is to be run: text without a first line for the kernel may be anything. */
export function looksLike(file: string): 'program' | 'other' | 'unreadable' {
  const head = readHead(file);
  if (head === null) return 'unreadable';
  const marked = isMachineCode(head) || head.toString('latin1', 0, 2) === '#!';
  return marked ? 'program' : 'other';
}

const isMachineCode = (head: Buffer) => machineCode.has(head.subarray(0, 4).toString('hex'));

/** Null for a file that may be run and not read. */
function readHead(file: string): Buffer | null {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(fd, head, 0, headBytes, 0));
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

/** Linux can be taught further formats: then only the kernel can say. */
function kernelKnowsOthers(): boolean {
  try {
    return readdirSync('/proc/sys/fs/binfmt_misc').some(
      (entry) => entry !== 'register' && entry !== 'status',
    );
  } catch {
    return false;
  }
}
