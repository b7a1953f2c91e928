/** Every declared example of every method, on one transport in `npm test` and on every one in a soak. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '#client/index.ts';
import { methods } from '#dialects/ptywright/dialect.ts';
import type { AnyMethod, MethodExample } from '#rpc/method.ts';
import { program } from './harness/programs.ts';
import { type Running, transports } from './harness/server.ts';

const examples = (methods as readonly AnyMethod<never>[]).flatMap(({ name, examples }) =>
  examples.map((example) => ({ method: name, example })),
);

for (const { name, start, framings } of transports) {
  describe.concurrent(name, () => {
    for (const [at, { method, example }] of examples.entries()) {
      it.for(framings(at))(`%s: ${method}: ${example.title}`, async (framing) => {
        const server = await start(framing);
        try {
          await follow(server, method, example);
        } finally {
          await server.close();
        }
      });
    }
  });
}

async function follow(
  { client }: Running,
  method: string,
  { program: name, plugin, send, reply, fault }: MethodExample,
): Promise<void> {
  const adapter = plugin === undefined ? undefined : await startedAdapter(client, plugin);
  const takesAdapter = adapter !== undefined && !['adapter.live'].includes(method);
  const session = name === undefined ? undefined : await settled(client, name);
  const takesSession = session !== undefined && !['session.list'].includes(method);
  const named = { ...(takesSession && { session }), ...(takesAdapter && { adapter }) };
  const answered = client.send(method, { ...send, ...named });
  if (fault === undefined) return expectReply(await answered, reply);
  const refusal = await answered.then(
    (result) => expect.fail(`expected the fault ${fault}, got ${JSON.stringify(result)}`),
    (problem: unknown) => problem,
  );
  expect(refusal).toBeInstanceOf(Refusal);
  expect(
    (refusal as Refusal).is(fault as never),
    `expected the fault ${fault}, got ${JSON.stringify(refusal)} ${refusal}`,
  ).toBe(true);
}

const expectReply = (result: unknown, reply: unknown) =>
  typeof reply === 'object' && reply !== null
    ? expect(result).toMatchObject(reply)
    : expect(result).toEqual(reply);

const startedAdapter = async (client: Running['client'], plugin: string): Promise<string> =>
  (await client.calls.adapter.start({ plugin })).adapter;

/** Returns a session whose program has printed its initial output. */
async function settled(client: Running['client'], name: string): Promise<string> {
  const { session } = await client.calls.session.create(program(name));
  await client.calls.session.wait({ session, matcher: { type: 'transcript_regex', value: '.' } });
  return session;
}
