/** The viewers of a session, and the session size that follows them. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { Feed } from '#platform/feed.ts';
import { type Disposable, disposeAll, Emitter } from '#platform/lifetimes.ts';
import { type GridSize, requireSizeInMemory, type Size } from '#platform/pty/size.ts';
import { FrameCache } from './frame.ts';
import type { TypedInput } from './inputWriter.ts';
import { type ViewedSession, Viewer, type ViewerDependencies, type ViewerOptions } from './viewer.ts';

/**
 * The latest resize request of a viewer sets the size. After the last such viewer has left, the original size is
 * restored, unless another client has resized the session since.
 */
class SharedSize {
  readonly #session: ViewedSession;
  #original: Size | undefined;
  #applied: Size | undefined;
  #lastRequest = 0;

  constructor(session: ViewedSession) {
    this.#session = session;
  }

  request(viewer: Viewer, all: readonly Viewer[]): void {
    if (viewer.resizes) viewer.resizeRequest = ++this.#lastRequest;
    this.#update(all);
  }

  release(all: readonly Viewer[]): void {
    this.#update(all);
  }

  #update(all: readonly Viewer[]): void {
    const [last] = all
      .filter(({ resizes, extent }) => resizes && extent)
      .sort((one, other) => other.resizeRequest - one.resizeRequest);
    if (last?.extent) this.#apply(last.extent);
    else this.#restore();
  }

  #apply({ rows, cols }: GridSize): void {
    const now = outerSize(this.#session);
    if (!this.#applied || !sameSize(now, this.#applied)) this.#original = now;
    this.#applied = { rows, cols, ...scalePixels(now, rows, cols) };
    if (!sameSize(now, this.#applied)) this.#session.changeSize(this.#applied);
  }

  #restore(): void {
    const before = this.#original;
    const untouched = this.#applied && sameSize(outerSize(this.#session), this.#applied);
    this.#original = undefined;
    this.#applied = undefined;
    if (before && untouched && !this.#session.closed) this.#session.changeSize(before);
  }
}

/** Keeps the size of a cell in pixels. */
const scalePixels = ({ pixelWidth, pixelHeight, ...was }: Size, rows: number, cols: number) => ({
  pixelWidth: Math.min(limits.maxPixels, Math.round((pixelWidth * cols) / was.cols)),
  pixelHeight: Math.min(limits.maxPixels, Math.round((pixelHeight * rows) / was.rows)),
});

/** The size with panels, which a person's terminal must have room for. */
const outerSize = ({ layers }: ViewedSession): Size => layers.size;

const sameSize = (one: Size, other: Size) => one.rows === other.rows && one.cols === other.cols;

/**
 * Notifies viewers of changes at a limited rate. Each viewer takes the current frame when it is ready, so a slow one
 * gets fewer frames and delays no other.
 */
export class Viewers {
  readonly #session: ViewedSession;
  readonly #all = new Map<string, Viewer>();
  readonly #onTyped = new Emitter<[typed: TypedInput]>();
  /** Called with input typed at a viewer. */
  readonly onTyped = this.#onTyped.event;
  #dependencies: ViewerDependencies | undefined;
  /** Renders at most this often, so that viewers use a limited share of the CPU. */
  #feed: Feed | undefined;
  #sharedSize: SharedSize | undefined;
  #lastId = 0;
  #observing: readonly Disposable[] = [];
  #recheckTimer: Disposable | undefined;

  constructor(session: ViewedSession) {
    this.#session = session;
  }

  all(): readonly Viewer[] {
    return [...this.#all.values()];
  }

  attach(options: ViewerOptions): Viewer {
    if (this.#all.size >= limits.viewers)
      raise(fault.Busy({ reason: 'busy', limit: 'viewers', max: limits.viewers }));
    if (options.extent) requireSizeInMemory({ ...this.#session.layers.size, ...options.extent });
    this.#dependencies ??= this.#createDependencies();
    // Contains the session id, so viewer ids are unique in a server.
    const viewer = new Viewer(`${this.#session.id}.v${++this.#lastId}`, options, this.#dependencies);
    this.#all.set(viewer.id, viewer);
    if (this.#observing.length === 0) this.#observing = this.#observe();
    if (viewer.resizes) this.#followSize(viewer);
    return viewer;
  }

  /** Removes all viewers and returns their number. */
  detachAll(): number {
    const all = this.all();
    for (const viewer of all) {
      this.#remove(viewer);
      viewer.options.onDismissed('detached');
    }
    return all.length;
  }

  /** Notifies viewers of a change without output, such as new colors. */
  refresh(): void {
    if (this.#all.size > 0) this.#handleChange();
  }

  #createDependencies(): ViewerDependencies {
    return {
      session: this.#session,
      frames: new FrameCache(this.#session),
      detach: (viewer) => this.#remove(viewer),
      handleResize: (viewer) => this.#handleResize(viewer),
      handleTyped: (typed) => this.#onTyped.fire(typed),
    };
  }

  #remove(viewer: Viewer): void {
    if (!this.#all.delete(viewer.id)) return;
    viewer.stopTimers();
    this.#sharedSize?.release(this.all());
    if (this.#all.size === 0) this.#stop();
  }

  #handleResize(viewer: Viewer): void {
    this.#followSize(viewer);
    viewer.options.onFrameDue();
  }

  #followSize(viewer: Viewer): void {
    this.#sharedSize ??= new SharedSize(this.#session);
    this.#sharedSize.request(viewer, this.all());
  }

  /** Observes the session only while it has viewers. */
  #observe(): readonly Disposable[] {
    const { observers, layers } = this.#session;
    const observer = { handleEvent: () => this.#handleChange(), done: () => this.#handleClosed() };
    return [observers.add(observer), layers.onChange(() => this.#handleChange())];
  }

  #stop(): void {
    disposeAll(this.#observing);
    this.#observing = [];
    this.#feed?.dispose();
    this.#recheckTimer?.dispose();
    this.#dependencies?.frames.invalidate();
  }

  async #handleClosed(): Promise<void> {
    for (const viewer of this.all()) {
      this.#remove(viewer);
      viewer.options.onDismissed('closed');
    }
  }

  #handleChange(): void {
    const { frames } = this.#dependencies!;
    this.#feed ??= new Feed({
      flush: () => this.#notify(),
      clock: this.#session.clock,
      intervalMs: () => Math.max(limits.viewerFrameMs, limits.viewerCostShare * frames.renderMs),
    });
    this.#feed.schedule();
    frames.invalidate();
  }

  #notify(): void {
    for (const viewer of this.all()) viewer.options.onFrameDue();
    if (this.#dependencies?.frames.hidesUnfinished) this.#scheduleRecheck();
  }

  /** Text that is hidden because it is new is shown once the output pauses. */
  #scheduleRecheck(): void {
    this.#recheckTimer?.dispose();
    this.#recheckTimer = this.#session.clock.after(limits.holdBackMs, () => this.#handleChange());
  }
}
