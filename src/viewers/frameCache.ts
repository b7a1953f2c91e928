/** Caches the frames, crops and diffs of a session until the next change. Viewers share them. */
import type { GridSize } from '#platform/pty/size.ts';
import type { Redaction } from '#redaction/redaction.ts';
import {
  type CroppedFrame,
  createFrame,
  cropToCursor,
  hideNewUnfinished,
  type ScreenFrame,
} from './frame.ts';
import { renderFrameDiff } from './frameDiff.ts';
import type { ViewedSession } from './viewer.ts';

export class FrameCache {
  readonly #session: ViewedSession;
  readonly #frames = new Map<Redaction, ScreenFrame>();
  readonly #crops = new WeakMap<ScreenFrame, Map<string, CroppedFrame>>();
  readonly #diffs = new WeakMap<ScreenFrame, { readonly after: ScreenFrame; readonly text: string }>();
  /** Some new output is hidden because it may be an unfinished secret. */
  hidesUnfinished = false;
  /** Milliseconds spent on rendering the current frames. */
  renderMs = 0;

  constructor(session: ViewedSession) {
    this.#session = session;
  }

  /** Drops the frames after a change. */
  invalidate(): void {
    if (this.#frames.size > 0) this.renderMs = 0;
    this.#frames.clear();
    this.hidesUnfinished = false;
  }

  cropped(redaction: Redaction, extent: GridSize | undefined): CroppedFrame {
    const frame = this.full(redaction);
    return extent ? this.#cropFrame(frame, extent) : { frame, row: 0, col: 0 };
  }

  full(redaction: Redaction): ScreenFrame {
    let frame = this.#frames.get(redaction);
    if (!frame) {
      const { clock } = this.#session;
      const begun = clock.now();
      frame = this.#render(redaction);
      this.renderMs += clock.now() - begun;
      this.#frames.set(redaction, frame);
    }
    return frame;
  }

  /** Viewers with the same last frame share one diff. */
  diff(before: ScreenFrame | undefined, after: ScreenFrame): string {
    if (!before) return renderFrameDiff(before, after);
    if (before === after) return '';
    const known = this.#diffs.get(before);
    if (known?.after === after) return known.text;
    const text = renderFrameDiff(before, after);
    this.#diffs.set(before, { after, text });
    return text;
  }

  #render(redaction: Redaction): ScreenFrame {
    const hiding = hideNewUnfinished(this.#session, redaction);
    if (hiding) this.hidesUnfinished = true;
    return createFrame(this.#session, redaction, hiding);
  }

  #cropFrame(frame: ScreenFrame, { rows, cols }: GridSize): CroppedFrame {
    const known = this.#crops.get(frame) ?? new Map<string, CroppedFrame>();
    this.#crops.set(frame, known);
    const key = `${rows} ${cols}`;
    const made = known.get(key) ?? cropToCursor(frame, { rows, cols });
    known.set(key, made);
    return made;
  }
}
