/** Bounds the time until a tool replies: a longer call becomes pending. Reports progress while it waits. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { PendingCall } from './pendingCalls.ts';
import type { ToolReply } from './reply.ts';
import type { ToolCall } from './tool.ts';

export const replyWithinMs = z
  .int()
  .min(0)
  .max(limits.timeoutMs)
  .default(limits.mcpReplyMs)
  .describe('Reply `pending` after this time. Keep it below the timeout of your client.');

export async function awaitReply(call: ToolCall, pending: PendingCall, withinMs: number): Promise<ToolReply> {
  const { context, signal } = call;
  const { id, session } = pending;
  const stop = reportProgress(call, session);
  try {
    const reply = await context.pending.collect(pending, { signal, withinMs, clock: context.clock });
    return (
      reply ?? {
        structured: { session, pending: id },
        text: `${session} · still waiting · to continue: wait {"pending":"${id}"}`,
      }
    );
  } finally {
    stop();
  }
}

/** Sends a message when the screen changes, but not more often than `limits.mcpProgressMs`. */
function reportProgress({ context, progress }: ToolCall, session: string): () => void {
  if (!progress) return () => {};
  const { clock } = context;
  let changes = 0;
  let last = Number.NEGATIVE_INFINITY;
  const listener = context.onSessionChanged((changed) => {
    if (changed !== session) return;
    changes += 1;
    if (clock.now() - last < limits.mcpProgressMs) return;
    last = clock.now();
    progress(changes, `${session}: the screen has changed ${changes === 1 ? 'once' : `${changes} times`}`);
  });
  return listener.dispose;
}
