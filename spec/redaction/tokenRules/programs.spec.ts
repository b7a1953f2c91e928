/** A token in parts, on a screen and in the output behind it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { withProgram } from '../../harness/withProgram.ts';
import { aServer } from '../../session/driven.ts';
import { secretSamples } from '../samples.ts';
import { leaksIn, leaksOf, outputs, screens, toldOf } from '../shown.ts';
import { shownTokens } from '../tokensShown.ts';

const folder = mkdtempSync(join(tmpdir(), 'tokens-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['anthropic_key', 'github_token', 'jwt'])('%s', (kind) => {
  const token = secretSamples.find((one) => one.kind === kind)!.make(4);

  for (const { name, needs, showing, onScreen } of shownTokens)
    withProgram(needs, name, async () => {
      const told = await toldOf(aServer().client, showing(folder, token));
      expect(told.snapshot).toContain('(last)');
      expect(leaksIn(leaksOf(told, [token]), onScreen ? screens : outputs)).toEqual([]);
    });
});
