import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { follow, say } from './following.ts';
import { type Client, type Wright, wright } from './running.ts';

let server: Wright;

let client: Client;

beforeEach(async () => {
  server = await wright();
  client = await server.connect();
});

afterEach(() => server.close());

describe('a subscription', () => {
  it('gets only its events, and none before its reply', async () => {
    const sessionId = await follow(client, say('\\007\\033]2;t\\007'), ['Terminal.titleChanged']);
    await client.event('Terminal.titleChanged');
    await client.call('Session.getInfo', { sessionId });
    expect(client.events.map(({ event }) => event)).toEqual(['Terminal.titleChanged']);
    const reply = client.frames.findIndex((frame) => frame.includes('"subscribedEvents"'));
    const event = client.frames.findIndex((frame) => frame.includes('Events.event'));
    expect(reply).toBeLessThan(event);
  });

  it.each([
    ['1;j', { title: '[REDACTED]', iconName: 'j' }],
    ['2;t', { title: 't', iconName: 'i' }],
  ])('includes the previous window and icon titles, redacted: OSC %s', async (set, data) => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const before = `\\033]1;i\\007\\033]2;${secret}\\007`;
    const sessionId = await client.session(
      `${say(`${before}ready`)}; read -r _; ${say(`\\033]${set}\\007`)}; cat`,
    );
    await client.shows(sessionId, 'ready');
    await client.call('Events.subscribe', { sessionId, events: ['Terminal.titleChanged'] });
    await client.call('Input.sendText', { sessionId, text: '\n' });
    expect((await client.event('Terminal.titleChanged')).data).toEqual(data);
  });

  it('ends when it is removed, and others continue', async () => {
    const sessionId = await client.session('printf ready; cat');
    await client.shows(sessionId, 'ready');
    const ask = { sessionId, events: ['Session.exited'] };
    const { subscriptionId: one } = await client.call('Events.subscribe', ask);
    const { subscriptionId: other } = await client.call('Events.subscribe', ask);
    expect(one).not.toBe(other);
    await client.call('Events.unsubscribe', { subscriptionId: one });
    await client.call('Session.destroy', { sessionId });
    await client.event('Session.exited');
    expect(client.events.map(({ subscriptionId }) => subscriptionId)).toEqual([other]);
  });

  it('belongs to its connection', async () => {
    const sessionId = await client.session('cat');
    const { subscriptionId } = await client.call('Events.subscribe', { sessionId, events: ['*'] });
    const unknown = await server.connect();
    expect(await unknown.code('Events.unsubscribe', { subscriptionId })).toBe(1008);
  });

  it('gets the end of a session after the reply to the request that ended it', async () => {
    const sessionId = await client.session('printf ready; cat');
    await client.shows(sessionId, 'ready');
    await client.call('Events.subscribe', { sessionId, events: ['*'] });
    await client.call('Session.destroy', { sessionId });
    await client.event('Session.exited');
    const replied = client.frames.findIndex((frame) => frame.includes('"result":{"exitCode"'));
    const exited = client.frames.findIndex(
      (frame) => frame.includes('Events.event') && frame.includes('exitCode'),
    );
    expect(replied).toBeLessThan(exited);
  });

  it('gets no secrets in any event', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await follow(
      client,
      [
        say(`\\033]2;${secret}\\007`),
        say(`\\033]9;${secret}\\007`),
        say(`\\033]52;c;${Buffer.from(secret).toString('base64')}\\007`),
        say(`\\033]1337;SetUserVar=a=${Buffer.from(secret).toString('base64')}\\007`),
        say(`${secret}\\r\\n`),
        'exit',
      ].join('; '),
    );
    await client.event('Session.exited');
    const output = client.events.filter(({ event }) => event === 'Session.output');
    const text = output.map(({ data }) => Buffer.from(data.data as string, 'base64').toString()).join('');
    expect(text).toContain('[REDACTED]');
    expect(`${text}${client.frames.join('\n')}`).not.toContain('ghp_');
    expect(client.frames.join('\n')).not.toContain(Buffer.from(secret).toString('base64').slice(0, 20));
  });
});
