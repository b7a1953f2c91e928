/** A private key stays hidden in every output, even where a program shows it without its first line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { withProgram } from '../../harness/withProgram.ts';
import { aServer } from '../../session/driven.ts';
import { bodyOf, ecKey, ed25519Key, opensshKey, rsaKey, shownKeys } from '../keysShown.ts';
import { leaksIn, leaksOf, toldOf } from '../shown.ts';

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ['PKCS #1', rsaKey(folder)],
  ['OpenSSH', opensshKey(folder)],
  ['OpenSSH, Ed25519', ed25519Key(folder)],
  ['SEC 1', ecKey(folder)],
])('a key of %s', (_, key) => {
  const size = key.lines.length > 40 ? 'many' : 'few';
  for (const { name, needs, showing, lines = 'many' } of shownKeys)
    if (lines === 'any' || lines === size)
      withProgram(needs, name, async () => {
        const told = await toldOf(aServer().client, showing(key));
        expect(told.snapshot + told.transcript).toContain('[REDACTED]');
        expect(leaksIn(leaksOf(told, bodyOf(key)))).toEqual([]);
      });
});
