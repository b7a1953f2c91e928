/** What the starts load that people and programs wait for, read off the bundle that would be written. */
import { basename } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import { builds, starts } from './rolldown.config.ts';

const named = starts.map((start) => [basename(start, '.ts'), start] as const);
const imports = new Map<string, readonly string[]>();
let chunks: ReadonlyMap<string, OutputChunk>;

beforeAll(async () => {
  const [{ input, output }] = builds as [(typeof builds)[number]];
  const graph = {
    name: 'graph',
    buildEnd(this: { getModuleIds(): Iterable<string>; getModuleInfo(id: string): unknown }) {
      for (const id of this.getModuleIds())
        imports.set(id, (this.getModuleInfo(id) as { importedIds: readonly string[] }).importedIds);
    },
  };
  const bundle = await rolldown({ ...input, plugins: [input.plugins, graph] });
  const generated = await bundle.generate(output);
  await bundle.close();
  const all = generated.output.filter((one) => one.type === 'chunk');
  chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
});

describe('files of dist', () => {
  it.each(named)('give the start of %s what it needs and nothing else', (_, start) => {
    const needed = reached(start, (id) => imports.get(id) ?? []);
    const foreign = modulesOf(start).filter((id) => !needed.has(id) && imports.has(id));
    expect(foreign).toEqual([]);
  });

  it('never wait for each other', () => {
    for (const name of chunks.keys())
      for (const other of chunks.get(name)!.imports)
        expect(reached(other, importsOf).has(name), name).toBe(false);
  });

  it('give a server of the native dialect none of the others', () => {
    const dialects = modulesOf(starts.at(-1)!).map((id) => /\/dialects\/(\w+)\//.exec(id)?.[1]);
    expect(new Set(dialects.filter((name) => name !== undefined))).toEqual(new Set(['ptywright']));
  });

  it.each(named.slice(0, 5))('give the start of %s no emulator and no dialect', (_, start) => {
    const heavy = modulesOf(start).filter((id) =>
      /core\/(?:screen\/screen|session\/session)\.ts$|\/dialects\/\w+\/index/.test(id),
    );
    expect(heavy).toEqual([]);
  });
});

const importsOf = (name: string): readonly string[] => chunks.get(name)?.imports ?? [];

function modulesOf(start: string): string[] {
  const home = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(start))!;
  return [...reached(home.fileName, importsOf)].flatMap((name) => chunks.get(name)?.moduleIds ?? []);
}

function reached(from: string, next: (of: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([from]);
  for (const one of found) for (const other of next(one)) found.add(other);
  return found;
}
