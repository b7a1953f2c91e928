import { fault, raise } from '../../../core/faults.ts';
import { limits } from '../../../core/limits.ts';
import type { World } from '../../../core/world.ts';
import { z } from '../../../platform/schema.ts';
import { Format, formatOf } from '../lines.ts';
import { method, session } from '../method.ts';
import { nameOf } from '../sessionShape.ts';
import { eventTypes } from '../subscription.ts';

const Ms = z.int().min(0).max(limits.timeoutMs).nullish();

export const subscribe = method({
  name: 'subscribe',
  summary: 'Be told what becomes of a screen, from all of it on.',
  details:
    'Another subscription to the same session takes the place of the one before. `interval_ms` is the least time between two words of a screen that changes; nothing is told of one that does not. `idle_timeout_ms` is the newer name of `quiesce_ms`.',
  needs: ['screen.read'],
  throws: ['PermissionDenied'],
  params: z.object({
    ...session,
    events: z.array(z.enum(eventTypes)).max(limits.batchMessages),
    interval_ms: Ms,
    format: Format,
    quiesce_ms: Ms,
    idle_timeout_ms: Ms,
  }),
  result: z.object({ events: z.array(z.enum(eventTypes)) }),
  handle: ({ world: seat, caller }, params) => {
    const { session: name, events, interval_ms, format, quiesce_ms, idle_timeout_ms } = params;
    if (events.includes('input')) permitInput(seat.desk.core);
    const followed = seat.session(name);
    const labelled = name != null && !seat.own;
    seat.subscribe(caller, followed, {
      events: new Set(events),
      intervalMs: interval_ms ?? 100,
      format: formatOf(format),
      quietMs: quiesce_ms ?? idle_timeout_ms ?? 0,
      label: labelled ? () => nameOf(followed) : undefined,
      nested: labelled && seat.desk.shipped,
    });
    return { events };
  },
});

/** Whoever may not type may not hear what others type. */
function permitInput({ grants }: World): void {
  const permission = 'input.write';
  if (!grants.has(permission)) raise(fault.PermissionDenied({ required_permission: permission }));
}
