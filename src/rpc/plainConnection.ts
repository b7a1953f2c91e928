/**
 * One client of a dialect with an envelope of its own: a request comes, a reply goes. Nothing is cancelled but by
 * leaving, and in which order requests are begun is the line's business.
 */
import type { Message } from '../wire/envelope.ts';
import type { Dispatch } from './dispatch.ts';
import { type Line, LineCaller } from './lineCaller.ts';

export class PlainConnection<World> extends LineCaller {
  readonly #line: Line;
  readonly #dispatch: Dispatch<World>;

  constructor(line: Line, dispatch: Dispatch<World>) {
    super(line);
    this.#line = line;
    this.#dispatch = dispatch;
  }

  message(message: Message): void {
    if (!('method' in message) || !('id' in message)) return;
    const { method, params } = message;
    const own = message.id as number;
    const outcome = this.#dispatch.run(method, params, this, this.untilClosed());
    if (outcome instanceof Promise) void outcome.then((settled) => this.#line.reply(own, settled));
    else this.#line.reply(own, outcome);
  }

  closed(left: () => void): void {
    this.tellClosed();
    left();
  }
}
