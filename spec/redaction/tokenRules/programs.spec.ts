/** A token in parts, on a screen and in the output behind it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { withProgram } from '../../harness/withProgram.ts';
import { aServer } from '../../session/driven.ts';
import { secretSamples } from '../samples.ts';
import { leaksIn, leaksOf, outputs, readOutputs, screens } from '../shown.ts';
import { visibleTokens } from '../visibleTokens.ts';

const folder = mkdtempSync(join(tmpdir(), 'tokens-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['anthropic_key', 'github_token', 'jwt'])('%s', (kind) => {
  const token = secretSamples.find((one) => one.kind === kind)!.make(4);

  for (const { name, needs, showing, onScreen } of visibleTokens)
    withProgram(needs, name, async () => {
      const reply = await readOutputs(aServer().client, showing(folder, token));
      expect(reply.snapshot).toContain('(last)');
      expect(leaksIn(leaksOf(reply, [token]), onScreen ? screens : outputs)).toEqual([]);
    });
});
