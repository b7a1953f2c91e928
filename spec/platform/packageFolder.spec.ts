import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolder } from '#platform/paths.ts';
import { root } from '../house/source.ts';

it('is the folder of package.json', () => {
  expect(join(packageFolder(), '/')).toBe(root);
  expect(existsSync(join(packageFolder(), 'dist', 'pluginWorker.cjs'))).toBe(true);
});
