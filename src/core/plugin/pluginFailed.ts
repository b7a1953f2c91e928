/** What went wrong in a plugin, as a fault. Anything else is left as it is. */
import { type FaultData, fault } from '../faults.ts';

interface PluginFailure extends Error {
  readonly reason: FaultData<'PluginFailed'>['reason'];
  readonly function: string;
}

const isPluginFailure = (problem: unknown): problem is PluginFailure =>
  problem instanceof Error && 'function' in problem && 'reason' in problem;

export function pluginFailed(plugin: string, problem: unknown): unknown {
  if (!isPluginFailure(problem)) return problem;
  const { reason, function: called, message } = problem;
  return fault.PluginFailed({ plugin, function: called, reason }, `${plugin}: ${message}`);
}
