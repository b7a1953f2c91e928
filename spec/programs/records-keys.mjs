// Prints when it is ready, records every input byte, and at ctrl+D prints all of them in hex and exits.
const chunks = [];
process.stdin.setRawMode(true);
process.stdin.on('data', (chunk) => {
  chunks.push(chunk);
  if (chunk.at(-1) !== 4) return;
  process.stdout.write(`${Buffer.concat(chunks).toString('hex')}\n`, () => process.exit(0));
});
process.stdout.write('ready\n');
