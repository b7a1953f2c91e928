import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { type Steps, stepper } from './steps.ts';

const Step = z.object({ method: z.string(), params: z.unknown().optional() });

export const batchOf = (steps: Steps) =>
  method({
    name: 'batch',
    since: 1,
    summary: 'Do several things one after the other; the first failure ends it, and nothing is undone.',
    needs: [],
    throws: [],
    params: z.object({ steps: z.array(Step).max(limits.batchMessages) }),
    result: z.union([
      z.object({ ok: z.literal(true), completed: z.int(), results: z.array(z.unknown()) }),
      z.object({
        ok: z.literal(false),
        completed: z.int(),
        results: z.array(z.unknown()),
        errorStep: z.int().describe('From 0.'),
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
    handle: async (call, { steps: asked }) => {
      const step = stepper(call, steps);
      const results: unknown[] = [];
      for (const [at, { method, params }] of asked.entries()) {
        const outcome = await step(method, params);
        if ('error' in outcome)
          return { ok: false as const, completed: at, results, errorStep: at, error: outcome.error };
        results.push(outcome.result);
      }
      return { ok: true as const, completed: results.length, results };
    },
  });
