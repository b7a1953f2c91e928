/**
 * Rows that a plugin has read to plan its first key have to be there when it is sent: in between it was asked in another
 * thread, and the program may have drawn something else. Nothing is parsed between this and the writing.
 */
import { Fault, fault } from '../faults.ts';
import { limits } from '../limits.ts';
import { hit, miss, type Probe } from '../matcher/matcher.ts';
import { masked } from '../screen/masked.ts';
import type { Errand } from './carryOut.ts';
import type { Shown } from './plan.ts';

export async function requireShown(shows: readonly Shown[], errand: Errand): Promise<void> {
  const { session, cancellation, adapter, intent } = errand;
  const screen = () => masked(session.screen, session.redaction);
  const missing = () => shows.find(({ row, text }) => screen().texts[row] !== text);
  if (!missing()) return;
  // Half of a frame that draws the same again is no other screen.
  const probe: Probe = {
    watches: new Set(['content'] as const),
    hope: 'the rows that were read',
    ask: () => (missing() ? miss() : hit('shows')),
  };
  const began = session.clock.now();
  try {
    await session.wait(probe, { timeoutMs: limits.redrawMs, cancellation }).ended;
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.name !== 'Timeout') throw problem;
  }
  const expected = missing();
  if (!expected) return;
  throw fault.ExpectationFailed(
    {
      adapter,
      intent,
      step: 0,
      expected,
      why: 'a row that was read',
      elapsed_ms: Math.round(session.clock.now() - began),
      screen: screen().text,
    },
    `${intent}: the screen has changed since it was read, and nothing was sent`,
  );
}
