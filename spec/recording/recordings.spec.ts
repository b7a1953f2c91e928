/** Stopped recordings: in the list, readable, and replaced. */
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { program } from '../harness/programs.ts';
import { aServer, faultOf } from '../session/driven.ts';

const folder = mkdtempSync(join(tmpdir(), 'stopped-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

describe('a recording', () => {
  it('that was stopped stays in the list and can be read and queried', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create(program('prints-ready'));
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    const path = at('stopped');
    const { recording } = await calls.recording.start({ session, path });
    const stopped = await calls.recording.stop({ recording });
    expect(stopped).toMatchObject({ path, ended: 'stopped' });
    await calls.session.close({ session });
    const { recordings } = await calls.recording.list({});
    expect(recordings).toEqual([stopped]);
    expect((await calls.recording.read({ recording })).text).toBe(readFileSync(path, 'utf8'));
    expect(await calls.recording.stop({ recording })).toEqual(stopped);
  });

  it('that was stopped is removed when another recording replaces its file', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create(program('prints-ready'));
    const path = at('again');
    const format = 'asciicast-v3';
    const first = await calls.recording.start({ session, path, format });
    await calls.recording.stop(first);
    const second = await calls.recording.start({
      session,
      path,
      format,
      append: true,
      redaction: { enabled: false },
    });
    expect((await calls.recording.list({})).recordings).toMatchObject([second]);
    await faultOf(calls.recording.read(first), 'Invalid');
  });

  it.each([
    ['a file', at('unmarked')],
    ['memory', undefined],
  ] as const)('in %s that has ended refuses marks', async (where, path) => {
    const { calls } = aServer();
    const { session } = await calls.session.create(program('asks-name'));
    const { recording } = await calls.recording.start({ session, path });
    // Stopping removes a recording in memory, so the program's exit ends it.
    if (path) await calls.recording.stop({ recording });
    else await calls.session.kill({ session });
    const { events } = await calls.recording.read({ recording });
    const reply = await faultOf(calls.recording.mark({ recording, label: 'late' }), 'Invalid');
    expect([where, reply]).toEqual([where, { path: 'recording', reason: 'the recording has ended' }]);
    await expect(calls.recording.mark({ recording, label: 'late' })).rejects.toThrow(/has ended/);
    expect((await calls.recording.read({ recording })).events).toBe(events);
  });

  const other = 'content of another program\n';
  it.each([
    [
      'was renamed to its path',
      (path: string) => {
        writeFileSync(at('other'), other);
        renameSync(at('other'), path);
      },
    ],
    [
      // Some file systems reuse the inode number of the removed file.
      'was created at its path after it was removed',
      (path: string) => {
        rmSync(path);
        writeFileSync(path, other);
      },
    ],
  ])('that was stopped returns no content of a file that %s', async (replaced, replace) => {
    const { calls } = aServer();
    const { session } = await calls.session.create(program('asks-name'));
    const path = at('replaced');
    rmSync(path, { force: true });
    const { recording } = await calls.recording.start({ session, path });
    await calls.recording.stop({ recording });
    const film = (name: string) => calls.recording.film({ recording, path: at(`${name}.gif`) });
    await film(`before it ${replaced}`);
    replace(path);
    const received = { path: 'recording', file: path, reason: 'vanished' };
    expect(await faultOf(calls.recording.read({ recording }), 'FileRefused')).toEqual(received);
    expect(await faultOf(film('after'), 'FileRefused')).toEqual(received);
  });

  it('that was stopped is readable after its file was touched or changed', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create(program('asks-name'));
    const path = at('touched');
    const { recording } = await calls.recording.start({ session, path });
    await calls.recording.stop({ recording });
    chmodSync(path, 0o644);
    appendFileSync(path, '# a comment\n');
    expect((await calls.recording.read({ recording })).text).toBe(readFileSync(path, 'utf8'));
  });

  it('that was stopped is kept up to the limit', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create(program('asks-name'));
    for (let round = 0; round < 2; round++) {
      const begun = [];
      for (let nth = 0; nth < limits.recordings; nth++)
        begun.push(await calls.recording.start({ session, path: at(`many-${round}-${nth}`) }));
      for (const { recording } of begun) await calls.recording.stop({ recording });
    }
    const { recordings } = await calls.recording.list({});
    expect(recordings).toHaveLength(limits.recordings);
    expect(recordings.at(-1)).toMatchObject({ recording: `r${2 * limits.recordings}`, ended: 'stopped' });
  });
});
