/**
 * The viewers of one connection, in any number of sessions. Each viewer gets a frame when the connection has drained
 * the last one. A paced viewer gets it after it has acknowledged the last one.
 */

import { fault, raise } from '#faults.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { GridSize } from '#platform/pty/size.ts';
import type { Caller } from '#rpc/method.ts';
import type { Session } from '#session/session.ts';
import { toExitData } from '#session/waits.ts';
import type { Dismissal, Viewer, ViewerOptions } from '#viewers/viewer.ts';
import { sessionDetached, sessionFrame, sessionHeld } from './events.ts';
import { getLockStatus } from './sessionInfo.ts';
import { subscriptionByClient } from './subscription.ts';

interface AttachedViewer {
  readonly session: Session;
  readonly viewer: Viewer;
  framePending: boolean;
  /** The next frame waits for the acknowledgement of the last one. */
  readonly paced: boolean;
  awaitingAcknowledgement: boolean;
  /** The total size in the last frame that reported it. */
  size: GridSize;
  /** Whether the exit of the program was sent, in the viewer's last frame. */
  exitReported: boolean;
  readonly lockListener: Disposable;
}

type AttachOptions = Omit<ViewerOptions, 'owner' | 'onFrameDue' | 'onDismissed'>;

const viewersByClient = new WeakMap<Caller, ConnectionViewers>();

export function getConnectionViewers(caller: Caller): ConnectionViewers {
  const viewing = viewersByClient.get(caller) ?? new ConnectionViewers(caller);
  viewersByClient.set(caller, viewing);
  return viewing;
}

class ConnectionViewers {
  readonly #caller: Caller;
  readonly #viewers = new Map<string, AttachedViewer>();
  readonly #lockStatusPending = new Set<Session>();

  constructor(caller: Caller) {
    this.#caller = caller;
    caller.onIdle(() => this.#flush());
    caller.onDisconnected(() => this.#dispose());
  }

  attach(session: Session, options: AttachOptions, paced: boolean): Viewer {
    const viewer: Viewer = session.viewers.attach({
      ...options,
      owner: this.#caller,
      onFrameDue: () => this.#requestFrame(viewer.id),
      onDismissed: (why) => this.#handleDismissed(session, viewer, why),
    });
    const lockListener = session.inputLock.onChange(() => this.#sendLockStatus(session));
    const ended = session.exit !== null;
    const size = getTotalSize(session);
    // The reply carries the first frame.
    this.#viewers.set(viewer.id, {
      session,
      viewer,
      framePending: false,
      paced,
      awaitingAcknowledgement: paced,
      size,
      exitReported: ended,
      lockListener,
    });
    return viewer;
  }

  /** The client has rendered the last frame. */
  acknowledge(session: Session, id: string): void {
    const place = this.#viewers.get(this.get(session, id).id)!;
    place.awaitingAcknowledgement = false;
    this.#sendIfReady(place);
  }

  get(session: Session, id: string): Viewer {
    const place = this.#viewers.get(id);
    if (place?.session === session) return place.viewer;
    return raise(
      fault.ViewerUnknown(
        { path: 'viewer', viewer: id, reason: 'unknown_viewer' },
        `viewer: this connection has no viewer ${id} of ${session.id}; call session.attach to get one`,
      ),
    );
  }

  detach(session: Session, id: string): void {
    const viewer = this.get(session, id);
    this.#remove(viewer.id);
    viewer.detach();
  }

  #requestFrame(key: string): void {
    const place = this.#viewers.get(key);
    if (!place) return;
    place.framePending = true;
    this.#sendIfReady(place);
  }

  #flush(): void {
    for (const place of this.#viewers.values()) this.#sendIfReady(place);
  }

  #sendIfReady(place: AttachedViewer): void {
    if (place.framePending && !place.awaitingAcknowledgement && this.#caller.idle) this.#sendFrame(place);
  }

  #sendFrame(place: AttachedViewer): void {
    const { session, viewer, exitReported, size } = place;
    place.framePending = false;
    place.exitReported = session.exit !== null;
    place.size = getTotalSize(session);
    const data = viewer.takeFrame();
    const resized = place.size.rows !== size.rows || place.size.cols !== size.cols;
    const more = {
      ...(resized && { size: place.size }),
      // A closed session reports no exit: the close has ended its program.
      ...(place.exitReported && !exitReported && !session.closed && { exit: toExitData(session) }),
    };
    if (data === '' && Object.keys(more).length === 0) return;
    place.awaitingAcknowledgement = place.paced;
    this.#caller.notify(sessionFrame.name, { session: session.id, viewer: viewer.id, data, ...more });
  }

  /** Sends it once per connection, however many viewers and subscriptions the connection has for the session. */
  #sendLockStatus(session: Session): void {
    const [first] = [...this.#viewers.values()].filter((place) => place.session === session);
    if (!first || subscriptionByClient.get(this.#caller)?.includes(session)) return;
    if (this.#lockStatusPending.has(session)) return;
    this.#lockStatusPending.add(session);
    queueMicrotask(() => {
      this.#lockStatusPending.delete(session);
      this.#caller.notify(sessionHeld.name, { session: session.id, ...getLockStatus(session, this.#caller) });
    });
  }

  #handleDismissed(session: Session, viewer: Viewer, why: Dismissal): void {
    const place = this.#viewers.get(viewer.id);
    if (!place) return;
    this.#sendFrame(place);
    this.#remove(viewer.id);
    this.#caller.notify(sessionDetached.name, { session: session.id, viewer: viewer.id, reason: why });
  }

  #remove(key: string): void {
    this.#viewers.get(key)?.lockListener.dispose();
    this.#viewers.delete(key);
  }

  #dispose(): void {
    for (const [key, { viewer }] of this.#viewers) {
      this.#remove(key);
      viewer.detach();
    }
  }
}

/** The size with panels. */
export const getTotalSize = ({ layers: { size } }: Session): GridSize => ({
  rows: size.rows,
  cols: size.cols,
});

/** The exit status of the program, or null while it runs. */
