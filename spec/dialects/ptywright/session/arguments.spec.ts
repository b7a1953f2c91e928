/** Program arguments may be secrets: they are hidden wherever a session names its program. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { aServer } from '../../../session/driven.ts';

const folder = mkdtempSync(join(tmpdir(), 'arguments-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = join(folder, 'mysql');
writeFileSync(program, '#!/bin/sh\nexec cat\n', { mode: 0o755 });

const args = [
  '-u',
  'ada',
  '-pdragon',
  '--password',
  'two words',
  '--token',
  'k7Qz9x',
  '--user',
  'ada',
  'app',
];
const R = '[REDACTED]';
const visible = ['-u', 'ada', `-p${R}`, '--password', R, '--token', R, '--user', 'ada', 'app'];

it('in session.info', async () => {
  const { calls } = aServer();
  const { session } = await calls.session.create({ program, args });
  expect((await calls.session.info({ session })).args).toEqual(visible);
});

it('in the header of a cast, and of recorded calls', async () => {
  const { calls } = aServer();
  const { session } = await calls.session.create({ program, args });
  for (const format of ['asciicast-v2', 'asciicast-v3', 'actions-json'] as const) {
    const path = join(folder, format);
    const { recording } = await calls.recording.start({ session, format, path });
    await calls.recording.stop({ recording });
    const [line = ''] = readFileSync(path, 'utf8').split('\n');
    const header = JSON.parse(line) as { command?: string; session?: { args: string[] } };
    if (format === 'actions-json') expect(header.session!.args).toEqual(visible);
    else expect(line).toContain(JSON.stringify(visible.join(' ')).slice(1, -1));
    expect(line).not.toMatch(/dragon|two|words|k7Qz9x/);
  }
});
