/** The modules that a plugin worker loads. The host table must not import large modules, or any that reach outside. */
import { expect, it } from 'vitest';
import { importsOf } from '../house/imports.ts';
import { readRoot, source } from '../house/source.ts';

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

it('the host table loads no package, and few other files', () => {
  const loaded = loadedBy('src/adapters/host/hostTable.ts');
  const own = /^src\/adapters\/(?:host|screen)\//;
  expect([...loaded.values()].flat()).toEqual([]);
  expect([...loaded.keys()].filter((path) => !own.test(path)).toSorted()).toEqual([
    'src/limits.ts',
    'src/platform/lua/hostValues.ts',
    'src/terminal/unicodeWidth.ts',
    'src/terminal/vtTokenizer.ts',
  ]);
});

it('lists the modules that a file loads', () => {
  expect([...loadedBy('src/matchers/registry.ts').values()].flat()).toContain('zod');
});
