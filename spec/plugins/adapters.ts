/** Built-in plugins on real programs: an adapter on a server in this process, which is closed after its spec. */
import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { runInProcess } from '../harness/server.ts';
import type { MatcherSent } from '../session/driven.ts';

/** Whether a program is installed. A spec that needs a missing program says so and is skipped. */
export const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

export interface Started {
  readonly plugin: string;
  readonly program: string;
  readonly args?: readonly string[];
  readonly rows?: number;
  readonly cols?: number;
  readonly env?: Record<string, string>;
}

export async function adapterOf({ env, args = [], ...started }: Started) {
  const warned: string[] = [];
  const { client, server, close } = runInProcess('ndjson', { log: (line) => warned.push(line) });
  onTestFinished(() => close());
  const { adapter } = await client.calls.adapter.start({
    ...started,
    args: [...args],
    env: { LANG: 'C.UTF-8', HOME: '/nonexistent', ...env },
  });
  const { calls } = client;
  const send = async (intent: string, params: Record<string, unknown> = {}) =>
    (await calls.adapter.send({ adapter, intent, params })).state;
  return {
    client,
    server,
    adapter,
    send,
    /** Warnings and errors in the log of the server. */
    warned,
    state: async () => (await calls.adapter.state({ adapter })).state,
    /** Runs an intent and waits for the end of the turn. */
    turn: async (intent: string, params: Record<string, unknown> = {}) =>
      (await calls.adapter.turn({ adapter, send: { intent, params }, wait: { timeout_ms: 20_000 } })).state,
    until: async (...states: string[]) =>
      (await calls.adapter.wait({ adapter, states, timeout_ms: 20_000 })).state,
    text: async () => (await calls.adapter.inspect({ adapter })).plain_text,
    /** Waits for a match on the screen, independent of the plugin. */
    see: async (matcher: MatcherSent) => {
      const session = (await calls.adapter.live({})).adapters[0]!.session;
      await calls.session.wait({ session, matcher, timeout_ms: 20_000 });
    },
  };
}
