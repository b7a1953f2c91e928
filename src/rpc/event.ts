/** What the server says unasked. */
import type { z } from '../platform/schema.ts';

export interface Event<Name extends string = string, Params extends z.ZodObject = z.ZodObject> {
  readonly name: Name;
  readonly since: number;
  readonly summary: string;
  readonly params: Params;
  readonly example: Readonly<Record<string, unknown>>;
}

export const event = <const Name extends string, Params extends z.ZodObject>(
  declaration: Event<Name, Params>,
) => declaration;
