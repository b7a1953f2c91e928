/** The start time of the server, and of commands without a server. */
import { spawn } from 'node:child_process';
import type { Bench } from '../bench.ts';
import { serverProgram } from '../places.ts';
import { atMost, type Contender, ours, type Row } from '../row.ts';

const nothing = 'node -e 0';
const request = '{"jsonrpc":"2.0","id":1,"method":"server.capabilities"}\n';

/** From the start of the process to its first output, or to its exit if it prints nothing. */
function first(args: readonly string[], input: string, bench: Bench): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = bench.clock.now();
    let firstOutput: number | undefined;
    const env = { ...process.env, PTYWRIGHT_HOME: bench.folder };
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env });
    child.stdin.on('error', () => {}).end(input);
    child.stdout.once('data', () => {
      firstOutput = bench.clock.now() - start;
    });
    child.stdout.resume();
    child.once('exit', (code) => {
      const ended = bench.clock.now() - start;
      if (code === 0) resolve(firstOutput ?? ended);
      else reject(new Error(`${args.join(' ')} ended with ${code}`));
    });
  });
}

const startOf = (name: string, args: readonly string[], input: string): Contender => ({
  name,
  open: (bench) => ({ round: async () => ({ time: await first(args, input, bench) }) }),
});

const commands = ['--version', 'call --help'];

export const start: Row = {
  name: 'start',
  what: 'from the start of the process to the first reply of serve --stdio, and to the output of other commands',
  rounds: 21,
  contenders: [
    startOf(ours, [serverProgram, 'serve', '--stdio'], request),
    ...commands.map((words) => startOf(words, [serverProgram, ...words.split(' ')], '')),
    startOf(nothing, ['-e', '0'], ''),
  ],
  comparisons: [ours, ...commands].map((contender) => ({
    what: contender === ours ? 'serve --stdio, p50' : `${contender}, p50`,
    unit: 'ms',
    ours: { of: contender, figure: 'time' },
    theirs: { of: nothing, figure: 'time' },
    limit: atMost(2.5),
  })),
};
