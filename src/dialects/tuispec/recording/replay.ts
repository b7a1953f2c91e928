import { pause } from '../../../core/recording/pause.ts';
import { readTrace, readTraceFile, type TracedRequest } from '../../../core/recording/readTrace.ts';
import { z } from '../../../platform/schema.ts';
import type { Call } from '../../../rpc/call.ts';
import { method } from '../method.ts';
import { failed } from '../refusal.ts';
import type { Run } from '../run.ts';
import { type StepOutcome, type Steps, stepper } from '../server/steps.ts';
import { Path } from '../shapes.ts';
import { start } from './start.ts';

/** `steps` is what can be done again. */
export const replayOf = (steps: Steps) =>
  method({
    name: 'replay',
    since: 1,
    summary: 'Do again what a recording has of requests.',
    details:
      'What was refused then may be refused again; anything else that fails ends it. A replay, the start of a recording and the end of the server are passed over. Secrets are not in a recording: where one was typed, its replacement is.',
    needs: ['input.write'],
    throws: ['FileRefused', 'MethodFailed', 'Cancelled'],
    params: z.object({
      path: Path,
      speed: z.enum(['as-fast-as-possible', 'real-time']).default('as-fast-as-possible'),
    }),
    result: z.object({
      ok: z.literal(true),
      replayedRequests: z.int(),
      path: z.string(),
      speed: z.string(),
    }),
    examples: [
      { title: 'a file that is not there', send: { path: '/nowhere/a.jsonl' }, fault: 'FileRefused' },
    ],
    handle: async (call, { path, speed }) => {
      const { requests } = readTrace(readTraceFile(path), {
        refuse: (line, reason) => failed(`${path}:${line}: ${reason}`),
        torn: true,
      });
      const able = requests.filter(({ method: name }) => name !== start.name && steps().methods.has(name));
      const step = stepper(call, steps);
      let now = able[0]?.ms ?? 0;
      for (const request of able) {
        if (speed === 'real-time') await rest(call, request.ms - now);
        now = request.ms;
        refuseFailure(request, await step(request.method, request.params), path);
      }
      return { ok: true as const, replayedRequests: able.length, path, speed };
    },
  });

const rest = ({ world, cancellation }: Call<Run>, ms: number) => pause(world.core.clock, ms, cancellation);

function refuseFailure(
  { line, method: name, failed: before }: TracedRequest,
  outcome: StepOutcome,
  path: string,
) {
  if ('error' in outcome && !before) failed(`${path}:${line}: ${name}: ${outcome.error.message}`);
}
