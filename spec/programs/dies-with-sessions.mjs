// Starts a program for each kind of stray on a separate terminal. When all are ready, it kills itself with SIGKILL.
const [, , bundle, script, ...pairs] = process.argv;
const { openPty, systemClock } = await import(bundle);
const size = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };
let waiting = pairs.length;
for (const pair of pairs) {
  const [kind, fifo, tag] = pair.split('=');
  const spec = { program: script, args: [kind, fifo], env: { PATH: process.env.PATH }, cwd: '/', size, tag };
  let seen = '';
  const output = (bytes) => {
    const was = seen.includes('ready');
    seen += Buffer.from(bytes);
    if (!was && seen.includes('ready') && --waiting === 0) process.kill(process.pid, 'SIGKILL');
    return true;
  };
  openPty(spec, { output, exit: () => process.exit(1) }, systemClock);
}
