/** Measures a key and its matched echo without a client: by event, and by polling. */
import { clear, echoing, type KeySender } from '../echoing.ts';
import { type ActResult, act, compileMatcher, type Session, systemClock } from '../internals.ts';
import { pressKeys } from '../typing.ts';
import { deadline, newWorld, openSession, waitForText } from './world.ts';

const pollMs = 50;

async function withSession<T>(measure: (session: Session) => Promise<T>): Promise<T> {
  const world = newWorld();
  const session = openSession(world, echoing);
  await waitForText(session, '.');
  const figures = await measure(session);
  await world.close();
  return figures;
}

const actOn = (session: Session) => (text: string, matcher: Parameters<typeof compileMatcher>[0]) =>
  (act(session, [{ type: 'text', value: text }], compileMatcher(matcher), deadline) as ActResult).wait.result;

function matchingSender(session: Session): KeySender {
  const operation = actOn(session);
  return {
    press: (key) => operation(key, { type: 'contains_text', value: key }),
    clear: () => operation(clear, { type: 'cursor_at', value: { row: 0, col: 0 } }),
  };
}

const delay = (ms: number) => new Promise<void>((resolve) => systemClock.after(ms, resolve));

function pollingSender(session: Session): KeySender {
  return {
    clear: matchingSender(session).clear,
    press: async (key) => {
      session.write(Buffer.from(key));
      while (!session.screen.text().includes(key)) await delay(pollMs);
    },
  };
}

export const keysMatched = ([warmup, presses]: readonly string[]) =>
  withSession((session) =>
    pressKeys(matchingSender(session), { warmup: Number(warmup), presses: Number(presses) }),
  );

export const keysPolled = ([presses]: readonly string[]) =>
  withSession((session) => pressKeys(pollingSender(session), { warmup: 1, presses: Number(presses) }));
