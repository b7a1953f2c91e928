/** A person who opens the page of a server, takes the keyboard of its newest session, and types. */
import { once } from 'node:events';
import WebSocket from 'ws';
import { WebClient } from '#client/index.ts';

export async function typeAsPerson(url: string, data: string): Promise<void> {
  const { origin, host, hash } = new URL(url);
  const key = new URLSearchParams(hash.slice(1)).get('key');
  const reply = await fetch(`${origin}/auth/ws-ticket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
  const { ticket } = (await reply.json()) as { ticket: string };
  const socket = new WebSocket(`ws://${host}/watch/calls?ticket=${ticket}`, { origin });
  await once(socket, 'open');
  const client = new WebClient(socket);
  const { calls } = client;
  const session = (await calls.session.list({})).sessions.at(-1)!;
  const { viewer } = await calls.session.attach({ session, name: 'ada' });
  await calls.session.capture_input({ session, name: 'ada' });
  await calls.session.type({ session, viewer, data });
  await client.close();
}
