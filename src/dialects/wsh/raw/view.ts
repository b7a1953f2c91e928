/**
 * The plain stream of one session: its screen first, then what the program writes, all of it and in order; and what
 * comes in is typed. Secrets are hidden, unless the server shows people what is raw. Who reads so slowly that some of
 * the output is not kept any more is painted the screen anew, and it goes on from there.
 */
import type { Duplex } from 'node:stream';
import { limits } from '../../../core/limits.ts';
import { noRedaction } from '../../../core/redact/policy.ts';
import type { Redaction } from '../../../core/redact/redaction.ts';
import type { Follower } from '../../../core/session/followers.ts';
import type { Session } from '../../../core/session/session.ts';
import type { Cancellation } from '../../../core/session/waits.ts';
import type { Dismissal, Viewer } from '../../../core/viewer/viewer.ts';
import type { Disarm } from '../../../platform/clock.ts';
import type { Desk } from '../desk.ts';
import { RawDoubt } from './doubt.ts';
import { followRaw } from './follower.ts';
import { RawFrames } from './frames.ts';
import { RawPace } from './pace.ts';
import { hidesAny, isUnfinished, rawPaint } from './paint.ts';
import { RawTyping } from './typing.ts';

export interface RawStream extends Duplex {
  /** Why it is ended, as the other side is told. */
  farewell: () => string;
}

/** Of output between two looks at the screen, however soon they come. */
const screenfuls = 4;

export class RawView {
  readonly #session: Session;
  readonly #stream: RawStream;
  readonly #viewer: Viewer;
  readonly #verbatim: boolean;
  readonly #typing: RawTyping;
  /** Of looks and frames. */
  readonly #pace: RawPace;
  readonly #stops: (() => void)[] = [];
  #follower: Follower | undefined;
  #disarm: Disarm | undefined;
  #scheduled = false;
  #full = false;
  #over = false;
  #gone = false;
  #painted = false;
  /** Told instead of the output, while there is one. */
  #frames: RawFrames | undefined;
  readonly #doubt = new RawDoubt();
  /** Output that waits for a look at the screen. */
  #unsaid = '';
  #lookedAt = 0;
  /** What stands for a secret was told, which is not as wide as that. */
  #off = false;

  constructor({ core }: Desk, session: Session, stream: RawStream) {
    this.#session = session;
    this.#stream = stream;
    this.#verbatim = core.rawView && core.grants.has('raw.read') && !core.redactionEnforced;
    this.#viewer = session.viewers.attach({
      owner: this,
      name: 'wsh',
      readOnly: !core.grants.has('input.write'),
      redaction: this.#verbatim ? noRedaction : session.redaction,
      resizes: false,
      due: () => {},
      dismissed: (why) => this.#dismissed(why),
    });
    this.#pace = new RawPace(session.clock, () => this.#flush());
    this.#typing = new RawTyping(session, this.#viewer, () => this.#untilGone());
    this.#stops.push(
      () => this.#typing.rest(),
      session.onExit(() => this.#last()),
      core.sessions.listen((whose, news) => whose === session && news === 'output' && this.#soon()),
    );
    stream.on('drain', () => {
      this.#full = false;
      this.#flush();
    });
    stream.on('data', (bytes: Buffer) => void this.#type(bytes));
    stream.on('end', () => stream.end());
    stream.once('close', () => this.#leave());
    this.#paint();
  }

  #leave(): void {
    this.#gone = true;
    this.#disarm?.();
    this.#pace.end();
    this.#follower?.leave();
    for (const stop of this.#stops) stop();
    this.#viewer.leave();
  }

  #dismissed(why: Dismissal): void {
    if (why === 'closed') return this.#last();
    this.#stream.farewell = () => 'detached';
    this.#stream.end();
  }

  /** What is still to be told is told before the end. */
  #last(): void {
    this.#over = true;
    this.#soon();
  }

  /** What follows goes on from exactly what is shown here. */
  #paint(): void {
    this.#disarm?.();
    const before = this.#follower;
    this.#frames = undefined;
    this.#off = false;
    this.#unsaid = '';
    this.#follower = this.#verbatim
      ? followRaw(this.#session, () => this.#soon())
      : this.#session.followers.follow();
    // Not sooner: what all follow is made anew for the next one when the last has left.
    before?.leave();
    this.#send(rawPaint(this.#session, this.#redaction, this.#painted));
    this.#painted = true;
    if (this.#verbatim)
      this.#send(Buffer.from(this.#session.transcript.unfinished).toString('latin1'), 'latin1');
    this.#disarm = this.#isUnfinished ? this.#later(() => this.#rested(true)) : undefined;
  }

  /** What was hidden or held because it was new need not be any more. */
  #rested(hid: boolean): void {
    this.#flush();
    if (!this.#frames && !this.#full && !this.#ended() && (hid || this.#follower?.waits)) this.#paint();
  }

  #later(due: () => void): () => void {
    return this.#session.clock.after(limits.holdBackMs, due);
  }

  /** What is typed is echoed at once, as long as it cannot be taken for a secret. */
  #tellHeld(): void {
    if (!this.#follower?.waits) return;
    if (!this.#isUnfinished) this.#tell(this.#follower.takeHeld());
    if (this.#frames) return;
    this.#disarm?.();
    this.#disarm = this.#later(() => this.#rested(false));
  }

  #soon(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#full || this.#ended()) return;
    if (this.#frames) this.#frame();
    else this.#goOn();
    if (this.#over && !this.#full && !this.#ended()) this.#stream.end();
  }

  #goOn(): void {
    if (this.#unsaid !== '' && !this.#look()) return;
    while (!this.#full && this.#follower?.behind) {
      const { text, dropped, hid } = this.#follower.read();
      this.#off ||= hid;
      if (dropped) this.#paint();
      else if (!this.#tell(text)) return;
    }
    if (!this.#full) this.#tellHeld();
    if (!this.#off || this.#full || this.#frames || !this.#isDue) return;
    this.#pace.do(() => this.#paint());
  }

  /** Whether the next may be told. */
  #tell(text: string): boolean {
    if (this.#verbatim || text === '' || !this.#doubt.of(text, this.#session.screen)) {
      this.#send(text, this.#verbatim ? 'latin1' : 'utf8');
      return true;
    }
    this.#unsaid = text;
    return this.#look();
  }

  /** What the screen hides, the output that has put it there does not tell. */
  #look(): boolean {
    const { cursor } = this.#session.transcript;
    const isNew = cursor > this.#lookedAt;
    if (isNew && !this.#mayLook(cursor - this.#lookedAt)) return false;
    this.#lookedAt = cursor;
    const text = this.#unsaid;
    this.#unsaid = '';
    if (isNew && this.#pace.do(() => hidesAny(this.#session, this.#redaction))) {
      this.#follower?.leave();
      this.#follower = undefined;
      this.#frames = new RawFrames(this.#session, this.#redaction);
      this.#show(this.#frames);
      return false;
    }
    this.#send(text);
    return true;
  }

  #mayLook(wrote: number): boolean {
    const { rows, cols } = this.#session.screen.size;
    const much = wrote >= screenfuls * rows * cols;
    return (much && this.#pace.isPaid) || this.#isDue;
  }

  /** Until nothing is hidden any more. */
  #frame(): void {
    if (!this.#isDue) return;
    this.#pace.do(() => {
      if (hidesAny(this.#session, this.#redaction)) this.#show(this.#frames!);
      else this.#paint();
    });
  }

  #show(frames: RawFrames): void {
    this.#send(frames.next());
    this.#disarm?.();
    this.#disarm = this.#isUnfinished ? this.#later(() => this.#flush()) : undefined;
  }

  get #isDue(): boolean {
    return this.#over || this.#pace.isDue();
  }

  get #redaction(): Redaction {
    return this.#viewer.terms.redaction;
  }

  get #isUnfinished(): boolean {
    return isUnfinished(this.#session, this.#redaction);
  }

  #ended(): boolean {
    return this.#gone || this.#stream.writableEnded;
  }

  #send(text: string, encoding: BufferEncoding = 'utf8'): void {
    if (text !== '') this.#full = !this.#stream.write(Buffer.from(text, encoding));
  }

  async #type(bytes: Buffer): Promise<void> {
    if (this.#viewer.readOnly || this.#session.exit) return;
    this.#stream.pause();
    try {
      await this.#typing.type(bytes);
      this.#stream.resume();
    } catch {
      // The program is gone, or takes nothing any more.
      this.#stream.end();
    }
  }

  #untilGone(): Cancellation {
    return {
      cancelled: this.#gone,
      onCancel: (listener) => {
        this.#stream.once('close', listener);
        return () => this.#stream.off('close', listener);
      },
    };
  }
}
