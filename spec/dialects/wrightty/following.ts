/** Sessions whose program continues when the client has subscribed to its events. */
import type { Client } from './running.ts';

export async function follow(
  client: Client,
  script: string,
  events: readonly string[] = ['*'],
): Promise<string> {
  const sessionId = await client.session(`printf ready; read -r _; ${script}; read -r _`);
  await client.shows(sessionId, 'ready');
  await client.call('Events.subscribe', { sessionId, events, options: { screenDebounceMs: 1 } });
  await client.call('Input.sendText', { sessionId, text: '\n' });
  return sessionId;
}

/** A shell command that prints the text. */
export const say = (text: string) => `printf '${text}'`;
