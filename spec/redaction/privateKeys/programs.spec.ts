/** A private key stays hidden in every output, even where a program shows it without its first line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { withProgram } from '../../harness/withProgram.ts';
import { aServer } from '../../session/driven.ts';
import { leaksIn, leaksOf, readOutputs } from '../shown.ts';
import { bodyOf, ecKey, ed25519Key, opensshKey, rsaKey, visibleKeys } from '../visibleKeys.ts';

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ['PKCS #1', rsaKey(folder)],
  ['OpenSSH', opensshKey(folder)],
  ['OpenSSH, Ed25519', ed25519Key(folder)],
  ['SEC 1', ecKey(folder)],
])('a key of %s', (_, key) => {
  const size = key.lines.length > 40 ? 'many' : 'few';
  for (const { name, needs, showing, lines = 'many' } of visibleKeys)
    if (lines === 'any' || lines === size)
      withProgram(needs, name, async () => {
        const reply = await readOutputs(aServer().client, showing(key));
        expect(reply.snapshot + reply.transcript).toContain('[REDACTED]');
        expect(leaksIn(leaksOf(reply, bodyOf(key)))).toEqual([]);
      });
});
