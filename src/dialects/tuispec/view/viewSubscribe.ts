import { limits } from '../../../core/limits.ts';
import type { Session } from '../../../core/session/session.ts';
import { z } from '../../../platform/schema.ts';
import type { Caller } from '../../../rpc/call.ts';
import { method } from '../method.ts';
import { textOf } from './cells.ts';

export const viewSubscribe = method({
  name: 'viewSubscribe',
  since: 1,
  summary: 'Be told when the screen has changed, at most once in `debounceMs`.',
  needs: ['screen.read'],
  throws: ['NoActiveSession'],
  params: z.object({
    debounceMs: z.int().min(0).max(limits.timeoutMs).default(100),
    includeText: z.boolean().default(false),
  }),
  result: z.object({ ok: z.literal(true), debounceMs: z.int(), includeText: z.boolean() }),
  examples: [{ title: 'no session', send: {}, fault: 'NoActiveSession' }],
  handle: ({ world, caller }, how) => {
    void world.started;
    world.subscribe((session) => watch(session, caller, how));
    caller.onClosed(() => world.subscribe(undefined));
    return { ok: true as const, ...how };
  },
});

interface How {
  readonly debounceMs: number;
  readonly includeText: boolean;
}

/** The first change of many is told when their time is over, with what is there by then. */
function watch(session: Session, caller: Caller, { debounceMs, includeText }: How): () => void {
  let disarm: (() => void) | undefined;
  const tell = () => {
    disarm = undefined;
    if (session.closed || caller.clogged) return;
    const { rows, cols } = session.screen.size;
    caller.notify('view.changed', { rows, cols, ...(includeText && { text: textOf(session) }) });
  };
  const leave = session.onlookers.add({
    see: ({ kind }) => {
      if (kind === 'changed') disarm ??= session.clock.after(debounceMs, tell);
    },
    done: () => Promise.resolve(),
  });
  return () => {
    disarm?.();
    leave();
  };
}
