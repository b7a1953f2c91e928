/**
 * The frames of one turn of the event loop, joined into one write.
 *
 * A reply must leave before the notifications it caused: a client that sees `changed 4` may ask at once, and
 * expects to have been answered. What a request does, it does in the turn of its handler, and the reply is settled
 * a few microtasks later; so within a turn replies go first. A request whose deed takes several turns can `hold`
 * the notifications until it is answered. One that only waits must not: the others would hear nothing meanwhile.
 *
 * Of requests that came together, what carries the calls answers one a turn. Their replies share a write, too: three
 * times as many are answered a second than with a write for each. A turn that brings no reply ends the sharing.
 */
const sharedTurns = 8;

export class Turn {
  readonly #leave: (frames: string) => void;
  readonly #repliesDue: () => boolean;
  readonly #holds = new Set<number>();
  #replies = '';
  #notifications = '';
  #endsSoon = false;
  #shared = 0;
  #repliesSeen = 0;

  /** `repliesDue` tells whether requests that came together with an answered one are not answered yet. */
  constructor(leave: (frames: string) => void, repliesDue: () => boolean) {
    this.#leave = leave;
    this.#repliesDue = repliesDue;
  }

  /** Characters that have not left. */
  get chars(): number {
    return this.#replies.length + this.#notifications.length;
  }

  reply(frame: string): void {
    this.#replies += frame;
    this.#endSoon();
  }

  notify(frame: string): void {
    this.#notifications += frame;
    this.#endSoon();
  }

  hold(request: number): void {
    this.#holds.add(request);
  }

  release(request: number): void {
    if (this.#holds.delete(request)) this.#endSoon();
  }

  releaseAll(): void {
    this.#holds.clear();
    this.#endSoon();
  }

  // A tick that a microtask asks for runs when the microtask queue is empty: all that this turn settles is settled.
  #endSoon(): void {
    if (this.#endsSoon) return;
    this.#endsSoon = true;
    queueMicrotask(this.#endAfterMicrotasks);
  }

  readonly #endAfterMicrotasks = () => process.nextTick(this.#end);

  readonly #end = () => {
    if (this.#sharesNext()) setImmediate(this.#end);
    else this.#send();
  };

  #sharesNext(): boolean {
    const came = this.#replies.length > this.#repliesSeen;
    this.#repliesSeen = this.#replies.length;
    return came && this.#repliesDue() && this.#shared++ < sharedTurns;
  }

  #send(): void {
    this.#endsSoon = false;
    this.#shared = 0;
    this.#repliesSeen = 0;
    const held = this.#holds.size > 0;
    const frames = held ? this.#replies : this.#replies + this.#notifications;
    this.#replies = '';
    if (!held) this.#notifications = '';
    if (frames !== '') this.#leave(frames);
  }
}
