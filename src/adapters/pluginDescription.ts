/** Describes what a plugin can do: from its function `describe`, or else from the names of its exports. */

import { fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Manifest } from './manifest.ts';
import type { Plugin } from './plugin.ts';

/** A plugin may add any fields beside `name`. */
export const DescribedItem = z.looseObject({ name: z.string().min(1) });
export type DescribedItem = z.output<typeof DescribedItem>;

/** An empty Lua table may arrive as an empty object. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess((value) => (isEmptyObject(value) ? [] : value), z.array(item).max(limits.candidates))
    .default([]);

const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

const DescribedItems = listOf(DescribedItem);

const Arguments = z.array(z.string().max(limits.stateChars)).max(limits.candidates).optional();

const roles = ['starting', 'idle', 'busy', 'permission', 'question', 'login', 'failed', 'page'] as const;

const AgentState = z.object({
  role: z
    .enum(roles)
    .describe(
      '`starting`: accepts no input yet; `idle`: accepts a prompt, and no turn is running; `busy`: a turn is running; `permission` and `question`: a dialog waits for a choice or an answer; `login`: a login is missing; `failed`: the turn or the program has ended with an error; `page`: another page is open, which the intent `no` closes.',
    ),
  details: z
    .string()
    .optional()
    .describe('The field of the metadata with the dialog: `options`, and its text.'),
  yes: z
    .string()
    .default('approve')
    .describe('The intent that chooses the plain Yes. It returns when the dialog has taken the answer.'),
  no: z.string().default('deny').describe('The intent that chooses the No.'),
});

/** What a client of agents needs to know of a plugin beside its intents. */
export const AgentDescription = z
  .object({
    states: z.record(z.string(), AgentState).describe('The states that a client must react to, by name.'),
    events: z
      .boolean()
      .default(false)
      .describe(
        'Whether the events of a state contain each turn: `turn_started`, its text and tools, and `turn_complete`.',
      ),
    modes: listOf(
      z.object({ id: z.string(), name: z.string(), description: z.string().optional() }),
    ).describe('The modes for `set_mode`.'),
    commands: listOf(
      z.object({ name: z.string(), description: z.string(), hint: z.string().optional() }),
    ).describe('The commands for `slash_command` that need no page of the program.'),
    tools: z
      .record(z.string(), z.string())
      .default({})
      .describe('Kinds of tools by name: `read`, `edit`, `search`, `execute`, `fetch`, `think` and so on.'),
    hides: z
      .string()
      .max(limits.stateChars)
      .optional()
      .describe(
        'What the program does not draw of a command or a change. A Yes is then refused unless `accept_unseen` is set.',
      ),
    arguments: z
      .object({
        session: Arguments.describe('They start a session with the id `{session}`, a UUID.'),
        resume: Arguments.describe('They continue the session with the id `{session}`.'),
        mcp_servers: Arguments.describe(
          'They add the MCP servers in the JSON file `{file}`: `{"mcpServers": {NAME: …}}`.',
        ),
      })
      .default({}),
    environment: z
      .record(z.string(), z.string())
      .default({})
      .describe(
        'Variables with which a session of an agent starts, so that its text can be read completely.',
      ),
  })
  .meta({ id: 'AgentDescription', description: 'How a client drives the program of a plugin as an agent.' });
export type AgentDescription = z.output<typeof AgentDescription>;

const PluginCatalog = z.object({
  intents: DescribedItems,
  wait_matchers: DescribedItems,
  states: DescribedItems,
  agent: AgentDescription.optional(),
});
type PluginCatalog = z.output<typeof PluginCatalog>;

export interface PluginDescription extends PluginCatalog {
  readonly plugin: string;
  readonly manifest: Manifest;
}

/** The part of a plugin instance that a description needs. */
interface DescribablePlugin {
  exports(): Promise<readonly string[]>;
  call(request: {
    readonly function: string;
    readonly args: 'params';
  }): Promise<{ readonly value?: unknown }>;
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
  const { path, message } = read.error.issues[0]!;
  const expected = path[0] === 'agent' ? `: ${message}` : ' must be a list of tables, each with a name';
  throw fault.PluginFailed(
    { plugin, function: 'describe', reason: 'shape' },
    `${plugin}: describe returned an invalid value: ${path.join('.') || 'the result'}${expected}`,
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
