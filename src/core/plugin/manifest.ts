/** A plugin's manifest: what it is called, what it may do, and what it is made for. The same in TOML and in JSON. */
import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';

/** Those of the permissions that a manifest can name: what a server reads and writes raw is nobody's but its own. */
export const pluginPermissions = [
  'session.spawn',
  'session.kill',
  'session.resize',
  'screen.read',
  'transcript.read',
  'input.write',
  'matcher.wait',
] as const;

const words = (most: number) => z.string().max(most).regex(/\S/, 'is blank');

const Variables = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a name of a variable'),
  z.string(),
);

const Target = z.strictObject({
  program: words(limits.argBytes).describe('Executable name or path.'),
  args: z.array(z.string()).max(limits.args).default([]),
  rows: z.int().min(limits.minRows).max(limits.maxRows).optional(),
  cols: z.int().min(limits.minCols).max(limits.maxCols).optional(),
  env: Variables.default({}).describe('Environment that a caller can override.'),
  required_env: Variables.default({}).describe('Environment that wins over what a caller gives.'),
});

const fields = {
  name: words(limits.nameChars)
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/, 'is not a plain name: letters, digits and . _ - only')
    .describe('What the plugin is called. Letters, digits and `.`, `_`, `-`.'),
  kind: z.enum(['adapter', 'macro', 'matcher']).describe('What the plugin is for.'),
  version: words(limits.nameChars).describe('Of the plugin, in any form that its author likes.'),
  description: z
    .string()
    .max(limits.argBytes)
    .optional()
    .describe('One sentence for those who choose a plugin.'),
  runtime: z.enum(['lua', 'wasm']).optional().describe('What runs it. `wasm` is known but cannot be run.'),
  entrypoint: words(limits.pathChars)
    .optional()
    .describe(
      "The plugin's main file, relative to the manifest. There is one if and only if there is a `runtime`.",
    ),
  permissions: z
    .array(z.enum(pluginPermissions))
    .default([])
    .describe('All that the plugin may do, each once.'),
  default_target: Target.optional().describe('What `adapter.start` starts when it is not told what.'),
  status_rows: z
    .int()
    .min(0)
    .max(limits.maxRows)
    .optional()
    .describe('How many rows at the bottom are status rather than body; 3 if absent.'),
};

export const Manifest = z.strictObject(fields).superRefine(checkTogether).meta({
  id: 'Manifest',
  description: 'What a plugin says of itself.',
});
export type Manifest = z.output<typeof Manifest>;

/** What no field can tell alone. */
function checkTogether(
  { runtime, entrypoint, permissions }: z.output<z.ZodObject<typeof fields>>,
  context: z.core.$RefinementCtx,
): void {
  const wrong = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  if (runtime !== undefined && entrypoint === undefined) wrong(['runtime'], 'needs an entrypoint');
  if (runtime === undefined && entrypoint !== undefined) wrong(['entrypoint'], 'needs a runtime');
  permissions.forEach((name, at) => {
    if (permissions.indexOf(name) < at) wrong(['permissions', at], `${JSON.stringify(name)} is there twice`);
  });
}
