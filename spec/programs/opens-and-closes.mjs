// Opens and closes the requested number of terminals, twice. Prints its open resources after the first time, in
// between, and at the end.
import { readdirSync } from 'node:fs';

const { openPty, systemClock } = await import(process.argv[2]);
const many = Number(process.argv[3]);
const size = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };
const shell = { program: '/bin/sh', args: ['-c', 'echo up; read -r never'], env: {}, cwd: '/', size };

function open(_, index) {
  return new Promise((ready) => {
    let resolveExit;
    const exited = new Promise((resolve) => {
      resolveExit = resolve;
    });
    const output = () => {
      ready({ pty, exited });
      return true;
    };
    const pty = openPty(
      { ...shell, tag: `many.${process.pid}.${index}` },
      { output, exit: resolveExit },
      systemClock,
    );
  });
}

function held() {
  gc();
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    threads: readdirSync('/proc/self/task').length,
    rssMiB: Math.round(process.memoryUsage.rss() / 2 ** 20),
  };
}

async function round() {
  const began = performance.now();
  const sessions = await Promise.all(Array.from({ length: many }, open));
  const openMs = performance.now() - began;
  const during = held();
  const ending = performance.now();
  await Promise.all(sessions.map(({ pty }) => pty.terminate()));
  await Promise.all(sessions.map(({ exited }) => exited));
  return { during, openMs, endMs: performance.now() - ending };
}

await round();
const before = held();
const times = await round();
process.stdout.write(JSON.stringify({ before, ...times, after: held() }));
