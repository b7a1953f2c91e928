/** Describes what a plugin can do: from its function `describe`, or else from the names of its exports. */

import { fault } from '#faults.ts';
import { z } from '#platform/schema.ts';
import type { Manifest } from './manifest.ts';
import type { Plugin } from './plugin.ts';

/** A plugin may add any fields beside `name`. */
export const DescribedItem = z.looseObject({ name: z.string().min(1) });
export type DescribedItem = z.output<typeof DescribedItem>;

/** An empty Lua table may arrive as an empty object. */
const DescribedItems = z
  .union([z.array(DescribedItem), z.strictObject({}).transform((): DescribedItem[] => [])])
  .default([]);

const PluginCatalog = z.object({
  intents: DescribedItems,
  wait_matchers: DescribedItems,
  states: DescribedItems,
});
type PluginCatalog = z.output<typeof PluginCatalog>;

export interface PluginDescription extends PluginCatalog {
  readonly plugin: string;
  readonly manifest: Manifest;
}

/** The part of a plugin instance that a description needs. */
interface DescribablePlugin {
  exports(): Promise<readonly string[]>;
  call(request: { readonly function: string; readonly args: 'params' }): Promise<{ readonly value: unknown }>;
}

export async function describePlugin(
  { name, manifest }: Plugin,
  running: DescribablePlugin,
): Promise<PluginDescription> {
  const exported = await running.exports();
  const catalog = exported.includes('describe')
    ? parseCatalog(name, (await running.call({ function: 'describe', args: 'params' })).value)
    : catalogFromExports(exported);
  return { plugin: name, manifest, ...catalog };
}

/** Validates the answer of `describe`. Raises PluginFailed when it is invalid. */
export function parseCatalog(plugin: string, value: unknown): PluginCatalog {
  const read = PluginCatalog.safeParse(value);
  if (read.success) return read.data;
  const { path } = read.error.issues[0]!;
  throw fault.PluginFailed(
    { plugin, function: 'describe', reason: 'shape' },
    `${plugin}: describe returned an invalid value: ${path.join('.') || 'the result'} must be a list of tables, each with a name`,
  );
}

const reservedExports = ['classify', 'describe'];
const isMatcher = (name: string) => name.endsWith('_matcher');

/** The list of states is empty, because only the body of `classify` knows them. */
const catalogFromExports = (exported: readonly string[]): PluginCatalog => {
  const named = (names: readonly string[]) => [...names].sort().map((name) => ({ name }));
  return {
    intents: named(exported.filter((name) => !isMatcher(name) && !reservedExports.includes(name))),
    wait_matchers: named(exported.filter(isMatcher)),
    states: [],
  };
};
