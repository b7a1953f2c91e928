/** Input, of which there is nothing to tell but that it was written. */
import type { Action } from '../../core/input/index.ts';
import { send } from '../../core/session/act.ts';
import type { Call } from '../../rpc/call.ts';
import type { Run } from './run.ts';
import { ok } from './shapes.ts';

export async function perform({ world, cancellation }: Call<Run>, actions: readonly Action[]) {
  await send(world.session, actions, () => '', cancellation);
  return ok;
}
