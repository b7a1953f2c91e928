/** Events of the terminal, as matchers look for them: the first that fits, of those since the wait began. */
import { z } from '../../platform/schema.ts';
import type { TerminalEvent } from '../screen/events.ts';
import { hit, miss, type Verdict } from './matcher.ts';
import type { Moment } from './moment.ts';

export const SinceEvent = z
  .int()
  .min(0)
  .optional()
  .describe('The number of an event, after which they count; without it, when the wait began.');

export function searchEvents(
  kind: string,
  since: number | undefined,
  fits: (event: TerminalEvent) => boolean,
  tell: (event: TerminalEvent) => Readonly<Record<string, unknown>>,
): (moment: Moment) => Verdict {
  return (moment) => {
    const event = moment.eventsSince(since ?? moment.eventsBegan).find(fits);
    if (!event) return miss();
    const { number, sequence } = event;
    return hit(kind, { facts: { number, sequence, ...tell(event) } });
  };
}
