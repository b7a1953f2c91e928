/** Runs programs of the bench, and measures running ones. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export type Command = readonly string[];

/** Resolves with the output of a program. A failure rejects with everything that it printed. */
export const outputOf = ([program, ...args]: Command): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(program!, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }, (problem, stdout, stderr) =>
      problem
        ? reject(new Error(`${program} ${args.join(' ').slice(0, 200)}: ${problem.message}\n${stderr}`))
        : resolve(stdout),
    );
  });

export const figuresOf = async (command: Command) =>
  JSON.parse(await outputOf(command)) as Record<string, number>;

/** CPU time in milliseconds of all threads. The kernel counts in steps of ten. */
export function cpuOf(pid: number): number {
  const [utime, stime] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ').slice(11, 13);
  return (Number(utime) + Number(stime)) * 10;
}

const status = (pid: number, key: string) =>
  Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);

export const megabytesOf = (pid: number): number => status(pid, 'VmRSS') / 1024;
export const threadsOf = (pid: number): number => status(pid, 'Threads');
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
