/** What a server says of an adapter that runs in it. */
import { Refusal } from '../../client/index.ts';
import { connectServer, socketPath } from '../connect.ts';
import { Failure } from '../usage.ts';
import type { Explanation } from './explain.ts';

export async function explainLive(adapter: string, socket: string | undefined): Promise<Explanation> {
  const client = await connectServer(socketPath(socket));
  try {
    const { state, rules } = await client.calls.adapter.explain({ adapter });
    const snapshot = await client.calls.adapter.snapshot({ adapter });
    // Only who says which screen it has already can be told that it is still the same.
    if ('unchanged' in snapshot) throw new Failure('no screen came');
    const { plain_text, sequence, cursor } = snapshot;
    const moved = sequence !== state.sequence;
    return {
      of: adapter,
      state,
      rules,
      rows: plain_text.split('\n'),
      cursor,
      ...(moved && { note: 'The screen has changed since the plugin looked at it; this is how it is now:' }),
    };
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    throw new Failure(problem.message);
  } finally {
    await client.close();
  }
}
