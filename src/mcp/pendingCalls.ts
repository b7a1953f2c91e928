/** Tool calls that outlive the request that started them. A later request can wait for their replies by id. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, onAbort } from '#platform/lifetimes.ts';
import type { ToolReply } from './reply.ts';

/** Makes the reply when it is delivered, so that it describes what changed since the reply before it. */
type ComposeReply = () => Promise<ToolReply>;

export interface PendingCall {
  readonly id: string;
  readonly session: string;
  readonly outcome: Promise<ComposeReply>;
  readonly controller: AbortController;
}

export class PendingCalls {
  readonly #calls = new Map<string, PendingCall>();
  #lastId = 0;

  start(session: string, operation: (signal: AbortSignal) => Promise<ComposeReply>): PendingCall {
    const controller = new AbortController();
    const outcome = operation(controller.signal);
    // A call that fails before anyone waits for it again is not an unhandled rejection.
    outcome.catch(() => {});
    return { id: `w${++this.#lastId}`, session, outcome, controller };
  }

  /** Raises Invalid. */
  get(id: string): PendingCall {
    return (
      this.#calls.get(id) ??
      raise(
        fault.Invalid(
          { path: 'pending', reason: 'unknown or already collected', got: id },
          `pending: no pending call has the id ${id}, or its reply was already collected`,
        ),
      )
    );
  }

  /**
   * Resolves to the reply, or to undefined if it takes longer than `withinMs`. The call then stays pending. If `signal`
   * aborts, the call is cancelled.
   */
  async collect(
    call: PendingCall,
    { signal, withinMs, clock }: { signal: AbortSignal; withinMs: number; clock: Clock },
  ): Promise<ToolReply | undefined> {
    const cancel = () => call.controller.abort('request');
    if (signal.aborted) cancel();
    const listener = onAbort(signal, cancel);
    let timer: Disposable | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = clock.after(withinMs, () => resolve(undefined));
    });
    try {
      const compose = await Promise.race([call.outcome, late]);
      if (compose) this.#calls.delete(call.id);
      else this.#keep(call);
      return await compose?.();
    } catch (problem) {
      this.#calls.delete(call.id);
      throw problem;
    } finally {
      timer?.dispose();
      listener.dispose();
    }
  }

  /** Cancels the oldest call if there are too many. */
  #keep(call: PendingCall): void {
    this.#calls.set(call.id, call);
    if (this.#calls.size <= limits.mcpPendingCalls) return;
    const [oldest] = this.#calls.values();
    oldest!.controller.abort('request');
    this.#calls.delete(oldest!.id);
  }
}
