/**
 * The people who look at a session. When something has happened they are told, at most so many times a second, and
 * each takes what there is to see once it can show it: who is slow sees fewer frames and costs nobody anything.
 */
import type { Disarm } from '../../platform/clock.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { refuseHuge } from '../size.ts';
import { Pictures } from './pictures.ts';
import { SharedSize } from './sharedSize.ts';
import type { Subject } from './subject.ts';
import type { Typed } from './typing.ts';
import { type Company, Viewer, type ViewerTerms } from './viewer.ts';

export class Viewers {
  readonly #session: Subject;
  readonly #all = new Map<string, Viewer>();
  readonly #typed = new Set<(typed: Typed) => void>();
  readonly #changed = new Set<() => void>();
  #company: Company | undefined;
  #size: SharedSize | undefined;
  #last = 0;
  #stop: (() => void) | undefined;
  #told = Number.NEGATIVE_INFINITY;
  #disarm: Disarm | undefined;
  #again: Disarm | undefined;
  /** Since when a frame waits for a program that is in the middle of one. */
  #waiting: number | undefined;

  constructor(session: Subject) {
    this.#session = session;
  }

  all(): readonly Viewer[] {
    return [...this.#all.values()];
  }

  attach(terms: ViewerTerms): Viewer {
    if (this.#all.size >= limits.viewers)
      raise(fault.Busy({ reason: 'busy', limit: 'viewers', max: limits.viewers }));
    if (terms.extent) refuseHuge({ ...this.#session.layers.size, ...terms.extent });
    this.#company ??= this.#accompany();
    // With the session's, which is never given twice: no two viewers of a server are called the same.
    const viewer = new Viewer(`${this.#session.id}.v${++this.#last}`, terms, this.#company);
    this.#all.set(viewer.id, viewer);
    this.#stop ??= this.#look();
    if (viewer.resizes) this.#follow(viewer);
    this.#tellChange();
    return viewer;
  }

  /** All of them are sent away. */
  detachAll(): number {
    const all = this.all();
    for (const viewer of all) {
      this.#leave(viewer);
      viewer.terms.dismissed('detached');
    }
    return all.length;
  }

  /** Something is to be seen otherwise that nobody has printed, such as the colours. */
  renew(): void {
    if (this.#all.size > 0) this.#happened();
  }

  /** Told of what is typed at a viewer. */
  onTyped(listener: (typed: Typed) => void): () => void {
    this.#typed.add(listener);
    return () => this.#typed.delete(listener);
  }

  /** Somebody has come or gone. */
  onChange(listener: () => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  #accompany(): Company {
    return {
      session: this.#session,
      pictures: new Pictures(this.#session),
      leave: (viewer) => this.#leave(viewer),
      resized: (viewer) => this.#resized(viewer),
      told: (typed) => {
        for (const listener of this.#typed) listener(typed);
      },
    };
  }

  #leave(viewer: Viewer): void {
    if (!this.#all.delete(viewer.id)) return;
    viewer.rest();
    this.#size?.left(this.all());
    if (this.#all.size === 0) this.#rest();
    this.#tellChange();
  }

  #resized(viewer: Viewer): void {
    this.#follow(viewer);
    viewer.terms.due();
  }

  #follow(viewer: Viewer): void {
    this.#size ??= new SharedSize(this.#session);
    this.#size.asked(viewer, this.all());
  }

  /** Only while there is somebody. */
  #look(): () => void {
    const { onlookers } = this.#session;
    const onlooker = { see: () => this.#happened(), done: () => this.#closed() };
    const stops = [onlookers.add(onlooker), this.#session.layers.onChange(() => this.#happened())];
    return () => {
      for (const stop of stops) stop();
    };
  }

  #rest(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#disarm?.();
    this.#disarm = undefined;
    this.#again?.();
    this.#company?.pictures.renew();
  }

  async #closed(): Promise<void> {
    for (const viewer of this.all()) {
      this.#leave(viewer);
      viewer.terms.dismissed('closed');
    }
  }

  #happened(): void {
    const { pictures } = this.#company!;
    const { cost } = pictures;
    pictures.renew();
    if (this.#disarm) return;
    const rest = Math.max(limits.viewerFrameMs, limits.viewerCostShare * cost);
    const wait = this.#told + rest - this.#session.clock.now();
    this.#disarm = wait > 0 ? this.#session.clock.after(wait, () => this.#tell()) : this.#soon();
  }

  /** At the end of this turn: what is parsed in it is seen at once. */
  #soon(): Disarm {
    const due = setImmediate(() => this.#tell());
    return () => clearImmediate(due);
  }

  #tell(): void {
    this.#disarm = undefined;
    const { clock } = this.#session;
    if (this.#isHalfDone()) {
      this.#disarm = clock.after(limits.viewerFrameMs, () => this.#tell());
      return;
    }
    this.#told = clock.now();
    for (const viewer of this.all()) viewer.terms.due();
    if (this.#company?.pictures.hides) this.#lookAgain();
  }

  /** What is hidden because it is new is not, once the program rests. */
  #lookAgain(): void {
    this.#again?.();
    this.#again = this.#session.clock.after(limits.holdBackMs, () => this.#happened());
  }

  #isHalfDone(): boolean {
    const { screen, clock } = this.#session;
    if (!screen.modes.synchronizedOutput) this.#waiting = undefined;
    else this.#waiting ??= clock.now();
    return this.#waiting !== undefined && clock.now() - this.#waiting < limits.viewerPatienceMs;
  }

  #tellChange(): void {
    for (const listener of this.#changed) listener();
  }
}
