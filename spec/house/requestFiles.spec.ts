/** How many files of src one request passes: those with a function that runs between the request and its reply. */
import { Session as Inspector } from 'node:inspector/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DialectEndpoint } from '#server/endpoint.ts';
import { connectInProcess } from '#server/server.ts';
import { pluginPath, program } from '../harness/programs.ts';
import { runInProcess } from '../harness/server.ts';

/**
 * The whole path: framing, dispatch, input, the output of the program, the emulator, the wait, and the redaction of the
 * reply. Of the 35 files of `session.act`, `src/redaction` has 4. `adapter.send` has about 42; the number depends on how
 * early the program answers. Lower a number when a merge allows it.
 */
const most = { 'session.act': 35, 'adapter.send': 45, subscribe: 24 } as const;

const { server, client, close } = runInProcess('ndjson', { checkReplies: false });
const inspector = new Inspector();

beforeAll(async () => {
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(async () => {
  inspector.disconnect();
  await close();
});

type Method = keyof typeof most;

/** Sends the request twice, because the first one also loads what is loaded on demand. */
async function filesOf(endpoint: DialectEndpoint, method: Method, rest: object): Promise<readonly string[]> {
  const stream = connectInProcess(server, endpoint);
  const request = (id: number) =>
    new Promise<string>((resolve) => {
      let received = '';
      stream.on('data', function collect(bytes: Buffer) {
        received += bytes;
        const reply = received.split('\n').find((line) => line.includes(`"id":${id},`));
        if (reply === undefined) return;
        stream.off('data', collect);
        resolve(reply);
      });
      stream.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, ...rest })}\n`);
    });
  await request(1);
  await inspector.post('Profiler.takePreciseCoverage');
  const reply = await request(2);
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  stream.destroy();
  expect(JSON.parse(reply)).toHaveProperty('result');
  return (
    result
      // Vitest reads each export by calling a function without a name.
      .filter(({ functions }) =>
        functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0),
      )
      .flatMap(({ url }) => /\/(src\/.*\.ts)$/.exec(url)?.[1] ?? [])
  );
}

function expectFew(method: Method, files: readonly string[]): void {
  expect(files).toContain('src/rpc/dispatch.ts');
  expect(files.length, files.toSorted().join('\n')).toBeLessThanOrEqual(most[method]);
}

describe('a request passes few files', () => {
  it('session.act', async () => {
    const { session } = await client.calls.session.create(program('asks-name'));
    const params = {
      session,
      actions: [{ type: 'text', value: 'a' }],
      matcher: { type: 'contains_text', value: 'a' },
      timeout_ms: 60_000,
    };
    expectFew('session.act', await filesOf(server.native, 'session.act', { params }));
  });

  it('adapter.send', async () => {
    server.world.plugins.load(pluginPath('echo'));
    const { adapter } = await client.calls.adapter.start({ plugin: 'echo' });
    const params = { adapter, intent: 'send_prompt', params: { prompt: 'hello' } };
    expectFew('adapter.send', await filesOf(server.native, 'adapter.send', { params }));
  });

  it('subscribe of wsh', async () => {
    const createEndpoint = await server.loadDialect('wsh');
    const endpoint = createEndpoint({ options: { wire: 'document' }, command: [], url: 'ws://127.0.0.1' });
    await client.calls.session.create({ name: 'a', ...program('asks-name') });
    const params = { events: ['lines'], format: 'plain' };
    expectFew('subscribe', await filesOf(endpoint, 'subscribe', { session: 'a', params }));
  });
});
