/** Actions in their order, and input with the wait for what comes of it as one deed. */
import type { Disarm } from '../../platform/clock.ts';
import { fault, raise } from '../faults.ts';
import { type Action, actions as declared, perform } from '../input/index.ts';
import type { InputTarget, Outcome } from '../input/target.ts';
import type { Probe } from '../matcher/matcher.ts';
import type { Permission } from '../permissions.ts';
import type { Redaction } from '../redact/redaction.ts';
import { CancelSource } from './cancelSource.ts';
import type { Deed } from './deed.ts';
import type { Session } from './session.ts';
import { timeoutFault } from './sessionFaults.ts';
import type { Cancellation, Deadline, Wait } from './waits.ts';

export interface Sent {
  readonly bytes: number;
  readonly warnings: readonly string[];
}

/** Refuses before anything is done: half a list of actions would be worse than none. */
export function permitActions(actions: readonly Action[], grants: ReadonlySet<Permission>): void {
  for (const { type } of actions) {
    const { needs } = declared[type];
    if (!grants.has(needs))
      raise(fault.PermissionDenied({ required_permission: needs, reason: `action ${type}` }));
  }
}

/**
 * Synchronous unless an action pauses, or somebody else's does: what was asked first is written first, in one piece.
 * What writes nothing, such as a signal, goes past those who type.
 */
export function send(
  session: Session,
  actions: readonly Action[],
  pathOf: (at: number) => string,
  cancellation: Cancellation,
  deed: Deed = { call: 'input', actions },
  by?: object,
): Sent | Promise<Sent> {
  const perform = () => sendInTurn(session, actions, pathOf, cancellation, deed, by);
  return actions.some(writes) ? session.turns.take(perform, cancellation) : perform();
}

/** For one whose turn it is. */
export function sendInTurn(
  session: Session,
  actions: readonly Action[],
  pathOf: (at: number) => string,
  cancellation: Cancellation,
  deed: Deed = { call: 'input', actions },
  by?: object,
): Sent | Promise<Sent> {
  const target = session.input(cancellation, by);
  const refusal = actions.some(writes) ? session.holding.refusal(by) : undefined;
  if (refusal) throw refusal;
  session.onlookers.tell({ kind: 'deed', deed });
  return performAll(target, actions, pathOf);
}

const writes = ({ type }: Action) => declared[type].needs === 'input.write';

function performAll(
  target: InputTarget,
  actions: readonly Action[],
  pathOf: (at: number) => string,
  from = 0,
  sent = { bytes: 0, warnings: [] as string[] },
): Sent | Promise<Sent> {
  for (let at = from; at < actions.length; at++) {
    const outcome = perform(target, actions[at]!, pathOf(at));
    if (outcome instanceof Promise)
      return outcome.then((paused) => {
        add(sent, paused);
        return performAll(target, actions, pathOf, at + 1, sent);
      });
    add(sent, outcome);
  }
  return sent;
}

function add(sent: { bytes: number; warnings: string[] }, outcome: Outcome | undefined): void {
  sent.bytes += outcome?.bytes ?? 0;
  sent.warnings.push(...(outcome?.warnings ?? []));
}

export interface Acted {
  readonly sent: Sent;
  readonly wait: Wait;
}

/**
 * The wait counts from the turn in which the last byte was written. Output is parsed in later turns, so nothing that
 * the input caused is missed, and nothing that was there before it counts. Room for the wait is taken before anything
 * is written.
 */
export function act(
  session: Session,
  actions: readonly Action[],
  probe: Probe,
  deadline: Deadline,
  redaction = session.redaction,
  by?: object,
): Acted | Promise<Acted> {
  const { sent: matcher } = probe;
  const { timeoutMs } = deadline;
  const deed = matcher && ({ call: 'act', actions, matcher, timeoutMs } as const);
  const leave = session.admitWait();
  const typing = new Typing(session, deadline, redaction);
  const waitFor = (sent: Sent): Acted => ({
    sent,
    wait: session.wait(probe, typing.done(), { redaction, baseline: session.baseline(true), leave }),
  });
  const giveUp = (problem: unknown): never => {
    leave();
    throw typing.failed(problem);
  };
  try {
    const sent = send(session, actions, (at) => `actions.${at}`, typing.cancellation, deed, by);
    return sent instanceof Promise ? sent.then(waitFor, giveUp) : waitFor(sent);
  } catch (problem) {
    return giveUp(problem);
  }
}

/** One time-out for the whole deed: it counts from the first key, and ends what still types. */
export class Typing {
  readonly cancellation: CancelSource;
  readonly #session: Session;
  readonly #deadline: Deadline;
  readonly #redaction: Redaction;
  readonly #since: number;
  readonly #disarm: Disarm;
  #late = false;

  constructor(session: Session, deadline: Deadline, redaction: Redaction) {
    this.cancellation = new CancelSource(deadline.cancellation);
    this.#session = session;
    this.#deadline = deadline;
    this.#redaction = redaction;
    this.#since = session.clock.now();
    this.#disarm = session.clock.after(deadline.timeoutMs, () => {
      this.#late = true;
      this.cancellation.cancel('request');
    });
  }

  /** What is left for the wait. */
  done(): Deadline {
    this.#disarm();
    return { ...this.#deadline, since: this.#since };
  }

  failed(problem: unknown): unknown {
    this.#disarm();
    if (!this.#late) return problem;
    const elapsed = this.#session.clock.now() - this.#since;
    return timeoutFault(this.#session, this.#redaction, this.#deadline.timeoutMs, elapsed);
  }
}
