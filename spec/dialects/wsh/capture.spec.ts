/** Several capture what people type into one session: it is given back when the last of them is gone. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Desk } from '../../../src/dialects/wsh/desk.ts';
import { Seat } from '../../../src/dialects/wsh/seat.ts';
import type { Caller } from '../../../src/rpc/call.ts';
import { runInProcess } from '../../harness/server.ts';
import { readySession } from '../../serve/sessions.ts';

/** A connection that ends at a word. */
function someone() {
  const closed = new Set<() => void>();
  const never = () => () => {};
  const caller: Caller = {
    id: 1,
    repliesOnly: false,
    clogged: false,
    idle: true,
    notify: () => {},
    onDrained: never,
    onIdle: never,
    onClosed: (listener) => {
      closed.add(listener);
      return () => closed.delete(listener);
    },
    end: () => {},
  };
  return {
    caller,
    leave: () => {
      for (const listener of closed) listener();
    },
  };
}

describe('input that is captured', () => {
  let served: ReturnType<typeof runInProcess>;
  let desk: Desk;
  beforeEach(() => {
    served = runInProcess();
    desk = new Desk(served.server.world, { shipped: false });
  });
  afterEach(() => served.close());

  const opened = async () =>
    served.server.world.sessions.get(await readySession(served.client, 'echoes-raw'));
  const seated = () => {
    const seat = new Seat(desk);
    const { caller, leave } = someone();
    seat.greet(caller);
    return { seat, leave };
  };

  it('stays with who captures too, and ends with the last', async () => {
    const session = await opened();
    const [first, second] = [seated(), seated()];
    first.seat.capture(session);
    second.seat.capture(session);
    first.leave();
    expect(session.holding.holder).toMatchObject({ from: 'people' });
    second.leave();
    expect(session.holding.holder).toBeUndefined();
  });

  it('stays where it was asked for over HTTP, until somebody releases it', async () => {
    const session = await opened();
    const one = seated();
    new Seat(desk).capture(session);
    one.seat.capture(session);
    one.leave();
    expect(session.holding.holder).toBeDefined();
    seated().seat.release(session);
    expect(session.holding.holder).toBeUndefined();
  });

  it('counts only those who captured since it was last given back or taken over', async () => {
    const session = await opened();
    const [first, second] = [seated(), seated()];
    first.seat.capture(session);
    session.holding.capture({}, { from: 'everyone', takeOver: true });
    session.holding.release();
    second.seat.capture(session);
    second.leave();
    expect(session.holding.holder).toBeUndefined();
    first.leave();
  });
});
