/** A client of the native protocol over any pair of streams. Every method and notification is typed. */
import type { Readable, Writable } from 'node:stream';
import { limits } from '../core/limits.ts';
import { systemClock } from '../platform/clock.ts';
import { openChannel } from '../wire/channel.ts';
import type { Framing } from '../wire/framing.ts';
import { Talk } from './talk.ts';

export interface Line {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing?: Framing;
  /** Why the line ended, where that can be known: told to those whose calls it ended. */
  readonly ending?: Promise<Error>;
}

/** A process that has closed its streams has mostly ended. One that has not keeps nobody waiting to hear why. */
const endingMs = 1000;

/** A server's replies are bounded by what it may have unsent, which is more than a request may be. */
const generous = { ...limits, frameBytes: limits.outboxCloseBytes };

export class Client extends Talk {
  constructor({ input, output, framing = 'ndjson', ending }: Line) {
    super((hearer) =>
      openChannel(
        { input, output, framing, limits: generous, timer: systemClock },
        {
          message: (message) => hearer.message(message),
          closed: () => hearer.closed(ending ? soon(ending) : Promise.resolve(undefined)),
        },
      ),
    );
  }
}

const soon = (ending: Promise<Error>): Promise<Error | undefined> =>
  new Promise((resolve) => {
    const disarm = systemClock.after(endingMs, () => resolve(undefined));
    void ending.then(resolve).then(disarm);
  });
