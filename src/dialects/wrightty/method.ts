/** `method()` of this dialect: what all of its methods have in common is written here. */
import type { z } from '../../platform/schema.ts';
import type { AnyMethod, Method } from '../../rpc/method.ts';
import type { Desk } from './desk.ts';

interface Declaration<Params extends z.ZodObject, Result extends z.ZodType>
  extends Omit<Method<Desk, Params, Result>, 'since' | 'needs' | 'throws' | 'examples' | 'positional'> {
  readonly needs?: readonly string[];
  readonly throws?: readonly string[];
  /** Answered also before the password was shown. */
  readonly open?: true;
}

const inSession = ['SessionNotFound', 'SessionDestroyed'];

/** Parameters may also come in an array, in the order in which they are declared. */
export function method<Params extends z.ZodObject, Result extends z.ZodType>({
  open,
  handle,
  needs = [],
  throws = [],
  ...rest
}: Declaration<Params, Result>): Method<Desk, Params, Result> {
  const names = Object.keys(rest.params.shape);
  const guarded: typeof handle = (call, params) => {
    call.world.guard.admit(call.caller);
    return handle(call, params);
  };
  return {
    ...rest,
    since: 1,
    needs,
    throws: [
      ...(names.includes('sessionId') ? inSession : []),
      ...throws,
      ...(open ? [] : ['NotAuthenticated']),
    ],
    positional: names,
    examples: [],
    handle: open ? handle : guarded,
  };
}

export type WrighttyMethod = AnyMethod<Desk>;
