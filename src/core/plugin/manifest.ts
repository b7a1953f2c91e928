/** A plugin's manifest: what it is called, what it may do, and what it is made for. The same in TOML and in JSON. */
import { z } from '../../platform/schema.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { entrypointProblem } from './entrypoint.ts';
import { type ManifestProblem, problemOf } from './manifestProblem.ts';

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
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not the name of a variable'),
  z.string(),
);

const Target = z.strictObject({
  program: words(limits.argBytes).describe('Executable name or path.'),
  args: z.array(z.string()).max(limits.args).default([]).describe('Not used when a caller names a program.'),
  rows: z
    .int()
    .min(limits.minRows)
    .max(limits.maxRows)
    .optional()
    .describe('40 if a caller says none either.'),
  cols: z
    .int()
    .min(limits.minCols)
    .max(limits.maxCols)
    .optional()
    .describe('120 if a caller says none either.'),
  env: Variables.default({}).describe('Environment; what a caller gives wins over it.'),
  required_env: Variables.default({}).describe('Environment that wins over what a caller gives.'),
});

const fields = {
  name: z
    .string()
    .max(limits.nameChars)
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/, 'is not a plain name: letters, digits and . _ - only')
    .describe('What the plugin is called.'),
  kind: z
    .enum(['adapter', 'macro', 'matcher'])
    .describe(
      'What the plugin is made for: to drive a program, to act on one, or to have its predicates waited for.',
    ),
  version: words(limits.nameChars).describe('The version of the plugin.'),
  description: z
    .string()
    .max(limits.descriptionChars)
    .optional()
    .describe('A sentence for those who choose a plugin.'),
  runtime: z
    .enum(['lua', 'wasm'])
    .optional()
    .describe('What runs the plugin. `wasm` is a known word, but nothing here runs it.'),
  entrypoint: words(limits.pathChars)
    .superRefine((path, context) => {
      const message = entrypointProblem(path);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe('The main file, relative to the folder of the manifest. Goes with `runtime`: both or neither.'),
  permissions: z
    .array(z.enum(pluginPermissions))
    .default([])
    .describe('What the plugin may do; nothing else is in its reach.'),
  default_target: Target.optional().describe('What `adapter.start` starts unless it is told what.'),
  status_rows: z
    .int()
    .min(0)
    .max(limits.maxRows)
    .optional()
    .describe(`How many rows at the bottom are status, and not body; ${limits.statusRows} if absent.`),
};

export const Manifest = z.strictObject(fields).superRefine(checkTogether).meta({
  id: 'Manifest',
  description: 'What a plugin says of itself.',
});
export type Manifest = z.output<typeof Manifest>;

export type ReadManifest = { readonly manifest: Manifest } | { readonly problem: ManifestProblem };

export function readManifest(value: unknown): ReadManifest {
  const read = Manifest.safeParse(value);
  if (read.success) return { manifest: read.data };
  return {
    problem: problemOf(read.error.issues, value, {
      '': Object.keys(fields),
      default_target: Object.keys(Target.shape),
    }),
  };
}

/** Raises Invalid with the path of the field that is wrong; `path` is where the manifest stands in the parameters. */
export function checkManifest(value: unknown, path: string): Manifest {
  const read = readManifest(value);
  if ('manifest' in read) return read.manifest;
  const { at, ...problem } = read.problem;
  return raise(fault.Invalid({ path: [path, ...at].join('.'), ...problem }));
}

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
    if (permissions.indexOf(name) < at) wrong(['permissions', at], `"${name}" is there twice`);
  });
}
