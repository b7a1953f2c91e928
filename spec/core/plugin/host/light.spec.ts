/** What a plugin's worker loads: nothing that is large or reaches outside may come in through the host table. */
import { expect, it } from 'vitest';
import { importsOf } from '../../../house/imports.ts';
import { readRoot, source } from '../../../house/source.ts';

function loadedBy(
  path: string,
  loaded = new Map<string, readonly string[]>(),
): ReadonlyMap<string, readonly string[]> {
  if (loaded.has(path)) return loaded;
  const imports = importsOf(source(path, readRoot(path))).filter(({ typesOnly }) => !typesOnly);
  loaded.set(
    path,
    imports.filter(({ file }) => file === undefined).map(({ name }) => name),
  );
  for (const { file } of imports) if (file !== undefined) loadedBy(file, loaded);
  return loaded;
}

it('the host table loads no package, and of the core and the platform little more than itself', () => {
  const loaded = loadedBy('src/core/plugin/host/index.ts');
  expect([...loaded.values()].flat()).toEqual([]);
  expect([...loaded.keys()].filter((path) => !path.startsWith('src/core/plugin/host/')).toSorted()).toEqual([
    'src/core/limits.ts',
    'src/core/screen/widthTable.ts',
    'src/core/screen/widths.ts',
    'src/platform/lua/marks.ts',
  ]);
});

it('a folder that loads more would be told', () => {
  expect([...loadedBy('src/core/matcher/shape.ts').values()].flat()).toContain('zod');
});
