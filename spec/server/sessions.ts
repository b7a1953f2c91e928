/** Helpers for sessions in these specs. */
import type { NotingClient } from '../harness/connection.ts';
import { program } from '../harness/programs.ts';

export const absent = { type: 'contains_text', value: 'absent' } as const;

/** Returns a session whose program has printed `ready`. */
export async function readySession(client: NotingClient, name = 'prints-ready'): Promise<string> {
  const { session } = await client.calls.session.create(program(name));
  await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
  return session;
}

/** Returns the outcome of a request without throwing. */
export const outcomeOf = (answer: Promise<unknown>) =>
  answer.then(
    (result) => ({ result }) as { result: unknown; code?: undefined; data?: undefined },
    ({ code, data, message }: { code?: number; data?: Record<string, unknown>; message: string }) => ({
      code,
      data,
      message,
    }),
  );
