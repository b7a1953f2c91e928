/**
 * `ptywright attach` in a terminal that is itself a session. Attaching to that session is refused, because it would
 * feed its output to itself.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bin, runOnSocketInProcess } from '../../../harness/server.ts';
import { readySession } from '../../../server/sessions.ts';

describe('a session that is attached from inside', () => {
  let served: Awaited<ReturnType<typeof runOnSocketInProcess>>;
  beforeEach(async () => {
    served = await runOnSocketInProcess();
  });
  afterEach(() => served.close());

  const attach = async (...words: string[]) => {
    const args = [bin, 'attach', '--socket', served.path, ...words];
    const { session } = await served.client.calls.session.create({
      program: process.execPath,
      args,
      name: 'inner',
    });
    return (value: string) =>
      served.client.calls.session.wait({ session, matcher: { type: 'contains_text', value } });
  };

  it('is refused with an error message', async () => {
    const shows = await attach('inner');
    expect(await shows('which would show itself endlessly')).toMatchObject({ matched: true });
  });

  it('is shown on request', async () => {
    const shows = await attach('inner', '--inside');
    expect(await shows('ctrl+] d detaches')).toMatchObject({ matched: true });
  });

  it('may attach to a different session', async () => {
    const other = await readySession(served.client);
    const shows = await attach(other);
    expect(await shows('ctrl+] d detaches')).toMatchObject({ matched: true });
  });
});
