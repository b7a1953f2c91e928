/** Input, of which there is nothing to tell but that it was written. */
import type { Action } from '../../core/input/index.ts';
import { limits } from '../../core/limits.ts';
import { send } from '../../core/session/act.ts';
import type { Session } from '../../core/session/session.ts';
import type { Call } from '../../rpc/call.ts';
import type { Run } from './run.ts';
import { ok } from './shapes.ts';

export async function perform({ world, cancellation }: Call<Run>, actions: readonly Action[]) {
  const { session, defaults, subscribed } = world;
  const seen = defaults.settles && subscribed ? nextChange(session) : undefined;
  await send(session, actions, () => '', cancellation);
  await seen;
  return ok;
}

/** A shipped client reads what it was told of before the answer to what caused it, and never after. */
const nextChange = (session: Session) =>
  new Promise<void>((resolve) => {
    const end = () => {
      disarm();
      leave();
      // Within a turn answers leave first: this one waits for the next.
      session.clock.after(0, resolve);
    };
    const disarm = session.clock.after(limits.inputSettleMs, end);
    const leave = session.onlookers.add({
      see: ({ kind }) => {
        if (kind === 'changed' || kind === 'exited') end();
      },
      done: () => Promise.resolve(),
    });
  });
