/** Every sample of the protocol document, on one transport in `npm test` and on every one in a soak. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '#client/index.ts';
import { termwright } from '#dialects/termwright/dialect.ts';
import { tuispec } from '#dialects/tuispec/dialect.ts';
import { wrightty } from '#dialects/wrightty/dialect.ts';
import { program } from './harness/programs.ts';
import { type Running, transports } from './harness/server.ts';
import { receive } from './harness/traffic.ts';
import { deviations, peerDeviations } from './seeds/deviations.ts';
import { type Seed, seeds } from './seeds/ptywright.ts';

it('every deviation is one of a sample', () => {
  const titles = seeds.map(({ title }) => title);
  for (const { seed } of deviations) expect(titles).toContain(seed);
});

it.each([termwright, tuispec, wrightty])(
  'every deviation of $name is one of a method',
  ({ name, methods }) => {
    for (const { method } of peerDeviations[name as keyof typeof peerDeviations])
      expect([...methods.keys()]).toContain(method);
  },
);

for (const { name, start, framings } of transports) {
  describe.concurrent(name, () => {
    for (const [at, seed] of seeds.entries()) {
      it.for(framings(at))(`%s: ${seed.title}`, async (framing) => {
        const server = await start(framing);
        try {
          await sow(server, seed);
          receive('seed', seed.title);
        } finally {
          await server.close();
        }
      });
    }
  });
}

async function sow(
  { client }: Running,
  { program: name, plugin, setup = [], method, params, reply, contains, error, event }: Seed,
) {
  const announced = event && readMessages(client, event);
  if (name) await client.calls.session.create(program(name));
  if (plugin) await client.calls.adapter.start({ plugin });
  for (const step of setup) await client.send(step.method, step.params);
  const answered = client.send(method, params);
  if (error) expect(await refusalOf(answered)).toMatchObject(error);
  else expectReply(await answered, reply, contains);
  await announced;
}

function expectReply(answer: unknown, reply: unknown, holds: Seed['contains']): void {
  expect(answer).toMatchObject(reply as object);
  if (!holds) return;
  const list = (answer as Record<string, unknown>)[holds.list];
  expect(list).toEqual(expect.arrayContaining([expect.objectContaining(holds.one)]));
}

async function refusalOf(answered: Promise<unknown>): Promise<{ code: number; data: unknown }> {
  const outcome = await answered.catch((problem: unknown) => problem);
  expect(outcome, `expected a refusal, got ${JSON.stringify(outcome)}`).toBeInstanceOf(Refusal);
  const { code, data } = outcome as Refusal;
  return { code, data };
}

const readMessages = (client: Running['client'], { method, params }: NonNullable<Seed['event']>) =>
  new Promise<void>((resolve) => {
    client.on(method as never, (came: never) => {
      if (Object.entries(params).every(([key, value]) => came[key] === value)) resolve();
    });
  });
