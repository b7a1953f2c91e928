/** Programs and viewers type into one session, but never inside a key or a paste. A viewer may lock the input. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pluginPath } from '../harness/programs.ts';
import { runInProcess, runOnSocket } from '../harness/server.ts';
import { readySession } from '../server/sessions.ts';
import { times } from '../soak/scale.ts';
import { Person } from './screens.ts';

const recorder = {
  program: process.execPath,
  args: [new URL('../programs/records-keys.mjs', import.meta.url).pathname],
};
const endOfKeys = '\x04';

describe('a person and a program at one session', () => {
  it('never write inside a key or a paste of the other', async () => {
    const served = await runOnSocket();
    const rounds = times(200, 20_000);
    const { client } = served;
    const { session } = await client.calls.session.create({ ...recorder, transcript_max_chars: 4_000_000 });
    await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    const person = await Person.attached(await served.connect(), session);
    const paste = `\x1b[200~${'p'.repeat(20)}\x1b[201~`;
    const pressed = async () => {
      for (let at = 0; at < rounds; at++) {
        await person.type(`\x1b[1;5`, true);
        await person.type(`A\x1b[15~${at % 10 === 0 ? paste.slice(0, 9) : ''}`);
        if (at % 10 === 0) await person.type(paste.slice(9));
      }
    };
    const sent = async () => {
      for (let at = 0; at < rounds; at++)
        await client.calls.session.input({
          session,
          action: { type: 'keys', value: ['f12', 'ctrl+shift+left'] },
        });
    };
    await Promise.all([pressed(), sent()]);
    await person.type(endOfKeys);
    const reply = await client.calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect(reply.matched).toBe(true);
    const { text } = await client.calls.session.transcript({ session, max_chars: 2_000_000 });
    const bytes = Buffer.from(/([0-9a-f]{100,})/.exec(text.replaceAll(/\s/g, ''))![1]!, 'hex').toString();
    const counts = new Map<string, number>();
    const left = bytes.replaceAll(
      /\x1b\[1;5A\x1b\[15~|\x1b\[24~\x1b\[1;6D|\x1b\[24~|\x1b\[1;6D|p{20}/g,
      (key) => {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return '';
      },
    );
    expect(left).toBe(endOfKeys);
    expect(counts.get('\x1b[1;5A\x1b[15~')).toBe(rounds);
    expect(counts.get('\x1b[24~\x1b[1;6D')).toBe(rounds);
    expect(counts.get('p'.repeat(20))).toBe(Math.ceil(rounds / 10));
    await served.close();
  });

  describe('with an input lock', () => {
    let served: ReturnType<typeof runInProcess>;
    let session: string;
    beforeEach(async () => {
      served = runInProcess();
      session = await readySession(served.client, 'echoes-raw');
    });
    afterEach(() => served.close());

    const input = (value: string, client = served.client) =>
      client.calls.session.input({ session, action: { type: 'text', value } });

    it('refuses input of other clients until it is released', async () => {
      const person = await Person.attached(await served.connect(), session);
      const other = await Person.attached(served.client, session);
      const { calls } = person.client;
      expect(await calls.session.capture_input({ session, name: 'ada' })).toMatchObject({ holds: true });
      await other.until(({ events }) => events.length > 0);
      const holder = { name: 'ada', from: 'everyone', person: true, since: expect.any(Number) };
      expect(other.events).toEqual([{ 'session.held': { session, holder, holds: false } }]);
      await expect(input('refused')).rejects.toMatchObject({
        data: { fault: 'InputHeld', session, holder: 'ada', from: 'everyone' },
      });
      await person.type('person');
      await input('own', person.client);
      expect(await served.client.calls.session.info({ session })).toMatchObject({ holder });
      await calls.session.release_input({ session });
      await input('again');
      await other.sees('personownagain');
    });

    it('sends the holder what people type elsewhere, all of one call at once', async () => {
      const holder = await Person.attached(await served.connect(), session);
      await holder.client.calls.session.capture_input({ session, name: 'agent' });
      const long = 'w'.repeat(100);
      const person = await Person.attached(served.client, session);
      expect(await person.type(`é\x1b[1;5A\x1bxls\r${long}`)).toEqual({ bytes: 0, captured: true });
      await holder.until(({ events }) => events.some((event) => 'session.typed' in event));
      const keys = [
        { raw: 'é', key: 'é', modifiers: [] },
        { raw: '\x1b[1;5A', key: 'up', modifiers: ['ctrl'] },
        { raw: '\x1bx', key: 'x', modifiers: ['alt'] },
        { raw: 'l', key: 'l', modifiers: [] },
        { raw: 's', key: 's', modifiers: [] },
        { raw: '\r', key: 'enter', modifiers: [] },
        { raw: long, key: null, modifiers: [] },
      ];
      const { viewer } = person;
      expect(holder.events.at(-1)).toEqual({ 'session.typed': { session, viewer, mode: 'capture', keys } });
      expect(person.text).toContain('ready');
      expect(person.text).not.toContain('é');
    });

    it('permits input of programs with the scope `people`', async () => {
      const holder = await served.connect();
      await holder.calls.session.capture_input({ session, from: 'people' });
      const person = await Person.attached(served.client, session);
      expect(await person.type('nothing')).toEqual({ bytes: 0, captured: true });
      await input('program');
      await person.sees('program');
      expect(person.text).not.toContain('nothing');
    });

    it('may be taken over from a program by every caller', async () => {
      const program = await served.connect();
      await program.calls.session.capture_input({ session, name: 'agent' });
      const { calls } = served.client;
      const { holder } = await calls.session.capture_input({ session, take_over: true });
      expect(holder).toMatchObject({ name: null, person: false });
    });

    it('may be taken over from a person by a person, who is notified', async () => {
      const agent = await Person.attached(await served.connect(), session);
      await agent.client.calls.session.capture_input({ session, name: 'agent' });
      const calls = served.client.calls.session;
      await expect(calls.capture_input({ session, name: 'ada' })).rejects.toMatchObject({
        data: { fault: 'InputHeld', holder: 'agent' },
      });
      await expect(calls.capture_input({ session, take_over: true })).rejects.toMatchObject({
        data: { fault: 'InputHeld', holder: 'agent' },
        message: expect.stringContaining('(a person)'),
      });
      await Person.attached(served.client, session, { read_only: true });
      await expect(calls.capture_input({ session, take_over: true })).rejects.toMatchObject({
        data: { fault: 'InputHeld' },
      });
      await Person.attached(served.client, session);
      await calls.capture_input({ session, name: 'ada', take_over: true });
      await agent.until(({ events }) => events.length > 1);
      expect(agent.events.at(-1)).toMatchObject({
        'session.held': { holder: { name: 'ada' }, holds: false },
      });
      expect(await agent.client.calls.session.release_input({ session })).toEqual({ released: false });
    });

    it('discards what others are about to type', async () => {
      const slow = served.client.calls.session.input({
        session,
        action: { type: 'keys', value: { chords: Array.from({ length: 100 }, () => 'x'), delay_ms: 1000 } },
      });
      const person = await Person.attached(await served.connect(), session);
      await person.sees('x');
      await person.client.calls.session.capture_input({ session, name: 'ada' });
      await expect(slow).rejects.toMatchObject({ data: { fault: 'InputHeld', holder: 'ada' } });
      await person.type('mine');
      await person.sees('xmine');
    });

    it('is released with its connection', async () => {
      const person = await served.connect();
      await person.calls.session.capture_input({ session, name: 'ada' });
      await expect(input('refused')).rejects.toMatchObject({ data: { fault: 'InputHeld' } });
      await person.close();
      await input('free');
    });

    it('does not block signals and sizes', async () => {
      await (await served.connect()).calls.session.capture_input({ session });
      await served.client.calls.session.resize({ session, rows: 30, cols: 90 });
      await served.client.calls.session.input({ session, action: { type: 'kill' } });
    });

    it('is reported once to subscribers of the session', async () => {
      const subscriber = await Person.attached(await served.connect(), session);
      await subscriber.client.calls.server.set_notifications({ enabled: true });
      await served.client.calls.session.capture_input({ session });
      await served.client.calls.session.release_input({ session });
      await subscriber.until(({ events }) => JSON.stringify(events.at(-1)).includes('"holder":null'));
      const received = subscriber.events.filter((event) => JSON.stringify(event).includes('"holder":null'));
      expect(received).toHaveLength(1);
    });
  });
});

describe('an agent that is driven by its adapter', () => {
  it('types only for the holder of the input', async () => {
    const served = runInProcess();
    served.server.world.plugins.load(pluginPath('echo'));
    const { calls } = served.client;
    const { adapter, session } = await calls.adapter.start({ plugin: 'echo' });
    const person = await served.connect();
    await person.calls.session.capture_input({ session, name: 'ada' });
    const prompt = { adapter, intent: 'send_prompt', params: { prompt: 'hello' } };
    await expect(calls.adapter.send(prompt)).rejects.toMatchObject({
      data: { fault: 'InputHeld', holder: 'ada' },
    });
    await person.calls.adapter.send(prompt);
    await served.close();
  });
});
