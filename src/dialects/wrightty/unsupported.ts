/** What the document has and this server cannot do: answered with the dialect's own word for that, and why. */
import { fault, raise } from '../../core/faults.ts';
import { z } from '../../platform/schema.ts';
import { method, type WrighttyMethod } from './method.ts';

export const unsupported = (name: string, why: string): WrighttyMethod =>
  method({
    name,
    summary: `Not supported: ${why}.`,
    throws: ['Unsupported'],
    params: z.object({}),
    result: z.never(),
    handle: () => raise(fault.Unsupported({ reason: why }, `Not supported: ${why}`)),
  });
