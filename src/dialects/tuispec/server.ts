/** Methods of the server: ping, shutdown and batches. */
import { faultSentences } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Dialect } from '#rpc/dialect.ts';
import { Dispatcher } from '#rpc/dispatch.ts';
import type { Call } from '#rpc/method.ts';
import { createError } from './errors.ts';
import { method } from './method.ts';
import type { TuispecServerContext } from './serverContext.ts';

export const serverPing = method({
  name: 'server.ping',
  summary: 'Check that the server is running.',
  result: z.object({ pong: z.literal(true), version: z.string() }),
  examples: [{ title: 'a ping', send: {}, reply: { pong: true } }],
  handle: ({ world }) => ({ pong: true as const, version: world.core.version }),
});

export const serverShutdown = method({
  name: 'server.shutdown',
  summary: 'Reply, then end the program and the server.',
  needs: ['session.kill'],
  result: z.object({ shuttingDown: z.literal(true) }),
  examples: [{ title: 'a shutdown', send: {}, reply: { shuttingDown: true } }],
  handle: async ({ world }) => {
    await world.end();
    return { shuttingDown: true as const };
  },
});

/** `server.shutdown` as a step of a batch fails, because it would prevent the reply to the batch. */
export const createRefusedShutdown = () =>
  method({
    ...serverShutdown,
    throws: ['NotInBatch'],
    handle: () => {
      throw createError('NotInBatch');
    },
  });

/** The dialect that a step may call. A function, because that dialect's table contains the methods that run steps. */
export type StepDialect = () => Dialect<TuispecServerContext>;

interface StepError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

export type StepOutcome = { readonly result: unknown } | { readonly error: StepError };

/** Runs steps as if the client had called each of them. */
export function createStepRunner(call: Call<TuispecServerContext>, steps: StepDialect) {
  const { world, caller } = call;
  const { core } = world;
  const dispatch = new Dispatcher<TuispecServerContext>({
    dialect: steps(),
    world,
    grants: core.grants as ReadonlySet<string>,
    limits,
    redact: core.redaction,
    sentences: faultSentences,
    checkReplies: false,
    log: () => {},
  });
  return async (method: string, params: unknown): Promise<StepOutcome> =>
    (await dispatch.run(method, params, caller, call)) as StepOutcome;
}

const BatchStep = z.object({ method: z.string(), params: z.unknown().optional() });

export const createBatchMethod = (steps: StepDialect) =>
  method({
    name: 'batch',
    summary: 'Run several requests in order. The first failure ends the batch; earlier steps are not undone.',
    params: z.object({ steps: z.array(BatchStep).max(limits.batchMessages) }),
    result: z.union([
      z.object({ ok: z.literal(true), completed: z.int(), results: z.array(z.unknown()) }),
      z.object({
        ok: z.literal(false),
        completed: z.int(),
        results: z.array(z.unknown()),
        errorStep: z.int().describe('The step that failed, from 1.'),
        error: z.object({ code: z.int(), message: z.string(), data: z.unknown() }),
      }),
    ]),
    examples: [
      {
        title: 'two pings',
        send: {
          steps: [
            { method: 'server.ping', params: {} },
            { method: 'server.ping', params: {} },
          ],
        },
        reply: { ok: true, completed: 2 },
      },
    ],
    handle: async (call, { steps: requested }) => {
      const step = createStepRunner(call, steps);
      const results: unknown[] = [];
      for (const [at, { method, params }] of requested.entries()) {
        const outcome = await step(method, params);
        if ('error' in outcome)
          return { ok: false as const, completed: at, results, errorStep: at + 1, error: outcome.error };
        results.push(outcome.result);
      }
      return { ok: true as const, completed: results.length, results };
    },
  });
