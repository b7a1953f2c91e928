/** Frames are redacted: none holds a secret, whole or while it is printed. Raw frames need permission. */
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { runInProcess } from '../harness/server.ts';
import { readySession } from '../server/sessions.ts';
import { Person } from './screens.ts';

const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

describe('the frames of viewers', () => {
  let served: ReturnType<typeof runInProcess>;
  afterEach(() => served.close());

  /** A program that writes the next piece at each key. */
  const writer = (pieces: readonly string[]) => ({
    program: process.execPath,
    args: [
      '-e',
      `const pieces = ${JSON.stringify(pieces)};
       process.stdin.setRawMode(true).on('data', () => process.stdout.write(pieces.shift()));
       process.stdout.write('ready\\n');`,
    ],
  });

  /** A slow clock, so that recent output counts as fresh on any machine. */
  const slowly = { ...systemClock, now: () => systemClock.now() / 20 };

  /** Each piece is seen before the next one is written. */
  async function readScreen(pieces: readonly string[], cols: number): Promise<Person> {
    served = runInProcess('ndjson', { clock: slowly });
    const { session } = await served.client.calls.session.create({ ...writer(pieces), rows: 10, cols });
    await served.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    const person = await Person.attached(served.client, session, { size: { rows: 10, cols } });
    const { viewer } = person;
    for (const _ of pieces) {
      const actions = [{ type: 'text', value: '.' }] as const;
      await served.client.calls.session.act({ session, actions: [...actions], matcher: { type: 'changed' } });
      const seen = person.frames.length;
      await served.client.calls.session.view({ session, viewer, size: { rows: 10, cols } });
      await person.until(({ frames }) => frames.length > seen);
    }
    await person.sees('end');
    return person;
  }

  /** The text of the frames, without the sequences between the characters. */
  const textOf = (frames: readonly string[]) =>
    frames.map((frame) => frame.replaceAll(/\x1b\[[^a-zA-Z]*[a-zA-Z]/g, ''));

  it.each([
    ['in one piece', [`see ${secret} end\r\n`], 80],
    ['character by character', [...`see ${secret} end\r\n`], 80],
    ['over rows of the terminal', [...`${'x'.repeat(12)} ${secret} end\r\n`], 20],
    [
      'over rows that the program ends itself',
      [`key=${secret.slice(0, 16)}`, `\r\n${secret.slice(16)}`, ' end\r\n'],
      20,
    ],
    ['in pieces, behind a name', ['password', '=', ...'hunter2hunter2', '\r\nend\r\n'], 80],
  ])('never contain a secret that is printed %s', async (_, pieces, cols) => {
    const { frames, text } = await readScreen(pieces, cols);
    expect(text).toContain('end');
    expect(text).toContain('[REDACT');
    const all = textOf(frames);
    for (const frame of all) {
      expect(frame.replaceAll(/\s/g, '')).not.toContain(secret);
      // Nor so much of it that the rest is easily guessed.
      expect(frame).not.toMatch(/ghp_\w{8}/);
      expect(frame).not.toMatch(/hunter/);
    }
  });

  it('show a false start of a secret after the program pauses', async () => {
    served = runInProcess();
    const session = await readySession(served.client, 'echoes-raw');
    const person = await Person.attached(served.client, session);
    await person.type('sk-not-a-key');
    await person.sees('sk-not-a-key');
  });

  it('are raw only if the server and the permissions allow it', async () => {
    served = runInProcess('ndjson', { rawView: true });
    const { session } = await served.client.calls.session.create({
      program: '/bin/sh',
      args: ['-c', `echo ${secret}; cat`],
    });
    await served.client.calls.session.wait({
      session,
      matcher: { type: 'contains_text', value: secret.slice(0, 4) },
    });
    const person = await Person.attached(served.client, session, { raw: true });
    await person.sees(secret);
    const other = await Person.attached(await served.connect(), session);
    expect(other.text).toContain('[REDACTED]');
  });

  it('are never raw on other servers', async () => {
    served = runInProcess();
    const session = await readySession(served.client);
    await expect(Person.attached(served.client, session, { raw: true })).rejects.toMatchObject({
      data: { fault: 'PermissionDenied', reason: 'the server was started without --raw-view' },
    });
  });
});
