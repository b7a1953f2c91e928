/**
 * The viewers that one connection has, in whichever sessions: each is told a frame when the line has taken the last, and
 * one that is paced when it has drawn it.
 */
import { fault, raise } from '../../core/faults.ts';
import type { Session } from '../../core/session/session.ts';
import type { Extent } from '../../core/viewer/crop.ts';
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
  /** The next frame waits until the last one is drawn. */
  readonly paced: boolean;
  drawing: boolean;
  /** The size of the whole that was told last. */
  size: Extent;
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

  attach(session: Session, terms: Terms, paced: boolean): Viewer {
    const viewer: Viewer = session.viewers.attach({
      ...terms,
      owner: this.#caller,
      due: () => this.#due(viewer.id),
      dismissed: (why) => this.#dismissed(session, viewer, why),
    });
    const unhold = session.holding.onChange(() => this.#tellHolder(session));
    const ended = session.exit !== null;
    const size = wholeSize(session);
    // The first frame goes with the answer.
    this.#places.set(viewer.id, { session, viewer, due: false, paced, drawing: paced, size, ended, unhold });
    return viewer;
  }

  /** What was told last is to be seen. */
  drawn(session: Session, id: string): void {
    const place = this.#places.get(this.get(session, id).id)!;
    place.drawing = false;
    this.#tellDue(place);
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
    this.#tellDue(place);
  }

  #tellAll(): void {
    for (const place of this.#places.values()) this.#tellDue(place);
  }

  #tellDue(place: Place): void {
    if (place.due && !place.drawing && this.#caller.idle) this.#tell(place);
  }

  #tell(place: Place): void {
    const { session, viewer, ended, size } = place;
    place.due = false;
    place.ended = session.exit !== null;
    place.size = wholeSize(session);
    const data = viewer.take();
    const resized = place.size.rows !== size.rows || place.size.cols !== size.cols;
    const more = {
      ...(resized && { size: place.size }),
      // Of a session that is closed it is told that it is: its program did not end by itself.
      ...(place.ended && !ended && !session.closed && { exit: exitOf(session) }),
    };
    if (data === '' && Object.keys(more).length === 0) return;
    place.drawing = place.paced;
    this.#caller.notify(frame.name, { session: session.id, viewer: viewer.id, data, ...more });
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

/** With its panels. */
export const wholeSize = ({ layers: { size } }: Session): Extent => ({ rows: size.rows, cols: size.cols });

/** How the program has ended, if it has. */
export const exitOf = ({ exit }: Session) => exit && { exit_code: exit.exitCode, signal: exit.signal };
