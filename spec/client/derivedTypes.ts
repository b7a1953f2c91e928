/** What `tsc` checks of the derived types of the client: that they are those of the schemas, and what editors offer. */
import type { Client, Faults, Key, MethodName, Methods, Notifications } from '#client/index.ts';
import type { events, methods } from '#dialects/ptywright/dialect.ts';
import type { FaultData, FaultName } from '#faults.ts';
import type { z } from '#platform/schema.ts';

/** With readonly arrays, which parameters may have. */
type Read<Value> = Value extends string
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]: Read<Value[Name]> }
    : Value;
type Same<One, Other> = [Read<One>] extends [Read<Other>]
  ? [Read<Other>] extends [Read<One>]
    ? true
    : false
  : false;
type True<Condition extends true> = Condition;
type None<Names extends never> = Names;
type NativeMethod = (typeof methods)[number];
type NativeEvent = (typeof events)[number];

/** The derived types are those of the schemas. The names of those that differ would be an error here. */
export type Derived = [
  True<Same<{ [M in NativeMethod as M['name']]: M['name'] }, { [Name in MethodName]: Name }>>,
  None<DifferentParams>,
  None<DifferentResults>,
  None<DifferentEvents>,
  None<DifferentFaults>,
];
type DifferentParams = {
  [M in NativeMethod as M['name']]: Same<z.input<M['params']>, Methods[M['name']]['params']> extends true
    ? never
    : M['name'];
}[MethodName];
type DifferentResults = {
  [M in NativeMethod as M['name']]: Same<z.output<M['result']>, Methods[M['name']]['result']> extends true
    ? never
    : M['name'];
}[MethodName];
type DifferentEvents = {
  [E in NativeEvent as E['name']]: Same<z.output<E['params']>, Notifications[E['name']]> extends true
    ? never
    : E['name'];
}[keyof Notifications];
type Named<Name, Data> = Data extends Record<string, never> ? { fault: Name } : Data & { fault: Name };
type DifferentFaults = {
  [Name in FaultName]: Same<Named<Name, FaultData<Name>>, Faults[Name]> extends true ? never : Name;
}[FaultName];

/** The literal members: what an editor offers. */
type Listed = Key extends infer Each
  ? Each extends string
    ? string extends Each
      ? never
      : Each
    : never
  : never;
export const listedKeys: readonly Listed[] = [
  'enter',
  'page_up',
  'f5',
  'kp_0',
  'ctrl+c',
  'alt+left',
  'shift+tab',
];
// @ts-expect-error Accepted as a key, but not listed.
export const unlistedKey: Listed = 'Return';
export const anyKeys: readonly Key[] = ['Return', 'x', 'ctrl-c', 'ctrl+alt+x'];

/** Only a call with `if_changed_since` can return that nothing changed. */
export async function snapshotTypes({ calls }: Client, session: string): Promise<unknown> {
  const { plain_text } = await calls.session.snapshot({ session, cells: 'runs' });
  const changed = await calls.session.snapshot({ session, if_changed_since: 7 });
  // @ts-expect-error Nothing may have changed.
  void changed.plain_text;
  return 'unchanged' in changed ? changed.sequence : `${plain_text}${changed.plain_text}`;
}
