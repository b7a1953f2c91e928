import { Action } from '../../../core/input/index.ts';
import { limits } from '../../../core/limits.ts';
import { compileMatcher } from '../../../core/matcher/compile.ts';
import { act as actOn, permitActions } from '../../../core/session/act.ts';
import { evidenceOf } from '../../../core/session/evidence.ts';
import { z } from '../../../platform/schema.ts';
import { Evidence } from '../evidence.ts';
import { method } from '../method.ts';
import { wait } from './wait.ts';

export const act = method({
  name: 'session.act',
  since: 1,
  summary:
    'Send actions and wait for what comes of them, as one deed: what was there before the input does not count.',
  details:
    'A text matcher is satisfied by text of which at least a part was written after the input, also when it is the same as before. The echo of what is typed is new text as well: `contains_text` with a word of the typed line finds the echo. To wait for the answer, say how its row begins, by `screen_regex` with `(?m)^`, or take `all` of the matcher and `screen_stable`. Matchers of a state, such as `cursor_at`, are asked once the program has written anything. Permissions, shapes and the matcher are checked before the first action is performed. What depends on the modes of the terminal, such as `mouse` and `focus`, is checked when its turn comes: what stood before it has been sent by then. The time-out counts from the last byte that was written; input that others send meanwhile stays behind a list that pauses.',
  needs: ['matcher.wait'],
  throws: [...wait.throws, 'ModeOff', 'InputHeld'],
  params: wait.params.extend({ actions: z.array(Action).min(1).max(limits.actions) }),
  result: Evidence,
  examples: [
    {
      title: 'an answer to a question',
      program: 'asks-name',
      send: {
        actions: [
          { type: 'text', value: 'ada' },
          { type: 'key', value: 'enter' },
        ],
        matcher: { type: 'contains_text', value: 'hello ada' },
      },
      reply: { matched: true, hit: { kind: 'contains_text', text: 'hello ada' } },
    },
    {
      title: 'the old prompt does not count',
      program: 'asks-name',
      send: {
        actions: [{ type: 'text', value: 'ada' }],
        matcher: { type: 'contains_text', value: 'name?' },
        timeout_ms: 50,
      },
      fault: 'Timeout',
    },
  ],
  handle: async (
    { world, caller, cancellation, deadline },
    { session: wanted, actions, matcher, timeout_ms, wait_id, evidence, ...how },
  ) => {
    permitActions(actions, world.grants);
    const session = world.sessions.get(wanted);
    const redaction = world.readRedaction(session, how);
    const named = world.waitNames.join(wait_id, cancellation);
    try {
      const { sent, wait } = await actOn(
        session,
        actions,
        compileMatcher(matcher, world.predicates),
        deadline(timeout_ms, named.cancellation),
        redaction,
        caller,
      );
      const told = evidenceOf(session, await wait.ended, evidence, redaction);
      return { ...told, wait_id, ...(sent.warnings.length > 0 && { warnings: [...sent.warnings] }) };
    } finally {
      named.leave();
    }
  },
});
