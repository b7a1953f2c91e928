/** What there is to see of a session now, for as long as nothing has happened since; many may look at the same. */

import { type Frame, frameOf } from '../layer/frame.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import { type Cropped, crop, type Extent } from './crop.ts';
import { paint } from './paint.ts';
import type { Subject } from './subject.ts';
import { hidingUnfinished } from './unfinished.ts';

export class Pictures {
  readonly #session: Subject;
  readonly #frames = new Map<Redaction, Frame>();
  readonly #crops = new WeakMap<Frame, Map<string, Cropped>>();
  readonly #paints = new WeakMap<Frame, { readonly after: Frame; readonly text: string }>();
  /** Something on a frame is hidden only because it is new. */
  hides = false;
  /** Milliseconds that went into what there was to see last. */
  cost = 0;

  constructor(session: Subject) {
    this.#session = session;
  }

  /** Something has happened. */
  renew(): void {
    if (this.#frames.size > 0) this.cost = 0;
    this.#frames.clear();
    this.hides = false;
  }

  now(redaction: Redaction, extent: Extent | undefined): Cropped {
    const frame = this.whole(redaction);
    return extent ? this.#crop(frame, extent) : { frame, row: 0, col: 0 };
  }

  whole(redaction: Redaction): Frame {
    let frame = this.#frames.get(redaction);
    if (!frame) {
      const { clock } = this.#session;
      const begun = clock.now();
      frame = this.#frame(redaction);
      this.cost += clock.now() - begun;
      this.#frames.set(redaction, frame);
    }
    return frame;
  }

  /** Those who saw the same are told the same. */
  paint(before: Frame | undefined, after: Frame): string {
    if (!before) return paint(before, after);
    if (before === after) return '';
    const known = this.#paints.get(before);
    if (known?.after === after) return known.text;
    const text = paint(before, after);
    this.#paints.set(before, { after, text });
    return text;
  }

  #frame(redaction: Redaction): Frame {
    const { screen, changes, clock } = this.#session;
    const fresh = clock.now() - changes.outputAt < limits.holdBackMs;
    const hiding = fresh ? hidingUnfinished(screen, redaction) : undefined;
    if (hiding) this.hides = true;
    return frameOf(this.#session, redaction, hiding);
  }

  #crop(frame: Frame, { rows, cols }: Extent): Cropped {
    const known = this.#crops.get(frame) ?? new Map<string, Cropped>();
    this.#crops.set(frame, known);
    const key = `${rows} ${cols}`;
    const made = known.get(key) ?? crop(frame, { rows, cols });
    known.set(key, made);
    return made;
  }
}
