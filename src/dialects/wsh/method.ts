/** `method()` of this dialect: what all of its methods have in common is written here. */
import { limits } from '../../core/limits.ts';
import { z } from '../../platform/schema.ts';
import type { AnyMethod, Method } from '../../rpc/method.ts';
import type { Seat } from './seat.ts';

interface Declaration<Params extends z.ZodObject, Result extends z.ZodType>
  extends Omit<Method<Seat, Params, Result>, 'since' | 'needs' | 'throws' | 'examples'> {
  readonly needs?: readonly string[];
  readonly throws?: readonly string[];
}

const inSession = ['SessionNotFound', 'SessionRequired'];

/** Of a session by its name; an unknown field is passed over, as clients expect. */
export const Name = z.string().min(1).max(limits.nameChars);

export const namesMust = 'at most 64 letters, digits and . _ - only, and not . or .. alone';

/** Of one that is to be called so: a path can say it. */
export const NewName = z.string().regex(/^(?!\.{1,2}$)[\p{L}\p{N}._-]{1,64}$/u, namesMust);

/** Stands beside the parameters of what is asked of a session. */
export const session = {
  session: Name.nullish().describe(
    'Which session; a field beside `params`, of no use where only one is meant.',
  ),
};

export const Nothing = z.object({});

export function method<Params extends z.ZodObject, Result extends z.ZodType>({
  needs = [],
  throws = [],
  ...rest
}: Declaration<Params, Result>): Method<Seat, Params, Result> {
  const ofSession = 'session' in rest.params.shape;
  return { ...rest, since: 1, needs, throws: [...(ofSession ? inSession : []), ...throws], examples: [] };
}

export type WshMethod = AnyMethod<Seat>;

/** The same deed by another name. */
export const named = <M extends WshMethod>(name: string, of: M): M => ({ ...of, name });
