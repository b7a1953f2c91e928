/** Counts the lines of a private key and the tokens that leak while real programs show them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInProcess } from '../../harness/server.ts';
import { secretSamples } from '../../redaction/samples.ts';
import { leaksOf, outputs, readOutputs, type Showing, screens } from '../../redaction/shown.ts';
import { bodyOf, rsaKey, visibleKeys } from '../../redaction/visibleKeys.ts';
import { visibleTokens } from '../../redaction/visibleTokens.ts';
import { pathOf } from '../needs.ts';

interface Case {
  readonly needs: string;
  readonly onScreen?: true;
  readonly lines: readonly string[];
  readonly showing: Showing;
}

export async function visibleSecrets() {
  const folder = mkdtempSync(join(tmpdir(), 'shown-'));
  const { client, close } = runInProcess();
  try {
    const leaked = { promised: 0, streams: 0 };
    for (const { lines, showing, onScreen } of casesIn(folder)) {
      const leaks = leaksOf(await readOutputs(client, showing), lines);
      for (const name of outputs)
        leaked[onScreen && !screens.includes(name) ? 'streams' : 'promised'] += leaks[name];
    }
    return leaked;
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

function casesIn(folder: string): readonly Case[] {
  const key = rsaKey(folder);
  const token = secretSamples.find(({ kind }) => kind === 'anthropic_key')!.make(4);
  const keys = visibleKeys
    .filter(({ lines }) => lines !== 'few')
    .map(({ needs, showing }) => ({
      needs,
      lines: bodyOf(key),
      showing: showing(key),
    }));
  const tokens = visibleTokens.map(({ showing, ...rest }) => ({
    ...rest,
    lines: [token],
    showing: showing(folder, token),
  }));
  return [...keys, ...tokens].filter(({ needs }) => pathOf(needs));
}
