/** Orphans of a server that was killed. */
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Ptywright } from '../cli/ptywright.ts';
import { program } from '../harness/programs.ts';
import { runOnSocket } from '../harness/server.ts';
import { Lifeline } from '../platform/pty/lifeline.ts';

const leavesStrays = fileURLToPath(new URL('../programs/leaves-strays.sh', import.meta.url));

/** A server that was killed, while one of its programs continues. */
async function killed() {
  const stray = new Lifeline();
  const server = await runOnSocket();
  const args = [leavesStrays, 'setsid-ignores', stray.path];
  const { session } = await server.client.calls.session.create({ program: '/bin/sh', args });
  await server.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
  server.process.kill('SIGKILL');
  await once(server.process, 'exit');
  return { stray, path: server.path };
}

it('a server with --reap kills what a crashed server left, and none of its children', async () => {
  const { stray, path } = await killed();
  const successor = await runOnSocket('ndjson', ['--reap'], path);
  const { session: own } = await successor.client.calls.session.create(program('asks-name'));
  await stray.cut();
  expect(await successor.client.calls.session.info({ session: own })).toMatchObject({ running: true });
  await successor.close();
});

it('a server without --reap reports how many are left, and how to end them', async () => {
  const { stray, path } = await killed();
  const serve = (...more: string[]) =>
    new Ptywright(['serve', '--socket', path, ...more], { PTYWRIGHT_HOME: dirname(path) });
  const successor = serve();
  await successor.says('--reap', 'stderr');
  expect(successor.stderr).toMatch(
    /^ptywright: [1-9]\d* process(?:es)? of an earlier server (?:is|are) still running; to kill orphaned processes, start the server with --reap$/m,
  );
  successor.process.kill();
  await successor.ended;
  const last = serve('--reap');
  await stray.cut();
  last.process.kill();
  await last.ended;
});
