import { Fault } from '../../../core/faults.ts';
import { limits } from '../../../core/limits.ts';
import { CancelSource } from '../../../core/session/cancelSource.ts';
import { awaitQuiet } from '../../../core/session/quiet.ts';
import { z } from '../../../platform/schema.ts';
import { Format, formatOf, ScreenState, stateOf } from '../lines.ts';
import { method, session } from '../method.ts';
import { Refusal } from '../refusals.ts';

const Ms = z.int().min(0).max(limits.timeoutMs);

/** `mostMs` is how long it waits that does not say how long; undefined for as long as any wait may. */
const quiesce = (name: string, tooLate: 'QuiesceTimeout' | 'IdleTimeout', mostMs: number) =>
  method({
    name,
    summary: 'Wait until nothing goes on in a terminal for so long, then read its screen.',
    details:
      'Output, input and another size are what goes on, and each counts one `generation`. With the `last_generation` of the reply before, something must have gone on since. Another such request of the same connection for the same session takes the place of this one, which then ends with `idle_superseded`.',
    needs: ['screen.read'],
    throws: [tooLate, 'Superseded', 'Cancelled', 'Busy'],
    params: z.object({
      ...session,
      timeout_ms: Ms.describe('The quiet to wait for.'),
      format: Format,
      max_wait_ms: Ms.nullish().describe('To give up after.'),
      last_generation: z.int().nullish(),
      fresh: z.boolean().nullish().describe('Count the quiet from now, however long it was quiet before.'),
    }),
    result: ScreenState.extend({ generation: z.int() }),
    handle: async ({ world: seat, cancellation }, params) => {
      const { timeout_ms: ms, format, max_wait_ms, last_generation, fresh } = params;
      const waited = seat.session(params.session);
      const source = new CancelSource(cancellation);
      let displaced = false;
      const settled = seat.wait(waited, () => {
        displaced = true;
        source.cancel('request');
      });
      try {
        const terms = { ms, fresh: fresh ?? false, past: last_generation ?? undefined };
        await awaitQuiet(waited, terms, { timeoutMs: max_wait_ms ?? mostMs, cancellation: source }).ended;
        return { ...stateOf(waited, formatOf(format)), generation: waited.changes.activity.generation };
      } catch (problem) {
        if (displaced) throw new Refusal('Superseded');
        if (problem instanceof Fault && problem.name === 'Timeout') throw new Refusal(tooLate);
        throw problem;
      } finally {
        settled();
      }
    },
  });

export const awaitQuiesce = quiesce('await_quiesce', 'QuiesceTimeout', limits.timeoutMs);

/** The newer name; who does not say how long it waits waits half a minute. */
export const awaitIdle = quiesce('await_idle', 'IdleTimeout', limits.defaultTimeoutMs);
