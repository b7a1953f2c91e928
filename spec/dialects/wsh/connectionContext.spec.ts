/** Several clients capture the input of one session. The capture ends when the last of them disconnects. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WshConnectionContext } from '#dialects/wsh/connectionContext.ts';
import { WshServerContext } from '#dialects/wsh/serverContext.ts';
import { Emitter } from '#platform/lifetimes.ts';
import type { Caller } from '#rpc/method.ts';
import { runInProcess } from '../../harness/server.ts';
import { readySession } from '../../server/sessions.ts';

/** A caller whose connection ends when `leave` is called. */
function someone() {
  const closed = new Emitter();
  const never = new Emitter().event;
  const caller: Caller = {
    id: 1,
    repliesOnly: false,
    clogged: false,
    idle: true,
    notify: () => {},
    onDrained: never,
    onIdle: never,
    onDisconnected: never,
    onClosed: closed.event,
    kept: false,
    moveTo: () => {},
    release: () => {},
    end: () => {},
  };
  return {
    caller,
    leave: () => closed.fire(),
  };
}

describe('captured input', () => {
  let served: ReturnType<typeof runInProcess>;
  let context: WshServerContext;
  beforeEach(() => {
    served = runInProcess();
    context = new WshServerContext(served.server.world, { shipped: false, hostname: 'here' });
  });
  afterEach(() => served.close());

  const opened = async () =>
    served.server.world.sessions.get(await readySession(served.client, 'echoes-raw'));
  const seated = () => {
    const connection = new WshConnectionContext(context);
    const { caller, leave } = someone();
    connection.connect(caller);
    return { connection, leave };
  };

  it('stays with a second client that captures, and ends with the last', async () => {
    const session = await opened();
    const [first, second] = [seated(), seated()];
    first.connection.captureInput(session);
    second.connection.captureInput(session);
    first.leave();
    expect(session.inputLock.holder).toMatchObject({ from: 'people' });
    second.leave();
    expect(session.inputLock.holder).toBeUndefined();
  });

  it('that was captured over HTTP stays until it is released', async () => {
    const session = await opened();
    const one = seated();
    new WshConnectionContext(context).captureInput(session);
    one.connection.captureInput(session);
    one.leave();
    expect(session.inputLock.holder).toBeDefined();
    seated().connection.releaseInput(session);
    expect(session.inputLock.holder).toBeUndefined();
  });

  it('counts only clients that captured since the last release or take-over', async () => {
    const session = await opened();
    const [first, second] = [seated(), seated()];
    first.connection.captureInput(session);
    session.inputLock.capture({}, { from: 'everyone', takeOver: true });
    session.inputLock.release();
    second.connection.captureInput(session);
    second.leave();
    expect(session.inputLock.holder).toBeUndefined();
    first.leave();
  });
});
