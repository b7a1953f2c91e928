/** Who can be asked for what a matcher does not know itself: functions of plugins, which answer from another thread. */
import { fault, raise } from '../faults.ts';
import type { Look } from './look.ts';

export interface PredicateOutcome {
  readonly matched: boolean;
  readonly evidence?: string | undefined;
  readonly capture?: string | undefined;
  /** The answer may be another one after this long, though nothing happens. */
  readonly recheckMs?: number | undefined;
}

export type Predicate = (look: Look) => Promise<PredicateOutcome>;

export interface Predicates {
  /** `path` is where the names stand in the parameters. Refuses a plugin that is not there. */
  bind(plugin: string, predicate: string, params: unknown, path: string): Predicate;
}

/** Where there are no plugins, every name is an unknown one. */
export const noPredicates: Predicates = {
  bind: (plugin, _predicate, _params, path) =>
    raise(
      fault.PluginUnknown(
        { path: `${path}.plugin`, plugin, reason: 'unknown_plugin' },
        `no plugin ${plugin}`,
      ),
    ),
};
