/** Every plugin that comes with ptywright, held against its pictures and recordings, and against itself. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Located, locate } from '../src/cli/plugin/locate.ts';
import { problemsOf } from '../src/cli/plugin/problems.ts';
import { judgeFile, passed } from '../src/cli/plugin/test.ts';
import { judgedLines } from '../src/cli/plugin/verdictText.ts';
import { builtinScreens } from './harness/screens.ts';
import { hear } from './harness/traffic.ts';
import { root } from './house/source.ts';

const names = readdirSync(join(root, 'manifests'))
  .filter((file) => file.endsWith('.toml'))
  .map((file) => file.replace('.toml', ''));
const screens = builtinScreens();

async function located<T>(plugin: string, deed: (found: Located) => Promise<T>): Promise<T> {
  const found = locate(plugin);
  try {
    return await deed(found);
  } finally {
    await found.plugins.close();
  }
}

describe.each(names)('the plugin %s', (name) => {
  it('has pictures, and is what it says', async () => {
    expect(screens.map(({ plugin }) => plugin)).toContain(name);
    const problems = await located(name, problemsOf);
    expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe.runIf(screens.length > 0)('a screen', () => {
  it.each(screens)('$title', async ({ plugin, file, title }) => {
    const failed: string[] = [];
    await located(plugin, async (found) => {
      for await (const judged of judgeFile(found, file))
        if (!passed(judged)) failed.push(...judgedLines(judged));
    });
    if (failed.length > 0) expect.fail(failed.join('\n'));
    hear('screen', title);
  });
});

it('no picture belongs to a plugin that is not there', () => {
  expect(screens.filter(({ plugin }) => !names.includes(plugin))).toEqual([]);
});
