import type { Fault } from '../../../core/faults.ts';
import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { waitForSelector } from '../selecting.ts';
import { Ok, ok, Selector } from '../shapes.ts';

/** What is wrong is named as it was sent. */
function asSent(problem: unknown): never {
  const { name, message, data } = problem as Fault<'SpawnFailed'>;
  if (name !== 'SpawnFailed' || data.path !== 'program') throw problem;
  throw Object.assign(new Error(message), { name, data: { ...data, path: 'command' } });
}

const Ms = z.int().min(0).max(limits.timeoutMs);

export const launch = method({
  name: 'launch',
  since: 1,
  summary: 'Start a program; one that was launched before is ended.',
  needs: ['session.spawn'],
  throws: ['NoActiveSession', 'SpawnFailed', 'MethodFailed', 'Busy'],
  params: z.object({
    command: z.string().min(1),
    args: z.array(z.string()).max(limits.args).default([]),
    env: z
      .record(z.string(), z.union([z.string(), z.null()]))
      .default({})
      .describe('Null takes a variable away that would be inherited.'),
    cwd: z.string().optional(),
    readySelector: Selector.optional(),
    readyTimeoutMs: Ms.optional(),
    readyPollIntervalMs: Ms.optional(),
  }),
  result: Ok,
  examples: [
    { title: 'before initialize', send: { command: 'sh' }, fault: 'NoActiveSession' },
    {
      title: 'one more program',
      program: 'prints-ready',
      send: {
        command: 'sh',
        args: ['-c', 'echo again; exec cat'],
        readySelector: { type: 'exact', text: 'again' },
      },
      reply: { ok: true },
    },
  ],
  handle: async (call, { command, args, env, cwd, readySelector, readyTimeoutMs }) => {
    const entries = Object.entries(env);
    const launched = call.world.launch({
      program: command,
      args,
      cwd,
      env: Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null)),
      unset: entries.filter(([, value]) => value === null).map(([name]) => name),
    });
    await launched.catch(asSent);
    if (readySelector) await waitForSelector(call, readySelector, { timeoutMs: readyTimeoutMs });
    return ok;
  },
});
