import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, it } from 'vitest';
import { program } from '../harness/programs.ts';
import { runOnSocket } from '../harness/server.ts';

it('handles a notification whose sender disconnects right after it', async () => {
  const server = await runOnSocket();
  const { session } = await server.client.calls.session.create(program('asks-name'));
  const input = { session, action: { type: 'text', value: 'ada\n' } };
  const passerBy = createConnection(server.path);
  await once(passerBy, 'connect');
  passerBy.end(`${JSON.stringify({ jsonrpc: '2.0', method: 'session.input', params: input })}\n`);
  const { hit } = await server.client.calls.session.wait({
    session,
    matcher: { type: 'contains_text', value: 'hello ada' },
  });
  expect(hit).toMatchObject({ text: 'hello ada' });
  await server.close();
});
