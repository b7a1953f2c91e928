/** Which host answers a method. Derived from the parameters of the declarations; the rest is in a table. */
import {
  adapterCancelWait,
  adapterList,
  adapterLive,
  adapterResume,
  adapterStart,
} from '#dialects/ptywright/adapter.ts';
import { baselineList } from '#dialects/ptywright/baseline.ts';
import { methods } from '#dialects/ptywright/dialect.ts';
import { pluginCapabilities, pluginDescribe, pluginLoad, pluginUnload } from '#dialects/ptywright/plugin.ts';
import { recordingList } from '#dialects/ptywright/recording.ts';
import { serverResume, serverSetNotifications } from '#dialects/ptywright/server.ts';
import { sessionCreate, sessionList } from '#dialects/ptywright/session.ts';
import { sessionCancelWait } from '#dialects/ptywright/waits.ts';
import type { RequestParams, RpcOutcome } from '#rpc/envelope.ts';
import type { AnyMethod } from '#rpc/method.ts';

/**
 * ref: the host in the id that this parameter has; placed: a host that the gateway chooses; every: all hosts, whose
 * results are merged; subscription and client: all hosts, now and later; local: the gateway itself.
 */
interface Route {
  readonly to: 'ref' | 'placed' | 'every' | 'subscription' | 'client' | 'local';
  /** The parameter with the id, for `ref`. */
  readonly param?: string;
}

/** Methods without a session, an adapter or a recording that hosts answer. The gateway answers the others. */
const routes: Readonly<Record<Exclude<Route['to'], 'ref' | 'local'>, readonly { readonly name: string }[]>> =
  {
    placed: [sessionCreate, adapterStart, adapterResume],
    every: [
      sessionList,
      adapterLive,
      recordingList,
      baselineList,
      sessionCancelWait,
      adapterCancelWait,
      adapterList,
      pluginCapabilities,
      pluginDescribe,
      pluginLoad,
      pluginUnload,
    ],
    subscription: [serverSetNotifications],
    client: [serverResume],
  };

/** Every host gives the same answer, so one of them is returned. */
const first: readonly string[] = [pluginCapabilities, pluginDescribe, pluginLoad, pluginUnload].map(
  ({ name }) => name,
);

const refs = ['session', 'adapter', 'recording'] as const;

function toRoute(method: AnyMethod<never>): Route {
  const param = refs.find((name) => name in method.params.shape);
  if (param) return { to: 'ref', param };
  const kinds = Object.keys(routes) as (keyof typeof routes)[];
  return { to: kinds.find((kind) => routes[kind].some(({ name }) => name === method.name)) ?? 'local' };
}

const table: ReadonlyMap<string, Route> = new Map(
  (methods as readonly AnyMethod<never>[]).map((method) => [method.name, toRoute(method)]),
);

const positionalOf: ReadonlyMap<string, readonly string[]> = new Map(
  (methods as readonly AnyMethod<never>[]).map(({ name, positional = [] }) => [name, positional]),
);

/** An unknown method is answered by the gateway. */
export const routeOf = (method: string): Route => table.get(method) ?? { to: 'local' };

/** Returns a parameter that may be passed by name or by position. */
export function paramOf(method: string, params: RequestParams | undefined, name: string): unknown {
  if (Array.isArray(params)) return params[positionalOf.get(method)!.indexOf(name)];
  return params && Object.hasOwn(params, name) ? (params as Record<string, unknown>)[name] : undefined;
}

/** Merges the results of all hosts. Faults count only if no host has a result. */
export function mergeOutcomes(method: string, outcomes: readonly RpcOutcome[]): RpcOutcome {
  const results = outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
  if (results.length === 0 || first.includes(method))
    return outcomes.find((one) => 'result' in one) ?? outcomes[0]!;
  return { result: mergeResults(results) };
}

/** Joins lists without repeating a value, and answers true if any host did. */
function mergeResults(all: readonly unknown[]): unknown {
  const values = all.filter((value) => value !== null);
  const [first = null] = values;
  if (values.length > 0 && values.every((value) => Array.isArray(value))) return joinLists(values);
  if (typeof first === 'boolean') return values.includes(true);
  if (values.length === 0 || !values.every((value) => typeof value === 'object')) return first;
  const objects = values as readonly Readonly<Record<string, unknown>>[];
  const names = new Set(objects.flatMap((value) => Object.keys(value)));
  const valuesOf = (name: string) => objects.filter((value) => Object.hasOwn(value, name));
  return Object.fromEntries(
    [...names].map((name) => [name, mergeResults(valuesOf(name).map((value) => value[name]))]),
  );
}

/** In one pass: a large fleet has 100,000 sessions. */
const joinLists = (lists: readonly (readonly unknown[])[]): readonly unknown[] => [
  ...new Map(
    lists.flat().map((value) => [typeof value === 'string' ? value : JSON.stringify(value), value]),
  ).values(),
];
