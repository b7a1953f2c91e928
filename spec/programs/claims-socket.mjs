// Claims the socket argv[3] with the module argv[2]. Prints `won` or the reason for failure, and runs until stdin ends.
import { createServer } from 'node:net';

const { claimSocket } = await import(process.argv[2]);
process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  const server = createServer((client) => client.on('error', () => {}).end('here'));
  const owned = await claimSocket(process.argv[3], server).catch((refused) => refused);
  process.stdout.write(`${owned.reason ?? 'won'}\n`);
  process.stdin.on('end', () => (owned.reason ? process.exit(1) : owned.close().then(() => process.exit(0))));
});
