/** Intents asked for their plans, which nobody carries out: would they be taken, and would they be allowed? */
import { Plan } from '../../core/adapter/plan.ts';
import { actions } from '../../core/input/index.ts';
import type { Look } from '../../core/matcher/look.ts';
import { firstIssue } from '../../core/picture/problem.ts';
import type { Instance } from '../../core/plugin/instance.ts';
import type { Plugin } from '../../core/plugin/plugin.ts';

export interface Rehearsal {
  readonly intents: readonly { readonly name: string }[];
  readonly exported: readonly string[];
  readonly look: Look;
}

export async function rehearse(
  plugin: Plugin,
  instance: Instance,
  { intents, exported, look }: Rehearsal,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { name } of intents) {
    if (!exported.includes(name)) continue;
    const planned = await plannedBy(instance, name, look);
    if (planned === undefined) continue;
    const problem = problemOf(planned.value, plugin, exported);
    if (problem !== undefined)
      problems.push(`${name}({}, ctx) gives a plan that would be refused: ${problem}`);
  }
  return problems;
}

/** Nothing when it raises an error: it may be in need of parameters that nobody here knows. */
const plannedBy = (instance: Instance, name: string, look: Look): Promise<{ value: unknown } | undefined> =>
  instance.call({ function: name, args: 'params, context', params: {}, look }).catch(() => undefined);

function problemOf(value: unknown, { permissions }: Plugin, exported: readonly string[]): string | undefined {
  const plan = Plan.safeParse(value);
  if (!plan.success) return firstIssue(plan.error).reason;
  const { actions: steps, next } = plan.data;
  for (const [at, { action, expect }] of steps.entries()) {
    const needed = action && actions[action.type].needs;
    if (needed && !permissions.has(needed))
      return `actions.${at}: ${action.type} needs the permission ${needed}`;
    if (expect && !permissions.has('matcher.wait'))
      return `actions.${at}: expect needs the permission matcher.wait`;
  }
  return next === undefined || exported.includes(next) ? undefined : `next: ${next} is not exported`;
}
