import { z } from '../../platform/schema.ts';
import type { FaultName } from '../faults.ts';
import type { Modes } from './modes.ts';
import type { InputTarget, Performed } from './target.ts';

export type ActionNeed = 'input.write' | 'session.kill' | 'session.resize';

/** One line of the manual, which a spec performs: this value, under these modes, has this effect. */
export interface ActionExample<Value> {
  readonly title: string;
  readonly value?: Value;
  readonly modes?: Partial<Modes>;
  /** All that is written to the program. */
  readonly writes?: string;
  /** What is asked of the session instead, such as `signal SIGHUP`. */
  readonly asks?: string;
  readonly fault?: FaultName;
}

export interface Told<Name extends string, Value> {
  readonly name: Name;
  readonly summary: string;
  readonly needs: ActionNeed;
  readonly examples: readonly ActionExample<Value>[];
}

export interface WithValue<Name extends string, Value extends z.ZodType> extends Told<Name, z.input<Value>> {
  readonly value: Value;
  perform(target: InputTarget, value: z.output<Value>): Performed;
}

export interface WithoutValue<Name extends string> extends Told<Name, null> {
  perform(target: InputTarget): Performed;
}

type Wire<Name extends string, Value extends z.ZodType> = z.ZodObject<
  { type: z.ZodLiteral<Name>; value: Value },
  z.core.$strict
>;

/** Null is let through because adjacently tagged unit variants are often serialised so. */
const NoValue = z.null().optional();
type NoValue = typeof NoValue;

/**
 * Declares an action: `{ type: name, value }` on the wire. `needs` is the permission that gates it. The examples
 * are printed in the reference and performed by a spec.
 */
export function action<const Name extends string, Value extends z.ZodType>(
  declaration: WithValue<Name, Value>,
): WithValue<Name, Value> & { readonly wire: Wire<Name, Value> };
export function action<const Name extends string>(
  declaration: WithoutValue<Name>,
): WithoutValue<Name> & { readonly wire: Wire<Name, NoValue> };
export function action(declaration: { name: string; summary: string; value?: z.ZodType }): unknown {
  const { name, summary, value = NoValue } = declaration;
  return { ...declaration, wire: z.strictObject({ type: z.literal(name), value }).describe(summary) };
}
