/** A request that was answered with an error. */
import type { ReplyError } from '../wire/envelope.ts';
import type { FaultData, FaultName } from './protocol.ts';

/** The data of a fault as it comes: with the name of the fault. */
export type Answered<Name extends FaultName> = FaultData<Name> & { readonly fault: Name };

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: ReplyError) {
    super(message);
    // The native dialect speaks JSON-RPC 2.0, whose codes are numbers.
    this.code = code as number;
    this.data = data;
  }

  /** Whether it is this fault, by the name in its data; if so, `data` has its shape. */
  is<Name extends FaultName>(fault: Name): this is Refusal & { readonly data: Answered<Name> } {
    return (this.data as { readonly fault?: unknown } | null | undefined)?.fault === fault;
  }
}
