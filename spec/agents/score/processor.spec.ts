/** Measures processes that compete for one CPU. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Processor } from './processor.ts';

/** Works from its first line of input on, prints a line after 100 ms of CPU time, and exits at the end of its input. */
const work = `process.stdin.once('data', () => {
  const begun = process.cpuUsage();
  while (process.cpuUsage(begun).user + process.cpuUsage(begun).system < 100_000);
  process.stdout.write('worked');
});
process.stdout.write('ready');`;

it('counts how long threads waited for a CPU', async ({ skip }) => {
  if (!existsSync('/proc/self/schedstat')) skip('this system does not report how long a thread waited');
  const workers = Array.from({ length: 3 }, () =>
    spawn('taskset', ['-c', '0', process.execPath, '-e', work], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const printed = () => Promise.all(workers.map(({ stdout }) => once(stdout, 'data')));
  await printed();
  const processor = new Processor([]);
  for (const { pid } of workers) processor.include(pid!);
  const before = processor.waitedMs();
  for (const { stdin } of workers) stdin.write('\n');
  await printed();
  const worked = processor.waitedMs();
  // Two of three wait while one works.
  expect(worked - before).toBeGreaterThan(100);
  const ended = workers.map((worker) => once(worker, 'exit'));
  for (const { stdin } of workers) stdin.end();
  await Promise.all(ended);
  expect(processor.waitedMs()).toBeGreaterThanOrEqual(worked);
});
