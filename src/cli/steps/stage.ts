/** The program that steps are done to, and what every kind of step may do to it. */
import type { ArtifactFolder } from '../../core/baseline/folder.ts';
import type { Action } from '../../core/input/index.ts';
import type { Probe } from '../../core/matcher/matcher.ts';
import { probeOf } from '../../core/selector/selector.ts';
import { type Ambiguity, choose, type Target } from '../../core/selector/target.ts';
import { send } from '../../core/session/act.ts';
import { type Pointing, point } from '../../core/session/point.ts';
import type { Session } from '../../core/session/session.ts';
import type { WaitEnd } from '../../core/session/waits.ts';
import type { World } from '../../core/world.ts';
import { orMissed, unseen } from './missed.ts';
import { finderOf, type Which } from './selector.ts';

const untilItEnds = { cancelled: false, onCancel: () => () => {} };

export class Stage {
  readonly world: World;
  readonly session: Session;
  /** Keeps baselines instead of comparing with them. */
  readonly updates: boolean;
  #before: ReturnType<Session['baseline']> | undefined;

  constructor(world: World, session: Session, updates: boolean) {
    this.world = world;
    this.session = session;
    this.updates = updates;
  }

  /** Raises where the command was given no folder. */
  get artifacts(): ArtifactFolder {
    return this.world.artifacts;
  }

  async send(...actions: readonly Action[]): Promise<void> {
    await send(this.session, actions, () => '', untilItEnds);
    this.#before?.freshness?.stop();
    this.#before = this.session.baseline(true);
  }

  /** `what` was missed, if it was. With `fresh` only what has been written since the last input counts. */
  wait(probe: Probe, what: () => string, timeoutMs: number, fresh = false): Promise<WaitEnd> {
    const { session } = this;
    const baseline = fresh && this.#before ? this.#before : session.baseline(false);
    if (baseline === this.#before) this.#before = undefined;
    const { ended } = session.wait(probe, { timeoutMs, cancellation: untilItEnds }, { baseline });
    return orMissed(ended, what, timeoutMs);
  }

  async find(which: Which, ambiguity: Ambiguity, timeoutMs: number, fresh = false): Promise<Target> {
    const find = finderOf(which);
    const missed = () => unseen(which, fresh);
    const { moment } = await this.wait(probeOf(find), missed, timeoutMs, fresh);
    return choose(find(moment), ambiguity, this.session.redaction)!;
  }

  async point(which: Which, gesture: Pointing, ambiguity: Ambiguity, timeoutMs: number): Promise<Target> {
    const { session } = this;
    const terms = {
      find: finderOf(which),
      gesture,
      ambiguity,
      redaction: session.redaction,
    };
    const pointed = point(session, terms, { timeoutMs, cancellation: untilItEnds });
    return (await orMissed(pointed, () => unseen(which), timeoutMs)).target;
  }
}
