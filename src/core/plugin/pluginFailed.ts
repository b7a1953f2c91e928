/** What went wrong in a plugin, as a fault. Anything else is left as it is. */
import { fault } from '../faults.ts';
import { PluginFailure } from './instance.ts';

export function pluginFailed(plugin: string, problem: unknown): unknown {
  if (!(problem instanceof PluginFailure)) return problem;
  const { reason, function: called, message } = problem;
  return fault.PluginFailed({ plugin, function: called, reason }, `${plugin}: ${message}`);
}
