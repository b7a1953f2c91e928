/** Functions of plugins as predicates: what comes back is checked, for a plugin may answer anything. */
import { z } from '../../platform/schema.ts';
import { fault } from '../faults.ts';
import { limits } from '../limits.ts';
import type { PredicateOutcome, Predicates } from '../matcher/predicates.ts';
import { pluginFailed } from './pluginFailed.ts';
import type { Plugins } from './registry.ts';

const Words = z
  .union([z.string().max(limits.evidenceChars), z.number()])
  .transform(String)
  .nullish()
  .transform((words) => words ?? undefined);

const Outcome = z.object({
  matched: z.boolean(),
  evidence: Words,
  capture: Words,
  recheck_ms: z.number().min(0).max(limits.timeoutMs).optional(),
});

export const predicatesOf = (plugins: Plugins): Predicates => ({
  bind: (name, predicate, params, path) => {
    const plugin = plugins.get(name, `${path}.plugin`);
    return async (look) => {
      const instance = plugins.shared(plugin);
      try {
        const asked = { function: predicate, args: 'context', look, params } as const;
        await requireExport(await instance.exports(), predicate, `${path}.predicate`);
        return outcomeOf((await instance.call(asked)).value, name, predicate);
      } catch (problem) {
        throw pluginFailed(name, problem);
      }
    };
  },
});

async function requireExport(exported: readonly string[], wanted: string, path: string): Promise<void> {
  if (exported.includes(wanted)) return;
  throw fault.Invalid({
    path,
    reason: 'the plugin exports no function of that name',
    expected: exported.join(', '),
    got: wanted,
  });
}

/** Nothing at all is a no, as in Lua. */
function outcomeOf(value: unknown, plugin: string, predicate: string): PredicateOutcome {
  if (value === null || value === undefined) return { matched: false };
  if (typeof value === 'boolean') return { matched: value };
  const read = Outcome.safeParse(value);
  if (!read.success)
    throw fault.PluginFailed(
      { plugin, function: predicate, reason: 'shape' },
      `${plugin}: ${predicate} must give a boolean, or a table with \`matched\``,
    );
  const { recheck_ms: asked, ...rest } = read.data;
  return { ...rest, recheckMs: asked === undefined ? undefined : Math.max(asked, limits.recheckMs) };
}
