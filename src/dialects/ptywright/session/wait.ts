import { limits } from '../../../core/limits.ts';
import { compileMatcher } from '../../../core/matcher/compile.ts';
import { Matcher } from '../../../core/matcher/shape.ts';
import { evidenceOf } from '../../../core/session/evidence.ts';
import { z } from '../../../platform/schema.ts';
import { Evidence } from '../evidence.ts';
import { method } from '../method.ts';
import { EvidenceForm, redactionParams, SessionRef, TimeoutMs, WaitId } from '../shapes.ts';

export const wait = method({
  name: 'session.wait',
  since: 1,
  summary: 'Wait for a matcher to succeed.',
  details:
    'Answers in the turn in which the output that satisfied it was parsed. What is already so answers at once.',
  needs: ['matcher.wait'],
  throws: [
    'SessionUnknown',
    'SessionClosed',
    'Timeout',
    'Cancelled',
    'Busy',
    'PermissionDenied',
    'PluginUnknown',
    'PluginFailed',
  ],
  params: z.strictObject({
    session: SessionRef,
    matcher: Matcher,
    timeout_ms: TimeoutMs.default(limits.defaultTimeoutMs),
    wait_id: WaitId.optional(),
    evidence: EvidenceForm.default('full'),
    ...redactionParams,
  }),
  result: Evidence,
  examples: [
    {
      title: 'text that is there or comes',
      program: 'prints-ready',
      send: { matcher: { type: 'contains_text', value: 'ready' }, timeout_ms: 5000 },
      reply: { matched: true, snapshot: { plain_text: 'ready' }, transcript_tail: 'ready' },
    },
    {
      title: 'text that never comes',
      program: 'asks-name',
      send: { matcher: { type: 'contains_text', value: 'absent' }, timeout_ms: 50 },
      fault: 'Timeout',
    },
    {
      title: 'a program that ends without it',
      program: 'dies-with-7',
      send: { matcher: { type: 'contains_text', value: 'absent' } },
      fault: 'SessionClosed',
    },
    {
      title: 'a pattern that cannot be',
      program: 'asks-name',
      send: { matcher: { type: 'screen_regex', value: '(' } },
      fault: 'Invalid',
    },
  ],
  handle: async (
    { world, cancellation, deadline },
    { session: wanted, matcher, timeout_ms, wait_id, evidence, ...how },
  ) => {
    const session = world.sessions.get(wanted);
    const redaction = world.readRedaction(session, how);
    const named = world.waitNames.join(wait_id, cancellation);
    try {
      const pending = session.wait(
        compileMatcher(matcher, world.predicates),
        deadline(timeout_ms, named.cancellation),
        {
          redaction,
        },
      );
      return { ...evidenceOf(session, await pending.ended, evidence, redaction), wait_id };
    } finally {
      named.leave();
    }
  },
});
