/** Sessions whose program prints what a spec sends it. */
import { type Client, type RunningOptions, type Wsh, wshServers } from './running.ts';

/** Prints each input line as `printf` interprets it, so that a spec controls the output. */
const draws = 'stty -echo; printf ready; while read -r line; do printf "$line"; done';

interface Drawing {
  readonly server: Wsh;
  readonly client: Client;
  draw(text: string): Promise<unknown>;
}

/** Returns a function that opens a server with the session `dev`. */
export const createSessions =
  (running = wshServers()) =>
  async (options?: RunningOptions): Promise<Drawing> => {
    const server = await running(options);
    const client = await server.connect();
    await client.session('dev', draws, 'ready');
    return { server, client, draw: (text) => client.call('send_input', { data: `${text}\n` }, 'dev') };
  };

/** Subscribes to events of the session. */
export const follow = (client: Client, events: readonly string[], more: object = {}) =>
  client.call('subscribe', { events, interval_ms: 0, format: 'plain', ...more }, 'dev');
