/** A plugin looks, by its matchers too, only where its manifest lets it: a table built by hand gains nothing. */
import { fault, raise } from '../faults.ts';
import { matchers } from '../matcher/index.ts';
import type { Matcher } from '../matcher/shape.ts';
import type { Permission } from '../permissions.ts';
import type { Plugin } from '../plugin/registry.ts';

export function permitMatcher(matcher: Matcher, plugin: Plugin): void {
  const { needs } = matchers.get(matcher.type)!;
  if (needs) permit(needs, matcher.type, plugin);
  for (const inner of within(matcher.value)) permitMatcher(inner, plugin);
  if (matcher.type === 'lua') permitOwn(matcher.value as { plugin: string }, plugin);
}

/** Another plugin may see more than this one: it is not asked in its name. */
function permitOwn({ plugin: asked }: { plugin: string }, plugin: Plugin): void {
  if (asked !== plugin.name) raise(fault.PermissionDenied({ reason: `matcher lua of the plugin ${asked}` }));
}

function permit(needs: Permission, type: string, { permissions }: Plugin): void {
  if (!permissions.has(needs))
    raise(fault.PermissionDenied({ required_permission: needs, reason: `matcher ${type}` }));
}

function within(value: unknown): readonly Matcher[] {
  const inner = Array.isArray(value) ? value : [value];
  return inner.filter((one): one is Matcher => typeof one?.type === 'string' && matchers.has(one.type));
}
