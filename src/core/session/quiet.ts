/** Waits until nothing goes on in a session any more. */
import { hit, miss } from '../matcher/matcher.ts';
import type { Session } from './session.ts';
import type { Deadline, Wait } from './waits.ts';

export interface QuietTerms {
  /** For how long. */
  readonly ms: number;
  /** Counted from now, however long it was quiet before. */
  readonly fresh: boolean;
  /** Something has to happen first, if nothing has since this many activities. */
  readonly past?: number | undefined;
}

export function awaitQuiet(session: Session, { ms, fresh, past }: QuietTerms, deadline: Deadline): Wait {
  const { clock } = session;
  const { activity } = session.changes;
  const began = fresh ? clock.now() : Number.NEGATIVE_INFINITY;
  const forget: (() => void)[] = [];
  const wait = session.wait(
    {
      watches: new Set(['output']),
      hope: `${ms} ms in which nothing goes on`,
      ask: ({ now }) => {
        if (activity.generation === past) return miss();
        const due = Math.max(activity.at, began) + ms;
        return now >= due ? hit('quiet') : miss(due);
      },
      onAnswer: (listener) => forget.push(activity.onCome(listener)),
    },
    deadline,
  );
  wait.onEnd(() => {
    for (const each of forget) each();
  });
  return wait;
}
