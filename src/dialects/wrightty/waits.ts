/** Methods that wait for text or for a position of the cursor. */
import { fault, isFault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { compileMatcher, compileMatcherParameter } from '#matchers/compile.ts';
import { type CompiledMatcher, miss } from '#matchers/matcher.ts';
import type { SearchArea, SessionView } from '#matchers/sessionView.ts';
import { findTextMatches } from '#matchers/text.ts';
import { z } from '#platform/schema.ts';
import type { Call } from '#rpc/method.ts';
import type { Session } from '#session/session.ts';
import type { Region } from '#terminal/screenReader.ts';
import { createError } from './errors.ts';
import {
  Cursor,
  method,
  RegionParam,
  sessionParams,
  TimeoutMs,
  toArea,
  toCursor,
  withDefault,
} from './method.ts';
import type { WrighttyServerContext } from './serverContext.ts';

/**
 * The last input of a session. A wait after an input starts when the program has written something, or had the time to.
 * Otherwise a client that types a command and waits for a prompt would match the old prompt.
 */
interface LastInput {
  readonly at: number;
  readonly cursor: number;
}

const lastInputs = new WeakMap<Session, LastInput>();

export function recordInput(session: Session): void {
  lastInputs.set(session, { at: session.clock.now(), cursor: session.transcript.cursor });
}

/** Delays the matcher until the program has responded to the last input, at most until the wait times out. */
function afterEcho(session: Session, probe: CompiledMatcher, mostMs: number): CompiledMatcher {
  const last = lastInputs.get(session);
  const begun = session.clock.now();
  // Earlier waits do not shorten the delay; only time does.
  if (!last || begun >= last.at + limits.echoMs) return probe;
  const due = Math.min(last.at + limits.echoMs, begun + mostMs);
  const hasResponded = ({ now, exit }: SessionView) =>
    now >= due || exit !== null || session.transcript.cursor > last.cursor;
  const { area: _, ...rest } = probe;
  return {
    ...rest,
    watches: new Set([...probe.watches, 'output']),
    evaluate: (sessionView) => (hasResponded(sessionView) ? probe.evaluate(sessionView) : miss(due)),
  };
}

interface TextWaitOptions {
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly region: (SearchArea & Region) | undefined;
  readonly timeout: number;
}

/** Waits for text, and returns all its positions. */
async function waitForMatches(call: Call<WrighttyServerContext>, session: Session, options: TextWaitOptions) {
  const probe = afterEcho(session, compilePattern(options), options.timeout);
  const began = session.clock.now();
  const elapsed = () => Math.round(session.clock.now() - began);
  try {
    const { view: sessionView } = await session.wait(probe, call.deadline(options.timeout)).result;
    const view = sessionView.screen(options.region);
    return { found: true, matches: findTextMatches(view, options, session.redaction), elapsed: elapsed() };
  } catch (problem) {
    if (!isFault(problem, 'Timeout')) throw problem;
    return { found: false, matches: [], elapsed: elapsed() };
  }
}

function compilePattern({ pattern, isRegex, region }: TextWaitOptions): CompiledMatcher {
  try {
    const type = isRegex ? 'screen_regex' : 'contains_text';
    return compileMatcherParameter({ type, value: pattern, ...(region && { region }) }, 'pattern');
  } catch (problem) {
    if (!isFault(problem, 'Invalid')) throw problem;
    throw createError('InvalidPattern', {
      detail: problem.message.replace(/^pattern: (?:invalid pattern: )?/, ''),
    });
  }
}

export const screenWaitForText = method({
  name: 'Screen.waitForText',
  summary: 'Wait until the screen contains a text or matches a pattern. A timeout is not an error.',
  needs: ['matcher.wait'],
  throws: ['InvalidPattern', 'SessionClosed', 'Busy'],
  waits: true,
  params: z.object({
    ...sessionParams,
    pattern: z.string().min(1).max(limits.argBytes),
    isRegex: withDefault(z.boolean(), false),
    region: RegionParam,
    timeout: TimeoutMs,
    interval: z
      .number()
      .nullish()
      .describe('Ignored: the screen is checked after each change, without polling.'),
  }),
  result: z.object({
    found: z.boolean(),
    matches: z.array(z.object({ text: z.string(), row: z.int(), col: z.int(), length: z.int() })),
    elapsed: z.int(),
  }),
  examples: [{ title: 'a prompt', send: { pattern: 'name', timeout: 5000 }, reply: { found: true } }],
  handle: (call, { sessionId, region, ...options }) =>
    waitForMatches(call, call.world.session(sessionId), { ...options, region: toArea(region) }),
});

const CursorCoordinate = z.int().min(0).nullish();

export const screenWaitForCursor = method({
  name: 'Screen.waitForCursor',
  summary: 'Wait until the cursor is in a row, in a column, or both.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  waits: true,
  params: z.object({ ...sessionParams, row: CursorCoordinate, col: CursorCoordinate, timeout: TimeoutMs }),
  result: z.object({ cursor: Cursor, elapsed: z.int() }),
  handle: async ({ world, deadline }, { sessionId, row, col, timeout }) => {
    const session = world.session(sessionId);
    const value = { ...(row != null && { row }), ...(col != null && { col }) };
    const probe = compileMatcher({ type: 'cursor_at', value });
    try {
      const { elapsedMs } = await session.wait(probe, deadline(timeout)).result;
      return { cursor: toCursor(session.screen), elapsed: Math.round(elapsedMs) };
    } catch (problem) {
      if (!isFault(problem, 'Timeout')) throw problem;
      return raise(
        fault.Timeout(problem.data, `the cursor was not ${formatPosition(value)} within ${timeout} ms`),
      );
    }
  },
});

const formatPosition = (value: { readonly row?: number; readonly col?: number }): string => {
  const sides = Object.entries(value).map(([side, at]) => `${side} ${at}`);
  return sides.length === 0 ? 'anywhere' : `in ${sides.join(', ')}`;
};
