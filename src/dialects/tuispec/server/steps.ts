/** Calls that a call is made of: each is done as if the client had asked for it. */
import { sentences } from '../../../core/faults.ts';
import type { Call } from '../../../rpc/call.ts';
import type { Dialect } from '../../../rpc/dialect.ts';
import { Dispatch } from '../../../rpc/dispatch.ts';
import type { Run } from '../run.ts';

/** What may be a step; told late, because the table of methods holds those that are made of steps. */
export type Steps = () => Dialect<Run>;

export interface StepError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

export type StepOutcome = { readonly result: unknown } | { readonly error: StepError };

export function stepper({ world, caller, cancellation }: Call<Run>, steps: Steps) {
  const { core } = world;
  const dispatch = new Dispatch<Run>({
    dialect: steps(),
    world,
    grants: core.grants as ReadonlySet<string>,
    redact: core.redaction,
    sentences,
    checkReplies: false,
    log: () => {},
  });
  return async (method: string, params: unknown): Promise<StepOutcome> =>
    (await dispatch.run(method, params, caller, cancellation)) as StepOutcome;
}
