/** Input, of which there is nothing to tell: its methods answer with null. */
import { Fault } from '../../core/faults.ts';
import type { Action } from '../../core/input/index.ts';
import { requireOnScreen } from '../../core/input/mouse/allowed.ts';
import { send } from '../../core/session/act.ts';
import type { Call } from '../../rpc/call.ts';
import type { Daemon } from './daemon.ts';

export async function perform({ world, cancellation }: Call<Daemon>, action: Action): Promise<null> {
  await send(world.session, [action], () => '', cancellation);
  return null;
}

/** What the program has not asked for it is not told, as on any terminal: the hand has moved all the same. */
export const point = (
  call: Call<Daemon>,
  value: Extract<Action, { type: 'mouse' }>['value'],
): Promise<null> => {
  requireOnScreen(value, call.world.session.screen.size, '');
  return perform(call, { type: 'mouse', value }).catch((problem: unknown) => {
    if (problem instanceof Fault && problem.name === 'ModeOff') return null;
    throw problem;
  });
};
