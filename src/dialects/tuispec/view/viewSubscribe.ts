import { limits } from '../../../core/limits.ts';
import type { Session } from '../../../core/session/session.ts';
import { z } from '../../../platform/schema.ts';
import type { Caller } from '../../../rpc/call.ts';
import { method } from '../method.ts';
import { toldText } from './cells.ts';
import { viewChanged } from './viewChanged.ts';

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
  examples: [
    {
      title: 'with the text',
      program: 'prints-ready',
      send: { includeText: true },
      reply: { ok: true, debounceMs: 100, includeText: true },
    },
  ],
  handle: ({ world, caller }, how) => {
    void world.started;
    world.subscribe({
      watch: (session) => watch(session, caller, { ...how, trims: world.defaults.trims }),
      // Of every subscription of a connection only the last is there when it closes.
      over: caller.onClosed(() => world.subscribe(undefined)),
    });
    return { ok: true as const, ...how };
  },
});

interface How {
  readonly debounceMs: number;
  readonly includeText: boolean;
  readonly trims: boolean;
}

/**
 * A change is told at once; those that come within `debounceMs` of that are told as one, with what is there then. Who
 * does not read is told what there is once he does.
 */
function watch(session: Session, caller: Caller, { debounceMs, includeText, trims }: How): () => void {
  let disarm: (() => void) | undefined;
  let told = Number.NEGATIVE_INFINITY;
  let missed = false;
  const tell = () => {
    disarm = undefined;
    missed = caller.clogged;
    if (session.closed || missed) return;
    told = session.clock.now();
    const { rows, cols } = session.screen.size;
    const text = includeText ? toldText(session, trims) : undefined;
    caller.notify(viewChanged.name, { rows, cols, ...(text !== undefined && { text }) });
  };
  const changed = () => {
    const due = told + debounceMs - session.clock.now();
    if (due <= 0) tell();
    else disarm ??= session.clock.after(due, tell);
  };
  const deaf = caller.onDrained(() => {
    if (missed) tell();
  });
  const leave = session.onlookers.add({
    see: ({ kind }) => {
      if (kind === 'changed') changed();
    },
    done: () => Promise.resolve(),
  });
  return () => {
    disarm?.();
    deaf();
    leave();
  };
}
