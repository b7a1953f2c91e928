/** The viewers that one connection has, in whichever sessions: each is told a frame when the line has taken the last. */
import { fault, raise } from '../../core/faults.ts';
import type { Session } from '../../core/session/session.ts';
import type { Dismissal, Viewer, ViewerTerms } from '../../core/viewer/viewer.ts';
import type { Caller } from '../../rpc/call.ts';
import { detached } from './events/detached.ts';
import { frame } from './events/frame.ts';
import { held } from './events/held.ts';
import { holderOf } from './holderShape.ts';
import { subscriptions } from './subscription.ts';

interface Place {
  readonly session: Session;
  readonly viewer: Viewer;
  due: boolean;
  /** That the program has ended is told with the last of its frames. */
  ended: boolean;
  readonly unhold: () => void;
}

type Terms = Omit<ViewerTerms, 'owner' | 'due' | 'dismissed'>;

const known = new WeakMap<Caller, Viewing>();

export function viewingOf(caller: Caller): Viewing {
  const viewing = known.get(caller) ?? new Viewing(caller);
  known.set(caller, viewing);
  return viewing;
}

export class Viewing {
  readonly #caller: Caller;
  readonly #places = new Map<string, Place>();
  readonly #toldHolder = new Set<Session>();

  constructor(caller: Caller) {
    this.#caller = caller;
    caller.onIdle(() => this.#tellAll());
    caller.onClosed(() => this.#end());
  }

  attach(session: Session, terms: Terms): Viewer {
    const viewer: Viewer = session.viewers.attach({
      ...terms,
      owner: this.#caller,
      due: () => this.#due(viewer.id),
      dismissed: (why) => this.#dismissed(session, viewer, why),
    });
    const unhold = session.holding.onChange(() => this.#tellHolder(session));
    const place = { session, viewer, due: false, ended: session.exit !== null, unhold };
    this.#places.set(viewer.id, place);
    return viewer;
  }

  get(session: Session, id: string): Viewer {
    const place = this.#places.get(id);
    if (place?.session === session) return place.viewer;
    return raise(
      fault.ViewerUnknown(
        { path: 'viewer', viewer: id, reason: 'unknown_viewer' },
        `viewer: this connection has no viewer ${id} of ${session.id}; see session.attach`,
      ),
    );
  }

  detach(session: Session, id: string): void {
    const viewer = this.get(session, id);
    this.#forget(viewer.id);
    viewer.leave();
  }

  #due(key: string): void {
    const place = this.#places.get(key);
    if (!place) return;
    place.due = true;
    if (this.#caller.idle) this.#tell(place);
  }

  #tellAll(): void {
    for (const place of this.#places.values()) if (place.due) this.#tell(place);
  }

  #tell(place: Place): void {
    const { session, viewer, ended } = place;
    place.due = false;
    place.ended = session.exit !== null;
    const data = viewer.take();
    const about = { session: session.id, viewer: viewer.id, data };
    if (place.ended && !ended) this.#caller.notify(frame.name, { ...about, exit: exitOf(session) });
    else if (data !== '') this.#caller.notify(frame.name, about);
  }

  /** Once a connection, however many of its viewers look at the session and whatever else it follows. */
  #tellHolder(session: Session): void {
    const [first] = [...this.#places.values()].filter((place) => place.session === session);
    if (!first || subscriptions.get(this.#caller)?.follows(session)) return;
    if (this.#toldHolder.has(session)) return;
    this.#toldHolder.add(session);
    queueMicrotask(() => {
      this.#toldHolder.delete(session);
      this.#caller.notify(held.name, { session: session.id, ...holderOf(session, this.#caller) });
    });
  }

  #dismissed(session: Session, viewer: Viewer, why: Dismissal): void {
    const place = this.#places.get(viewer.id);
    if (!place) return;
    this.#tell(place);
    this.#forget(viewer.id);
    this.#caller.notify(detached.name, { session: session.id, viewer: viewer.id, reason: why });
  }

  #forget(key: string): void {
    this.#places.get(key)?.unhold();
    this.#places.delete(key);
  }

  #end(): void {
    for (const [key, { viewer }] of this.#places) {
      this.#forget(key);
      viewer.leave();
    }
  }
}

/** How the program has ended, if it has. */
export const exitOf = ({ exit }: Session) => exit && { exit_code: exit.exitCode, signal: exit.signal };
