/** The wait of `adapter.wait` and `adapter.turn`, from its parameters to its reply. */
import type { Adapter } from '../../core/adapter/adapter.ts';
import { type Hope, waitFor } from '../../core/adapter/waiting.ts';
import { fault, raise } from '../../core/faults.ts';
import type { Baseline } from '../../core/session/sight.ts';
import type { Deadline } from '../../core/session/waits.ts';
import { z } from '../../platform/schema.ts';
import { waitFields } from './adapterShapes.ts';

const Wait = z.object(waitFields);
type Wait = z.output<typeof Wait>;

/** `path` is where the parameters stand, for errors. */
export function hopeOf({ intent, params, states, stable_ms }: Wait, path = ''): Hope {
  if (states && intent !== undefined)
    raise(fault.Invalid({ path: `${path}intent`, reason: 'cannot stand beside `states`' }));
  if (stable_ms !== undefined && !states)
    raise(fault.Invalid({ path: `${path}stable_ms`, reason: 'needs `states`' }));
  return { intent, params, states: states && { states, stableMs: stable_ms ?? 0 } };
}

export async function waitReply(
  adapter: Adapter,
  hope: Hope,
  deadline: Deadline,
  wait_id: string | undefined,
  baseline?: Baseline,
) {
  const { state, matched } = await waitFor(adapter, hope, deadline, baseline);
  return { state, matched, ...(wait_id !== undefined && { wait_id }) };
}
