/** The mouse on what a selector means, looked for again in the turn in which the bytes are written. */
import { z } from '../../platform/schema.ts';
import type { Action } from '../input/index.ts';
import { Gesture } from '../input/mouse/gesture.ts';
import type { Place } from '../matcher/moment.ts';
import type { Redaction } from '../redact/redaction.ts';
import { type Finder, probeOf } from '../selector/selector.ts';
import { type Ambiguity, choose, type Target } from '../selector/target.ts';
import { sendInTurn, Typing } from './act.ts';
import type { Session } from './session.ts';
import { Sight } from './sight.ts';
import type { Deadline } from './waits.ts';

type Placeless<One> = One extends Place ? Omit<One, keyof Place> : never;

/** A gesture that lacks its place. */
export const Pointing = z.discriminatedUnion(
  'event',
  Gesture.options.map((gesture) => (gesture as z.ZodObject).omit({ row: true, col: true })) as never,
) as unknown as z.ZodType<Placeless<Gesture>, Placeless<z.input<typeof Gesture>>>;
export type Pointing = z.output<typeof Pointing>;

export interface PointTerms {
  readonly find: Finder;
  readonly ambiguity: Ambiguity;
  readonly gesture: Pointing;
  readonly redaction: Redaction;
}

export interface Pointed {
  readonly target: Target;
  readonly bytes: number;
}

/** Raises Timeout when nothing is there in time, Ambiguous when too much is, and what the mouse raises. */
export async function point(session: Session, terms: PointTerms, deadline: Deadline): Promise<Pointed> {
  const { find, ambiguity, gesture, redaction } = terms;
  const typing = new Typing(session, deadline, redaction);
  const { cancellation } = typing;
  const perform = async (): Promise<Pointed | undefined> => {
    const target = choose(look(session, find), ambiguity, redaction);
    if (!target) return undefined;
    const value = { ...gesture, ...target.cell } as Gesture;
    const actions: readonly Action[] = [{ type: 'mouse', value }];
    const { bytes } = await sendInTurn(session, actions, () => '', cancellation);
    return { target, bytes };
  };
  const since = session.clock.now();
  try {
    for (;;) {
      await session.wait(probeOf(find), { ...deadline, since, cancellation }, { redaction }).ended;
      const done = await session.turns.take(perform, cancellation);
      if (done) return done;
    }
  } catch (problem) {
    throw typing.failed(problem);
  } finally {
    typing.done();
  }
}

/** What is meant on the screen as it is now. */
export const look = (session: Session, find: Finder) =>
  find(new Sight(session, session.baseline(false)).now());
