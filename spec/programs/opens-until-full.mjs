// Opens terminals until descriptors run out, closes the last two, and opens one more. Prints the results as JSON.
const { openPty, systemClock } = await import(process.argv[2]);
const size = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };
const spec = { program: '/bin/cat', args: [], env: {}, cwd: '/', size, tag: `full.${process.pid}` };

function open() {
  let resolveExit;
  const exited = new Promise((resolve) => {
    resolveExit = resolve;
  });
  return { pty: openPty(spec, { output: () => true, exit: resolveExit }, systemClock), exited };
}

async function end(sessions) {
  for (const { pty } of sessions) pty.kill();
  await Promise.all(sessions.map(({ exited }) => exited));
}

const sessions = [];
let refused;
while (refused === undefined) {
  try {
    sessions.push(open());
  } catch ({ name, data }) {
    refused = { name, data };
  }
}
await end(sessions.splice(-2));
sessions.push(open());
await end(sessions);
process.stdout.write(JSON.stringify({ refused, opened: sessions.length }));
