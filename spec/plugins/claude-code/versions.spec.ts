/** Each fact about versions names versions in which it was seen, and these are in its range. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareVersions } from '#adapters/manifest.ts';
import { packageFolder } from '#platform/paths.ts';
import { openInstance } from '../../adapters/instances.ts';
import { claudeCode } from '../../agents/claude-code/agent.ts';

interface Versions {
  readonly newest: string;
  readonly facts: Readonly<Record<string, Fact>>;
}
interface Fact {
  readonly text: string;
  readonly from?: string;
  readonly before?: string;
  readonly seen: readonly string[];
}

const folder = join(packageFolder(), 'plugins', 'claude-code');

async function versions(): Promise<Versions> {
  const text = readFileSync(join(folder, 'versions.lua'), 'utf8');
  const { ask } = openInstance("return { read = function() return require 'versions' end }", {
    versions: text,
  });
  return (await ask('read')) as Versions;
}

/** Versions with a picture, and those that the scenarios run in. */
const known = new Set([
  ...readdirSync(join(folder, 'screens')).map((file) => file.split('-')[0]!),
  ...claudeCode.versions,
]);

it('names versions that were tested', async () => {
  const { newest, facts } = await versions();
  for (const [name, { from = '0', before = '9999', seen }] of Object.entries(facts)) {
    expect(seen, name).not.toEqual([]);
    for (const version of seen) {
      expect(known, name).toContain(version);
      expect(compareVersions(from, version), name).toBeLessThanOrEqual(0);
      expect(compareVersions(version, before), name).toBeLessThan(0);
      expect(compareVersions(version, newest), name).toBeLessThanOrEqual(0);
    }
  }
});
