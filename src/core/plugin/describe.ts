/** What a plugin can do: as it says itself, or else as the names of its functions tell. */
import { z } from '../../platform/schema.ts';
import { fault } from '../faults.ts';
import type { Manifest } from './manifest.ts';
import type { Plugin } from './plugin.ts';

/** A plugin says of each what it likes. */
export const Described = z.looseObject({ name: z.string().min(1) });
export type Described = z.output<typeof Described>;

/** Lua writes an empty list and an empty table alike. */
const DescribedList = z
  .union([z.array(Described), z.strictObject({}).transform((): Described[] => [])])
  .default([]);

const Catalog = z.object({ intents: DescribedList, wait_matchers: DescribedList, states: DescribedList });
export type Catalog = z.output<typeof Catalog>;

export interface Description extends Catalog {
  readonly plugin: string;
  readonly manifest: Manifest;
}

/** As much of a running plugin as is needed. */
export interface Exporting {
  exports(): Promise<readonly string[]>;
  call(asked: { readonly function: string; readonly args: 'params' }): Promise<{ readonly value: unknown }>;
}

export async function describe({ name, manifest }: Plugin, running: Exporting): Promise<Description> {
  const exported = await running.exports();
  const catalog = exported.includes('describe')
    ? catalogOf(name, (await running.call({ function: 'describe', args: 'params' })).value)
    : introspected(exported);
  return { plugin: name, manifest, ...catalog };
}

/** Raises PluginFailed unless it is what `describe` may give. */
export function catalogOf(plugin: string, value: unknown): Catalog {
  const read = Catalog.safeParse(value);
  if (read.success) return read.data;
  const { path } = read.error.issues[0]!;
  throw fault.PluginFailed(
    { plugin, function: 'describe', reason: 'shape' },
    `${plugin}: describe gave ${path.join('.') || 'something'} that is no list of tables, each with a name`,
  );
}

const notAnIntent = ['classify', 'describe'];
const isMatcher = (name: string) => name.endsWith('_matcher');

/** States are known to the body of `classify` alone. */
const introspected = (exported: readonly string[]): Catalog => {
  const named = (names: readonly string[]) => [...names].sort().map((name) => ({ name }));
  return {
    intents: named(exported.filter((name) => !isMatcher(name) && !notAnIntent.includes(name))),
    wait_matchers: named(exported.filter(isMatcher)),
    states: [],
  };
};
