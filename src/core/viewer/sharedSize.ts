/**
 * The size of a session that follows its viewers: that of the one who asked last. When nobody is left who asked, it
 * has the size again that it had before, unless somebody else has given it another one since.
 */
import { limits } from '../limits.ts';
import type { Size } from '../size.ts';
import type { Subject } from './subject.ts';
import type { Viewer } from './viewer.ts';

export class SharedSize {
  readonly #session: Subject;
  #before: Size | undefined;
  #given: Size | undefined;
  #asked = 0;

  constructor(session: Subject) {
    this.#session = session;
  }

  asked(viewer: Viewer, all: readonly Viewer[]): void {
    if (viewer.resizes) viewer.asked = ++this.#asked;
    this.#follow(all);
  }

  left(all: readonly Viewer[]): void {
    this.#follow(all);
  }

  #follow(all: readonly Viewer[]): void {
    const [last] = all
      .filter(({ resizes, extent }) => resizes && extent)
      .sort((one, other) => other.asked - one.asked);
    if (last?.extent) this.#give(last.extent);
    else this.#giveBack();
  }

  #give({ rows, cols }: { readonly rows: number; readonly cols: number }): void {
    const now = outerSize(this.#session);
    if (!this.#given || !same(now, this.#given)) this.#before = now;
    this.#given = { rows, cols, ...pixelsOf(now, rows, cols) };
    if (!same(now, this.#given)) this.#session.changeSize(this.#given);
  }

  #giveBack(): void {
    const before = this.#before;
    const untouched = this.#given && same(outerSize(this.#session), this.#given);
    this.#before = undefined;
    this.#given = undefined;
    if (before && untouched && !this.#session.closed) this.#session.changeSize(before);
  }
}

/** A cell stays as large as it was. */
const pixelsOf = ({ pixelWidth, pixelHeight, ...was }: Size, rows: number, cols: number) => ({
  pixelWidth: Math.min(limits.maxPixels, Math.round((pixelWidth * cols) / was.cols)),
  pixelHeight: Math.min(limits.maxPixels, Math.round((pixelHeight * rows) / was.rows)),
});

/** With the panels: what a person's terminal has to have room for. */
const outerSize = ({ layers }: Subject): Size => layers.size;

const same = (one: Size, other: Size) => one.rows === other.rows && one.cols === other.cols;
