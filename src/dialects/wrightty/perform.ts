/** Does actions to a session, and notes when: a wait that follows looks at what comes of them. */
import type { Action } from '../../core/input/index.ts';
import { send } from '../../core/session/act.ts';
import type { Call } from '../../rpc/call.ts';
import type { Desk } from './desk.ts';
import { noteInput } from './echo.ts';

export async function perform(
  { world, cancellation }: Call<Desk>,
  sessionId: string,
  actions: readonly Action[],
  path: string,
): Promise<Record<string, never>> {
  const session = world.session(sessionId);
  await send(session, actions, (at) => `${path}.${at}`, cancellation);
  noteInput(session);
  return {};
}
