import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Refusal } from '#client/index.ts';
import { program } from '../harness/programs.ts';
import { type Running, runInProcess } from '../harness/server.ts';

const slowly = { type: 'keys', value: { chords: 'a b c d e f g h', delay_ms: 900 } } as const;
const never = { type: 'contains_text', value: 'never' } as const;

describe('an act that still types', () => {
  let served: Running;
  let session: string;
  beforeEach(async () => {
    served = runInProcess();
    const { calls } = served.client;
    ({ session } = await calls.session.create(program('asks-name')));
    // Input that is typed before the program asks is echoed before the question.
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'name?' } });
  });
  afterEach(() => served.close());

  const refused = (act: Promise<unknown>) =>
    act.then(
      () => expect.fail('it was answered'),
      (problem) => problem as Refusal,
    );

  it('is cancelled by its name', async () => {
    const { client } = served;
    const act = refused(
      client.calls.session.act({ session, actions: [slowly], matcher: never, wait_id: 'w' }),
    );
    await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'name? a' } });
    expect(await client.calls.session.cancel_wait({ wait_id: 'w' })).toMatchObject({ cancelled: true });
    expect(await act).toMatchObject({ code: -32005, data: { reason: 'wait_id' } });
    expect(await client.calls.session.cancel_wait({ wait_id: 'w' })).toMatchObject({ cancelled: false });
  });

  it('ends at its time-out, which counts from its first key', async () => {
    const { client } = served;
    const act = refused(
      client.calls.session.act({ session, actions: [slowly], matcher: never, timeout_ms: 30 }),
    );
    expect(await act).toMatchObject({ code: -32001, data: { timeout_ms: 30 } });
    // The input queue is free again, so the next input is written at once.
    const next = {
      actions: [{ type: 'text', value: 'z' }] as const,
      matcher: { type: 'contains_text', value: 'z' } as const,
    };
    expect(await client.calls.session.act({ session, ...next, actions: [...next.actions] })).toMatchObject({
      matched: true,
    });
  });
});
