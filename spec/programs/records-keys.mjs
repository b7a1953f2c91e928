// Tells when it is ready, keeps every byte that is typed, and at ctrl+D prints all of it in hex and ends.
const chunks = [];
process.stdin.setRawMode(true);
process.stdin.on('data', (chunk) => {
  chunks.push(chunk);
  if (chunk.at(-1) !== 4) return;
  process.stdout.write(`${Buffer.concat(chunks).toString('hex')}\n`, () => process.exit(0));
});
process.stdout.write('ready\n');
