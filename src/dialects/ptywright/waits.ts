/** Methods that wait for a matcher or find a selector on the screen. */
import { limits } from '#limits.ts';
import { compileMatcher } from '#matchers/compile.ts';
import { HitPayload, Matcher } from '#matchers/registry.ts';
import {
  ambiguityPolicies,
  chooseTarget,
  compileSelector,
  createSelectorProbe,
  formatSelector,
  SelectorSchema,
  type SelectorTarget,
  toSelectorTarget,
} from '#matchers/selector.ts';
import { z } from '#platform/schema.ts';
import { createEvidence } from '#session/waits.ts';
import { Snapshot } from '#terminal/screenReader.ts';
import { EvidenceLevel, method, redactionParams, SessionRef, TimeoutMs, WaitId } from './method.ts';

/** The result of `session.wait` and `session.act`. */
export const WaitEvidence = z
  .object({
    matched: z.literal(true),
    sequence: z.int(),
    elapsed_ms: z.int(),
    hit: HitPayload.optional(),
    snapshot: Snapshot.optional().describe('With `evidence: full`.'),
    transcript_tail: z.string().optional().describe('With `evidence: full`.'),
    plain_text: z.string().optional().describe('With `evidence: text`.'),
    wait_id: z.string().optional().describe('The `wait_id` of the request.'),
    warnings: z.array(z.string()).optional().describe('Why the input may not have the intended effect.'),
  })
  .meta({ id: 'Evidence', description: 'What a wait matched, and the screen at that moment.' });

export const sessionWait = method({
  name: 'session.wait',
  summary: 'Wait for a matcher to match.',
  details:
    'Replies in the turn that parses the matching output. If the matcher already matches, it replies at once.',
  needs: ['matcher.wait'],
  throws: [
    'SessionClosed',
    'Timeout',
    'Cancelled',
    'Busy',
    'PermissionDenied',
    'PluginUnknown',
    'PluginFailed',
  ],
  waits: true,
  params: z.strictObject({
    session: SessionRef,
    matcher: Matcher,
    timeout_ms: TimeoutMs.default(limits.defaultTimeoutMs),
    wait_id: WaitId.optional(),
    evidence: EvidenceLevel.default('full'),
    ...redactionParams,
  }),
  result: WaitEvidence,
  examples: [
    {
      title: 'text on the screen, now or later',
      program: 'prints-ready',
      send: { matcher: { type: 'contains_text', value: 'ready' }, timeout_ms: 5000 },
      reply: { matched: true, snapshot: { plain_text: 'ready' }, transcript_tail: 'ready' },
    },
    {
      title: 'text that does not appear',
      program: 'asks-name',
      send: { matcher: { type: 'contains_text', value: 'absent' }, timeout_ms: 50 },
      fault: 'Timeout',
    },
    {
      title: 'a program that exits first',
      program: 'dies-with-7',
      send: { matcher: { type: 'contains_text', value: 'absent' } },
      fault: 'SessionClosed',
    },
    {
      title: 'an invalid pattern',
      program: 'asks-name',
      send: { matcher: { type: 'screen_regex', value: '(' } },
      fault: 'Invalid',
    },
  ],
  handle: async (
    { world, signal, deadline },
    { session: ref, matcher, timeout_ms, wait_id, evidence, ...how },
  ) => {
    const session = world.sessions.get(ref);
    const redaction = session.redactionForRead(how, world);
    const named = world.namedWaits.register(wait_id, signal);
    try {
      const pending = session.wait(
        compileMatcher(matcher, world.predicates),
        deadline(timeout_ms, named.signal),
        {
          redaction,
        },
      );
      return { ...createEvidence(session, await pending.result, evidence, redaction), wait_id };
    } finally {
      named.dispose();
    }
  },
});

export const sessionCancelWait = method({
  name: 'session.cancel_wait',
  summary: 'Cancel all waits with this `wait_id`, on any connection. An unknown `wait_id` is not an error.',
  positional: ['wait_id'],
  params: z.strictObject({ wait_id: WaitId }),
  result: z.object({ cancelled: z.boolean(), wait_id: z.string() }),
  examples: [
    {
      title: 'an unknown `wait_id`',
      send: { wait_id: 'w-1' },
      reply: { cancelled: false, wait_id: 'w-1' },
    },
  ],
  handle: ({ world }, { wait_id }) => ({ cancelled: world.namedWaits.cancel(wait_id), wait_id }),
});

// The position and text of a selector's match.
const MatchPosition = z.object({ row: z.int(), col: z.int() });

export const SelectorMatch = z
  .object({
    row: z.int(),
    col: z.int(),
    end: MatchPosition.describe('The last cell of the match.'),
    cell: MatchPosition.describe('The cell in the middle of the match, where a mouse gesture is performed.'),
    text: z.string().describe('Redacted.'),
  })
  .meta({ id: 'Selected', description: 'One match of a selector. Rows and columns start at 0.' });

export const toSelectorMatch = ({
  row,
  col,
  end,
  cell,
  text,
}: SelectorTarget): z.input<typeof SelectorMatch> => ({
  row,
  col,
  end: { ...end },
  cell: { ...cell },
  text,
});

const readySelector = { type: 'exact', text: 'ready' } as const;

export const sessionFind = method({
  name: 'session.find',
  summary: 'Return the position of the matches of a selector, after waiting for them.',
  needs: ['matcher.wait', 'screen.read'],
  throws: ['SessionClosed', 'Timeout', 'Ambiguous', 'Cancelled', 'Busy', 'PermissionDenied'],
  waits: true,
  params: z.strictObject({
    session: SessionRef,
    selector: SelectorSchema,
    ambiguity: z
      .enum([...ambiguityPolicies, 'all'])
      .default('fail')
      .describe('Which match to use if there are several.'),
    timeout_ms: TimeoutMs.default(limits.defaultTimeoutMs),
    ...redactionParams,
  }),
  result: z.object({ found: z.array(SelectorMatch), sequence: z.int() }),
  examples: [
    {
      title: 'a word',
      program: 'prints-ready',
      send: { selector: readySelector },
      reply: {
        found: [{ row: 0, col: 0, end: { row: 0, col: 4 }, cell: { row: 0, col: 2 }, text: 'ready' }],
      },
    },
    {
      title: 'a letter that appears twice',
      program: 'prints-red',
      send: { selector: { type: 'exact', text: 'i' }, ambiguity: 'all' },
      reply: { found: [{ col: 0 }, { col: 3 }] },
    },
    {
      title: 'the second match',
      program: 'prints-red',
      send: { selector: { type: 'nth', index: 1, selector: { type: 'exact', text: 'i' } } },
      reply: { found: [{ col: 3 }] },
    },
    {
      title: 'several matches',
      program: 'prints-red',
      send: { selector: { type: 'exact', text: 'i' } },
      fault: 'Ambiguous',
    },
    {
      title: 'text outside the given area',
      program: 'prints-ready',
      send: {
        selector: { type: 'within', area: { row: 1, col: 0, rows: 9, cols: 80 }, selector: readySelector },
        timeout_ms: 0,
      },
      fault: 'Timeout',
    },
  ],
  handle: async ({ world, deadline }, { session: ref, selector, ambiguity, timeout_ms, ...how }) => {
    const session = world.sessions.get(ref);
    const redaction = session.redactionForRead(how, world);
    const finder = compileSelector(selector);
    const { view } = await session.wait(
      createSelectorProbe(finder, formatSelector(selector)),
      deadline(timeout_ms),
      {
        redaction,
      },
    ).result;
    const all = finder(view);
    const found =
      ambiguity === 'all'
        ? all.map((one) => toSelectorTarget(one, redaction))
        : [chooseTarget(all, ambiguity, redaction)].filter((one) => one !== undefined);
    return { found: found.map(toSelectorMatch), sequence: view.sequence };
  },
});
