/** Presses keys through a server: `session.act`, with the text of the screen as evidence. */
import { clear, echoing, type KeySender } from '../echoing.ts';
import type { Server } from './server.ts';

export async function createKeySender({ client }: Server, session: string): Promise<KeySender> {
  const act = (text: string, matcher: object) =>
    client.request('session.act', {
      session,
      actions: [{ type: 'text', value: text }],
      matcher,
      evidence: 'text',
    });
  return {
    press: (key) => act(key, { type: 'contains_text', value: key }),
    clear: () => act(clear, { type: 'cursor_at', value: { row: 0, col: 0 } }),
  };
}

export async function echoingSession(server: Server): Promise<string> {
  const session = await server.create(echoing);
  await server.client.request('session.wait', {
    session,
    matcher: { type: 'contains_text', value: '.' },
    evidence: 'none',
  });
  return session;
}

/** A program that prints whole rows as fast as they are read. */
export async function floodOn(server: Server, count: number): Promise<{ stop(): Promise<void> }> {
  const flood = {
    program: 'yes',
    args: ['2026-03-11 worker took a job from the queue and finished it in 12 ms, cache hit'],
  };
  const sessions = await Promise.all(Array.from({ length: count }, () => server.create(flood)));
  const flows = { type: 'contains_text', value: 'cache hit' };
  await Promise.all(
    sessions.map((session) =>
      server.client.request('session.wait', { session, matcher: flows, evidence: 'none' }),
    ),
  );
  return {
    stop: async () => {
      await Promise.all(sessions.map((session) => server.client.request('session.close', { session })));
    },
  };
}
