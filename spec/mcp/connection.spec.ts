/** The same conversation over each transport, in both versions of the protocol. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program } from '../harness/programs.ts';
import { type Connected, call, type Era, overHttp, overStdio, script, typed } from './clients.ts';

const transports: readonly (readonly [string, (era: Era) => Promise<Connected>])[] = [
  ['stdio', overStdio],
  ['http', overHttp],
];
const eras = ['legacy', 'auto'] as const;

describe.each(transports.flatMap(([name, open]) => eras.map((era) => ({ name, era, open }))))(
  '$name, $era',
  ({ open, era }) => {
    let connected: Connected;
    let client: Connected['client'];
    beforeAll(async () => {
      connected = await open(era);
      ({ client } = connected);
    });
    afterAll(() => connected.close());

    it('starts, acts, waits, reads, lists and closes', async () => {
      const started = await call(client, 'start', program('asks-name'));
      const { session } = started.structured;
      expect(started.structured).toMatchObject({ whole: true, rows: { 0: 'name?' } });
      const matcher = { type: 'contains_text', value: 'hello ada' };
      const acted = await call(client, 'act', { session, actions: typed('ada'), matcher });
      expect(acted.structured).toMatchObject({ hit: { kind: 'contains_text', text: 'hello ada' } });
      expect(Object.values(acted.structured.rows)).toContain('hello ada');
      expect(acted.text).toContain('hello ada');
      const read = await call(client, 'read', { session });
      expect(read.structured.whole).toBe(true);
      const since = read.structured.sequence;
      expect((await call(client, 'read', { session, since })).structured).toMatchObject({
        rows: {},
        whole: false,
      });
      expect((await call(client, 'list')).text).toContain(`session ${session}`);
      expect((await call(client, 'close', { session })).structured).toEqual({ session, closed: true });
    });

    it('reports changes of a subscribed screen', async () => {
      const { session } = (
        await call(client, 'start', { ...script('read go; echo went; exec cat'), name: 'shown' })
      ).structured;
      const { resources } = await client.listResources();
      expect(resources.map((one) => one.uri)).toContain(`ptywright://sessions/${session}/screen`);
      const uri = 'ptywright://sessions/shown/screen';
      const updated = new Promise((resolve) =>
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri)),
      );
      if (era === 'legacy') await client.subscribeResource({ uri });
      else await client.listen({ resourceSubscriptions: [uri] });
      await call(client, 'act', { session, actions: typed('now') });
      expect(await updated).toBe(uri);
      const { contents } = await client.readResource({ uri });
      expect(contents[0]).toMatchObject({ text: expect.stringContaining('went') });
    });

    it('offers the skill as a prompt', async () => {
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['skill']);
      const { messages } = await client.getPrompt({ name: 'skill' });
      expect(messages[0]!.content).toMatchObject({ text: expect.stringContaining('ptywright') });
    });
  },
);
