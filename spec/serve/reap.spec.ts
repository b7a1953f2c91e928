import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { program } from '../harness/programs.ts';
import { runOnSocket } from '../harness/server.ts';
import { Lifeline } from '../platform/pty/lifeline.ts';

const leavesStrays = fileURLToPath(new URL('../programs/leaves-strays.sh', import.meta.url));

it('a server that is told to reaps what its forerunner left when it was killed, and nothing of its own', async () => {
  const stray = new Lifeline();
  const killed = await runOnSocket();
  const args = [leavesStrays, 'setsid-ignores', stray.path];
  const { session } = await killed.client.calls.session.create({ program: '/bin/sh', args });
  await killed.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
  killed.process.kill('SIGKILL');
  await once(killed.process, 'exit');

  const successor = await runOnSocket('ndjson', ['--reap'], killed.path);
  const { session: own } = await successor.client.calls.session.create(program('asks-name'));
  await stray.cut();
  expect(await successor.client.calls.session.info({ session: own })).toMatchObject({ running: true });
  await successor.close();
});
