/**
 * The plain stream of one session: its screen first, then what the program writes, all of it and in order; and what
 * comes in is typed. Secrets are hidden, unless the server shows people what is raw. Who reads so slowly that some of
 * the output is not kept any more is painted the screen anew, and it goes on from there.
 */
import { isUtf8 } from 'node:buffer';
import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { limits } from '../../core/limits.ts';
import { noRedaction } from '../../core/redact/policy.ts';
import type { Follower } from '../../core/session/followers.ts';
import type { Session } from '../../core/session/session.ts';
import type { Cancellation } from '../../core/session/waits.ts';
import type { Dismissal, Viewer } from '../../core/viewer/viewer.ts';
import type { Desk } from './desk.ts';
import { followRaw } from './rawFollower.ts';
import { isUnfinished, rawPaint } from './rawPaint.ts';

export interface RawStream extends Duplex {
  /** Why it is ended, as the other side is told. */
  farewell: () => string;
}

export class RawView {
  readonly #session: Session;
  readonly #stream: RawStream;
  readonly #viewer: Viewer;
  readonly #verbatim: boolean;
  readonly #stops: (() => void)[] = [];
  #follower: Follower | undefined;
  #disarm: (() => void) | undefined;
  #scheduled = false;
  #full = false;
  #over = false;
  #gone = false;

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
    this.#stops.push(
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
    this.#follower?.leave();
    this.#follower = this.#verbatim
      ? followRaw(this.#session, () => this.#soon())
      : this.#session.followers.follow();
    this.#send(rawPaint(this.#session, this.#viewer.terms.redaction));
    this.#disarm = isUnfinished(this.#session, this.#viewer.terms.redaction)
      ? this.#session.clock.after(limits.holdBackMs, () => this.#rested(true))
      : undefined;
  }

  /** What was hidden or held because it was new need not be any more. */
  #rested(hid: boolean): void {
    this.#flush();
    if (!this.#full && !this.#ended() && (hid || this.#follower?.waits)) this.#paint();
  }

  /** What is typed is echoed at once, as long as it cannot be taken for a secret. */
  #tellHeld(): void {
    if (!this.#follower?.waits) return;
    if (!isUnfinished(this.#session, this.#viewer.terms.redaction)) this.#send(this.#follower.takeHeld());
    this.#disarm?.();
    this.#disarm = this.#session.clock.after(limits.holdBackMs, () => this.#rested(false));
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
    while (!this.#full && !this.#ended() && this.#follower?.behind) {
      const { text, dropped } = this.#follower.read();
      if (dropped) this.#paint();
      else this.#send(text);
    }
    if (!this.#full && !this.#ended()) this.#tellHeld();
    if (this.#over && !this.#full && !this.#ended()) this.#stream.end();
  }

  #ended(): boolean {
    return this.#gone || this.#stream.writableEnded;
  }

  #send(text: string): void {
    if (text !== '') this.#full = !this.#stream.write(Buffer.from(text));
  }

  async #type(bytes: Buffer): Promise<void> {
    if (this.#viewer.readOnly || this.#session.exit) return;
    this.#stream.pause();
    try {
      if (this.#isTyped(bytes)) await this.#typeText(bytes);
      else await this.#write(bytes);
      this.#stream.resume();
    } catch {
      // The program is gone, or takes nothing any more.
      this.#stream.end();
    }
  }

  /** Keyboards send text; a mouse may report in bytes, to a program that wants it so. */
  #isTyped(bytes: Buffer): boolean {
    const { mouseTracking } = this.#session.screen.modes;
    const captured = this.#session.holding.captures(this);
    return captured || (isUtf8(bytes) && !(mouseTracking !== 'none' && bytes.includes('\x1b[M')));
  }

  /** Long text is typed in pieces, so that whoever pastes keeps nobody else waiting. */
  async #typeText(bytes: Buffer): Promise<void> {
    const decoder = new StringDecoder();
    for (let at = 0; at < bytes.length && !this.#gone; at += limits.sliceBytes) {
      const more = at + limits.sliceBytes < bytes.length;
      const piece = bytes.subarray(at, at + limits.sliceBytes);
      const text = more ? decoder.write(piece) : decoder.end(piece);
      const typing = this.#viewer.type(text, this.#untilGone(), more);
      if (typing instanceof Promise) await typing;
      if (more) await new Promise(setImmediate);
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#session.turns.take(() => this.#session.write(bytes), this.#untilGone());
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
