/** Checks which modules a start loads, from the bundle that would be written. */
import { basename } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Build, builds } from '#build/rolldown.config.ts';

interface Made {
  readonly imports: ReadonlyMap<string, readonly string[]>;
  readonly chunks: ReadonlyMap<string, OutputChunk>;
}

const [commandLine, library] = builds as readonly [Build, Build];
let line: Made;
let client: Made;

beforeAll(async () => {
  line = await make(commandLine);
  client = await make(library);
});

async function make({ input, output }: Build): Promise<Made> {
  const imports = new Map<string, readonly string[]>();
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
  return { imports, chunks: new Map(all.map((chunk) => [chunk.fileName, chunk])) };
}

const named = (build: Build) => build.starts.map((start) => [basename(start, '.ts'), start] as const);

describe('files of dist', () => {
  it.each(named(commandLine))('give the start of %s what it needs and nothing else', (_, start) => {
    expect(foreignTo(line, start)).toEqual([]);
  });

  it.each(named(library))('give an importer of %s what it needs and nothing else', (_, start) => {
    expect(foreignTo(client, start)).toEqual([]);
  });

  it('never wait for each other', () => {
    for (const made of [line, client])
      for (const [name, { imports }] of made.chunks)
        for (const other of imports) expect(reached(other, importsIn(made)).has(name), name).toBe(false);
  });

  it('load nothing of the others for a server of the native dialect', () => {
    const dialects = modulesOf(line, commandLine.starts.at(-1)!).map(
      (id) => /\/dialects\/(\w+)\//.exec(id)?.[1],
    );
    expect(new Set(dialects.filter((name) => name !== undefined))).toEqual(new Set(['ptywright']));
  });

  it.each([...named(commandLine).slice(0, 4)])(
    'give the start of %s no emulator and no dialect',
    (_, start) => {
      const heavy = modulesOf(line, start).filter((id) =>
        /core\/(?:screen\/screen|session\/session)\.ts$|\/dialects\/\w+\/index/.test(id),
      );
      expect(heavy).toEqual([]);
    },
  );
});

const importsIn =
  ({ chunks }: Made) =>
  (name: string): readonly string[] =>
    chunks.get(name)?.imports ?? [];

function modulesOf(made: Made, start: string): string[] {
  const home = [...made.chunks.values()].find(({ moduleIds }) => moduleIds.includes(start))!;
  return [...reached(home.fileName, importsIn(made))].flatMap(
    (name) => made.chunks.get(name)?.moduleIds ?? [],
  );
}

function foreignTo(made: Made, start: string): string[] {
  const needed = reached(start, (id) => made.imports.get(id) ?? []);
  return modulesOf(made, start).filter((id) => !needed.has(id) && made.imports.has(id));
}

function reached(from: string, next: (of: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([from]);
  for (const one of found) for (const other of next(one)) found.add(other);
  return found;
}
