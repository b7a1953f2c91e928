/** Reads a recording while it is being written. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { permissionNames } from '#permissions.ts';
import { program } from '../harness/programs.ts';
import { runInProcess } from '../harness/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'ptywright-'));
afterAll(() => rmSync(folder, { recursive: true }));

const enter = { type: 'key', value: 'enter' } as const;

it.each([['memory', undefined] as const, ['a file', join(folder, 'one.cast')] as const])(
  'is read in parts from %s',
  async (_, path) => {
    const { client, close } = runInProcess();
    try {
      const { calls } = client;
      const { session } = await calls.session.create(program('asks-name'));
      const { recording } = await calls.recording.start({ session, path });
      await calls.session.act({
        session,
        actions: [{ type: 'text', value: 'ada' }, enter],
        matcher: { type: 'contains_text', value: 'ada' },
      });
      // The exit closes the file. Stopping the recording would remove it.
      await calls.session.kill({ session });
      const first = await calls.recording.read({ recording });
      const rest = await calls.recording.read({ recording, offset: first.next });
      const lines = (first.text + rest.text)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines[0]).toMatchObject({ version: 2 });
      const outputs = lines.slice(1).filter(([, code]) => code === 'o');
      // The terminal may echo the name in several pieces.
      expect(outputs.map(([, , text]) => text).join('')).toContain('ada');
      expect(await calls.recording.read({ recording, offset: rest.next + 1000 })).toMatchObject({ text: '' });
    } finally {
      await close();
    }
  },
);

it('requires raw.read for raw recordings', async () => {
  const grants = new Set(permissionNames.filter((name) => name !== 'raw.read'));
  const { client, close } = runInProcess('ndjson', { grants });
  try {
    const { calls } = client;
    const { session } = await calls.session.create(program('asks-name'));
    const { recording } = await calls.recording.start({ session, redact: false });
    await expect(calls.recording.read({ recording })).rejects.toMatchObject({
      data: { fault: 'PermissionDenied', required_permission: 'raw.read' },
    });
  } finally {
    await close();
  }
});

it('follows no link that replaced the file', async () => {
  const { client, close } = runInProcess('ndjson', { log: () => {} });
  const path = join(folder, 'two.cast');
  try {
    const { calls } = client;
    const { session } = await calls.session.create(program('asks-name'));
    const { recording } = await calls.recording.start({ session, path });
    rmSync(path);
    symlinkSync('/etc/passwd', path);
    await expect(calls.recording.read({ recording })).rejects.toMatchObject({
      data: { fault: 'FileRefused', reason: 'vanished' },
    });
  } finally {
    await close();
  }
});
