/** Measures a key and its matched echo without a client: by event, and by polling. */
import { clear, echoing, type KeySender } from '../echoing.ts';
import { type ActResult, act, compileMatcher, type Session, systemClock } from '../internals.ts';
import { typed } from '../typing.ts';
import { deadline, newWorld, opened, shows } from './world.ts';

const pollMs = 50;

async function withSession<T>(measure: (session: Session) => Promise<T>): Promise<T> {
  const world = newWorld();
  const session = opened(world, echoing);
  await shows(session, '.');
  const figures = await measure(session);
  await world.close();
  return figures;
}

const acting = (session: Session) => (text: string, matcher: Parameters<typeof compileMatcher>[0]) =>
  (act(session, [{ type: 'text', value: text }], compileMatcher(matcher), deadline) as ActResult).wait.result;

function matching(session: Session): KeySender {
  const operation = acting(session);
  return {
    press: (key) => operation(key, { type: 'contains_text', value: key }),
    clear: () => operation(clear, { type: 'cursor_at', value: { row: 0, col: 0 } }),
  };
}

const later = (ms: number) => new Promise<void>((resolve) => systemClock.after(ms, resolve));

function polling(session: Session): KeySender {
  return {
    clear: matching(session).clear,
    press: async (key) => {
      session.write(Buffer.from(key));
      while (!session.screen.text().includes(key)) await later(pollMs);
    },
  };
}

export const keysMatched = ([warmup, presses]: readonly string[]) =>
  withSession((session) => typed(matching(session), { warmup: Number(warmup), presses: Number(presses) }));

export const keysPolled = ([presses]: readonly string[]) =>
  withSession((session) => typed(polling(session), { warmup: 1, presses: Number(presses) }));
