/** Checks every built-in plugin against its pictures and recordings. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPluginProblems } from '#cli/plugin/checkPlugin.ts';
import { type LocatedPlugin, locatePlugin } from '#cli/plugin/pluginFolder.ts';
import { formatTestResult, hasPassed, type ScreenTestResult, testScreens } from '#cli/plugin/testPlugin.ts';
import { builtinScreens } from './harness/screens.ts';
import { receive } from './harness/traffic.ts';
import { root } from './house/source.ts';

const names = readdirSync(join(root, 'manifests'))
  .filter((file) => file.endsWith('.toml'))
  .map((file) => file.replace('.toml', ''));
const screens = builtinScreens();

async function located<T>(plugin: string, operation: (found: LocatedPlugin) => Promise<T>): Promise<T> {
  const found = locatePlugin(plugin);
  try {
    return await operation(found);
  } finally {
    await found.plugins.close();
  }
}

const judgedBy = new Map<string, Promise<readonly ScreenTestResult[]>>();

/** Tests all screens of a plugin at once, which is much faster than one by one. */
function judgedOf(plugin: string): Promise<readonly ScreenTestResult[]> {
  const files = screens.flatMap((one) => (one.plugin === plugin ? [one.file] : []));
  const judged = judgedBy.get(plugin) ?? located(plugin, (found) => all(testScreens(found, files)));
  judgedBy.set(plugin, judged);
  return judged;
}

async function all(generator: AsyncGenerator<ScreenTestResult, void>): Promise<readonly ScreenTestResult[]> {
  const found: ScreenTestResult[] = [];
  for await (const one of generator) found.push(one);
  return found;
}

describe.each(names)('the plugin %s', (name) => {
  it('has pictures, and matches its description', async () => {
    expect(screens.map(({ plugin }) => plugin)).toContain(name);
    const problems = await located(name, findPluginProblems);
    expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe.runIf(screens.length > 0)('a screen', () => {
  it.each(screens)('$title', async ({ plugin, file, title }) => {
    const judged = (await judgedOf(plugin)).filter((one) => one.file.name === file.name);
    expect(judged.length).toBeGreaterThan(0);
    const failed = judged.filter((one) => !hasPassed(one)).flatMap(formatTestResult);
    if (failed.length > 0) expect.fail(failed.join('\n'));
    receive('screen', title);
  });
});

it('no picture belongs to a missing plugin', () => {
  expect(screens.filter(({ plugin }) => !names.includes(plugin))).toEqual([]);
});
