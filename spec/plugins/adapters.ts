/** Built-in plugins on real programs: an adapter on a server in this process, ended with the spec that asked for it. */
import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { MatcherSent } from '../core/session/driven.ts';
import { runInProcess } from '../harness/server.ts';

/** Whether a program is there, by name: a specification that needs one that is not says so and is skipped. */
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
  const { client, server, close } = runInProcess('ndjson', { log: () => {} });
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
    state: async () => (await calls.adapter.state({ adapter })).state,
    /** Acts, and waits until the turn is over. */
    turn: async (intent: string, params: Record<string, unknown> = {}) =>
      (await calls.adapter.turn({ adapter, send: { intent, params }, wait: { timeout_ms: 20_000 } })).state,
    until: async (...states: string[]) =>
      (await calls.adapter.wait({ adapter, states, timeout_ms: 20_000 })).state,
    text: async () => (await calls.adapter.inspect({ adapter })).plain_text,
    /** Until something is on the screen, whatever the plugin thinks of it. */
    see: async (matcher: MatcherSent) => {
      const session = (await calls.adapter.live({})).adapters[0]!.session;
      await calls.session.wait({ session, matcher, timeout_ms: 20_000 });
    },
  };
}
