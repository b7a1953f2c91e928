/** The plain stream of one session: the output of its program goes out, and input comes in. */
import type { Duplex } from 'node:stream';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { Feed } from '#platform/feed.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import { noRedaction } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { OutputSubscriber } from '#session/outputSubscribers.ts';
import type { Session } from '#session/session.ts';
import { Backlog } from '#session/transcript.ts';
import type { Dismissal, Viewer } from '#viewers/viewer.ts';
import { RawInputWriter } from './rawInput.ts';
import {
  hasHiddenText,
  hasUnfinishedSecret,
  PlacementDetector,
  RawFrameRenderer,
  renderScreenText,
} from './rawScreen.ts';
import type { WshServerContext } from './serverContext.ts';

/**
 * Subscribes to the unredacted bytes, as text with one character per byte. Drops the oldest bytes above a limit. `came`
 * is called for each piece, before the screen has it.
 */
function subscribeRawOutput({ observers }: Session, came: () => void): OutputSubscriber {
  const backlog = new Backlog(limits.defaultTranscriptChars);
  let cursor = 0;
  const { dispose } = observers.add({
    handleEvent: () => {},
    handleBytes: (bytes) => {
      backlog.append(Buffer.from(bytes).toString('latin1'));
      came();
    },
    done: () => Promise.resolve(),
  });
  return {
    read: () => {
      const part = backlog.read(cursor, limits.outputChars);
      cursor = part.to;
      return { ...part, hid: false };
    },
    get hasOutput() {
      return cursor < backlog.end;
    },
    hasHeldOutput: false,
    takeHeldOutput: () => '',
    dispose,
  };
}

/**
 * Limits how often the screen is checked and painted for one plain stream. The interval is at least one frame, and
 * grows with the time that the last run took.
 */
class FramePacer {
  readonly #clock: Clock;
  readonly #onDue: () => void;
  #nextAt = 0;
  /** Until then the last run uses up the CPU share of the stream. */
  #busyUntil = 0;
  #timer: Disposable | undefined;

  /** `due` is called once after `isDue` has returned false. */
  constructor(clock: Clock, due: () => void) {
    this.#clock = clock;
    this.#onDue = due;
  }

  /** Whether a large amount of output may be checked before the next frame is due. */
  get isWithinBudget(): boolean {
    return this.#clock.now() >= this.#busyUntil;
  }

  isDue(): boolean {
    const wait = this.#nextAt - this.#clock.now();
    if (wait <= 0) return true;
    this.#timer ??= this.#clock.after(wait, () => {
      this.#timer = undefined;
      this.#onDue();
    });
    return false;
  }

  run<T>(operation: () => T): T {
    const begun = this.#clock.now();
    const done = operation();
    const ended = this.#clock.now();
    this.#busyUntil = ended + limits.viewerCostShare * (ended - begun);
    this.#nextAt = Math.max(this.#busyUntil, begun + limits.viewerFrameMs);
    return done;
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }
}

export interface RawStream extends Duplex {
  /** The reason that the peer gets when the stream ends. */
  closeReason: () => string;
}

/** After this many screens of output, a check does not wait for the next frame. */
const maxUncheckedScreens = 4;

/**
 * Sends the screen, then all output in order, and types what arrives. Secrets are redacted, unless the server allows
 * raw views. If the client reads so slowly that output was dropped, it gets the full screen again.
 */
export class RawView {
  readonly #session: Session;
  readonly #stream: RawStream;
  readonly #viewer: Viewer;
  readonly #unredacted: boolean;
  readonly #inputWriter: RawInputWriter;
  /** Paces checks and frames. */
  readonly #pacer: FramePacer;
  readonly #feed = new Feed({ flush: () => this.#flush() });
  readonly #disposables: Disposable[] = [];
  #output: OutputSubscriber | undefined;
  #timer: Disposable | undefined;
  #blocked = false;
  #exited = false;
  readonly #closing = new AbortController();
  #painted = false;
  /** Sends frames instead of the output while set. */
  #frames: RawFrameRenderer | undefined;
  readonly #placement = new PlacementDetector();
  /** Output that waits for a check of the screen. */
  #pendingText = '';
  #checkedCursor = 0;
  /** A replacement was sent for a secret, and has another width. */
  #misaligned = false;

  constructor({ core }: WshServerContext, session: Session, stream: RawStream) {
    this.#session = session;
    this.#stream = stream;
    this.#unredacted = core.rawView && core.grants.has('raw.read') && !core.redactionEnforced;
    this.#viewer = session.viewers.attach({
      owner: this,
      name: 'wsh',
      readOnly: !core.grants.has('input.write'),
      redaction: this.#unredacted ? noRedaction : session.redaction,
      resizes: false,
      onFrameDue: () => {},
      onDismissed: (why) => this.#handleDismissed(why),
    });
    this.#pacer = new FramePacer(session.clock, () => this.#flush());
    this.#inputWriter = new RawInputWriter(session, this.#viewer, this.#closing.signal);
    this.#disposables.push(
      this.#inputWriter,
      session.onExit(() => this.#finish()),
      session.onUpdate((update) => update === 'output' && this.#feed.schedule()),
      this.#feed,
    );
    stream.on('drain', () => {
      this.#blocked = false;
      this.#flush();
    });
    stream.on('data', (bytes: Buffer) => void this.#handleInput(bytes));
    stream.on('end', () => stream.end());
    stream.once('close', () => this.#dispose());
    this.#repaint();
  }

  #dispose(): void {
    this.#closing.abort('request');
    this.#timer?.dispose();
    this.#pacer.dispose();
    this.#output?.dispose();
    disposeAll(this.#disposables);
    this.#viewer.detach();
  }

  #handleDismissed(why: Dismissal): void {
    if (why === 'closed') return this.#finish();
    this.#stream.closeReason = () => 'detached';
    this.#stream.end();
  }

  /** Sends the remaining output before the end. */
  #finish(): void {
    this.#exited = true;
    this.#feed.schedule();
  }

  /** Sends the full screen. The output that follows continues from exactly there. */
  #repaint(): void {
    this.#timer?.dispose();
    const before = this.#output;
    this.#frames = undefined;
    this.#misaligned = false;
    this.#pendingText = '';
    this.#output = this.#unredacted
      ? subscribeRawOutput(this.#session, () => this.#feed.schedule())
      : this.#session.outputSubscribers.subscribe();
    // Not earlier: without subscribers, the shared redacted output would be dropped and created again.
    before?.dispose();
    this.#send(renderScreenText(this.#session, this.#redaction, this.#painted));
    this.#painted = true;
    if (this.#unredacted)
      this.#send(Buffer.from(this.#session.transcript.incompleteBytes).toString('latin1'), 'latin1');
    this.#timer = this.#isUnfinished ? this.#afterHoldBack(() => this.#repaintSettled(true)) : undefined;
  }

  /** Text that was hidden or held back because it was new may be visible now. */
  #repaintSettled(hid: boolean): void {
    this.#flush();
    if (!this.#frames && !this.#blocked && !this.#ended() && (hid || this.#output?.hasHeldOutput))
      this.#repaint();
  }

  #afterHoldBack(due: () => void): Disposable {
    return this.#session.clock.after(limits.holdBackMs, due);
  }

  /** Echoes typed text at once, unless it may be a part of a secret. */
  #sendHeldBack(): void {
    if (!this.#output?.hasHeldOutput) return;
    if (!this.#isUnfinished) this.#sendChecked(this.#output.takeHeldOutput());
    if (this.#frames) return;
    this.#timer?.dispose();
    this.#timer = this.#afterHoldBack(() => this.#repaintSettled(false));
  }

  #flush(): void {
    if (this.#blocked || this.#ended()) return;
    if (this.#frames) this.#sendFrame();
    else this.#sendOutput();
    if (this.#exited && !this.#blocked && !this.#ended()) this.#stream.end();
  }

  #sendOutput(): void {
    if (this.#pendingText !== '' && !this.#checkScreen()) return;
    while (!this.#blocked && this.#output?.hasOutput) {
      const { text, dropped, hid } = this.#output.read();
      this.#misaligned ||= hid;
      if (dropped) this.#repaint();
      else if (!this.#sendChecked(text)) return;
    }
    if (!this.#blocked) this.#sendHeldBack();
    if (!this.#misaligned || this.#blocked || this.#frames || !this.#isDue) return;
    this.#pacer.run(() => this.#repaint());
  }

  /** Returns whether the next output may be sent. */
  #sendChecked(text: string): boolean {
    if (this.#unredacted || text === '' || !this.#placement.needsScreenCheck(text, this.#session.screen)) {
      this.#send(text, this.#unredacted ? 'latin1' : 'utf8');
      return true;
    }
    this.#pendingText = text;
    return this.#checkScreen();
  }

  /** Sends the pending output unless the screen hides text. Then sends frames instead. */
  #checkScreen(): boolean {
    const { cursor } = this.#session.transcript;
    const isNew = cursor > this.#checkedCursor;
    if (isNew && !this.#mayCheckScreen(cursor - this.#checkedCursor)) return false;
    this.#checkedCursor = cursor;
    const text = this.#pendingText;
    this.#pendingText = '';
    if (isNew && this.#pacer.run(() => hasHiddenText(this.#session, this.#redaction))) {
      this.#output?.dispose();
      this.#output = undefined;
      this.#frames = new RawFrameRenderer(this.#session, this.#redaction);
      this.#writeFrame(this.#frames);
      return false;
    }
    this.#send(text);
    return true;
  }

  #mayCheckScreen(wrote: number): boolean {
    const { rows, cols } = this.#session.screen.size;
    const much = wrote >= maxUncheckedScreens * rows * cols;
    return (much && this.#pacer.isWithinBudget) || this.#isDue;
  }

  /** Sends frames until the screen hides nothing. */
  #sendFrame(): void {
    if (!this.#isDue) return;
    this.#pacer.run(() => {
      if (hasHiddenText(this.#session, this.#redaction)) this.#writeFrame(this.#frames!);
      else this.#repaint();
    });
  }

  #writeFrame(frames: RawFrameRenderer): void {
    this.#send(frames.next());
    this.#timer?.dispose();
    this.#timer = this.#isUnfinished ? this.#afterHoldBack(() => this.#flush()) : undefined;
  }

  get #isDue(): boolean {
    return this.#exited || this.#pacer.isDue();
  }

  get #redaction(): Redaction {
    return this.#viewer.options.redaction;
  }

  get #isUnfinished(): boolean {
    return hasUnfinishedSecret(this.#session, this.#redaction);
  }

  #ended(): boolean {
    return this.#closing.signal.aborted || this.#stream.writableEnded;
  }

  #send(text: string, encoding: BufferEncoding = 'utf8'): void {
    if (text !== '') this.#blocked = !this.#stream.write(Buffer.from(text, encoding));
  }

  async #handleInput(bytes: Buffer): Promise<void> {
    if (this.#viewer.readOnly || this.#session.exit) return;
    this.#stream.pause();
    try {
      await this.#inputWriter.writeInput(bytes);
      this.#stream.resume();
    } catch {
      // The program has ended or accepts no more input.
      this.#stream.end();
    }
  }
}
