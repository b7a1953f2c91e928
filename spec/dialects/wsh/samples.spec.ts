/** Every sample of wsh's document, over a real WebSocket. */
import { afterEach, describe, expect, it } from 'vitest';
import { wsh } from '#dialects/wsh/dialect.ts';
import { receive } from '../../harness/traffic.ts';
import { collisions, wshDeviations } from '../../seeds/deviations.ts';
import { type WshSeed, wshSeeds } from '../../seeds/wsh.ts';
import { type Client, type Wsh, wshServer } from './running.ts';

const open: Wsh[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

describe('the samples of the document', () => {
  it.each(wshSeeds.map((seed) => [seed.title, seed] as const))('%s', async (title, seed) => {
    const server = await wshServer({ wire: seed.shipped ? 'client' : 'document' });
    open.push(server);
    await sow(server, seed);
    receive('seed', `wsh: ${title}`);
  });

  it('contain both sides of each collision, and the reason of each deviation', () => {
    const titles = wshSeeds.map(({ title }) => title);
    for (const { document, shipped } of collisions.filter(({ dialect }) => dialect === 'wsh'))
      expect(titles).toEqual(expect.arrayContaining([document, shipped]));
    for (const { seed } of wshDeviations) expect(titles).toContain(seed);
  });

  it('contain every method of it', () => {
    const sent = wshSeeds.flatMap(({ send }) =>
      typeof send === 'object' ? [(send as { method: string }).method] : [],
    );
    const later = ['await_idle', 'resize', 'get_session', 'update_tags', 'update_session', 'get_server_mode'];
    expect([...wsh.methods.keys()].filter((name) => !sent.includes(name) && !later.includes(name))).toEqual(
      [],
    );
  });
});

async function sow(server: Wsh, seed: WshSeed): Promise<void> {
  const { script, screenText, path = script === undefined ? '/ws/json' : '/sessions/dev/ws/json' } = seed;
  if (script !== undefined) await (await server.connect()).session('dev', script, screenText);
  const client = await server.connect(path);
  const ids: Record<string, string> = {};
  const named = <T>(value: T): T => JSON.parse(replaceIds(JSON.stringify(value), ids)) as T;
  for (const [method, params] of seed.setup ?? []) {
    const { id } = await client.call(method, params && named(params));
    if (id !== undefined) ids[method.replace('create_', '')] = id as string;
  }
  if (seed.typed !== undefined) await type(server, seed.typed);
  if (seed.send !== undefined) await expectAnswer(client, seed, named);
  else if (seed.reply) expect(client.messages[0]).toEqual(seed.reply);
  if (seed.event) await expectEvent(client, seed.event);
}

const replaceIds = (text: string, { overlay = '', panel = '' }: Record<string, string>) =>
  text.replaceAll('overlay-uuid', overlay).replaceAll('panel-uuid', panel);

async function expectAnswer(client: Client, { send, reply }: WshSeed, named: <T>(value: T) => T) {
  const message = typeof send === 'string' ? send : named(send!);
  const { id } = message as { id?: number };
  const came = await client.say(message, (it) => !('connected' in it) && it.id === id);
  if (!reply) return expect(came).toHaveProperty('result');
  const plain = JSON.parse(
    replaceBack(JSON.stringify(came), named({ overlay: 'overlay-uuid', panel: 'panel-uuid' })),
  );
  expect(plain).toMatchObject(reply);
}

/** Puts the document's ids in place of ours, so that its replies can be compared unchanged. */
const replaceBack = (text: string, { overlay, panel }: { overlay: string; panel: string }) =>
  [
    [overlay, 'overlay-uuid'],
    [panel, 'panel-uuid'],
  ].reduce((said, [ours, theirs]) => (ours ? said.replaceAll(`"${ours}"`, `"${theirs}"`) : said), text);

/** Waits for a matching event. On failure, shows the last event of that name. */
async function expectEvent(client: Client, expected: NonNullable<WshSeed['event']>): Promise<void> {
  const matches = (it: unknown) => {
    try {
      expect(it).toMatchObject(expected);
      return true;
    } catch {
      return false;
    }
  };
  await client.event(expected.event, matches);
}

async function type(server: Wsh, text: string): Promise<void> {
  const session = server.server.world.sessions.get('dev');
  const viewer = session.viewers.attach({
    owner: {},
    readOnly: false,
    redaction: session.redaction,
    resizes: false,
    onFrameDue: () => {},
    onDismissed: () => {},
  });
  await viewer.type(text);
}
