/** Methods that wait for text, patterns, quiet or exit, with termwright's error messages. */
import { fault, isFault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { compileMatcherParameter } from '#matchers/compile.ts';
import { formatHit, type Hit } from '#matchers/matcher.ts';
import type { Matcher } from '#matchers/registry.ts';
import type { CellPosition } from '#matchers/sessionView.ts';
import { z } from '#platform/schema.ts';
import { programExitStatus } from '#platform/signals.ts';
import type { Call } from '#rpc/method.ts';
import type { Daemon } from './daemon.ts';
import { method, ScreenPosition, TimeoutMs } from './method.ts';

interface MatcherWaitOptions {
  readonly matcher: Matcher;
  readonly timeout_ms: number;
  /** Completes the time-out message, for example: text 'a' to appear. */
  readonly description: string;
  /** Replaces the whole time-out message. */
  readonly message?: string;
  /** Counts only changes after the call. */
  readonly fresh?: true;
}

async function waitForMatcher({ world, deadline }: Call<Daemon>, options: MatcherWaitOptions): Promise<Hit> {
  const { session } = world;
  const { matcher, timeout_ms, description, fresh = false } = options;
  const { message = `Timeout after ${timeout_ms}ms waiting for: ${description}` } = options;
  const waitOptions = { baseline: session.baseline(fresh) };
  try {
    const { hit } = await session.wait(
      compileMatcherParameter(matcher, 'pattern'),
      deadline(timeout_ms),
      waitOptions,
    ).result;
    return hit;
  } catch (problem) {
    if (!isFault(problem, 'Timeout')) throw problem;
    return raise(fault.Timeout(problem.data, message));
  }
}

const containsText = (value: string): Matcher => ({ type: 'contains_text', value });
const matchesPattern = (value: string): Matcher => ({ type: 'screen_regex', value });
const negate = (value: Matcher): Matcher => ({ type: 'not', value });

/** The position of the text that matched. */
const toPosition = ({ found }: Hit): CellPosition =>
  found?.view.positionAt?.(found.start) ?? { row: 0, col: 0 };

/** Checks once, without waiting. */
async function failIfOnScreen(call: Call<Daemon>, matcher: Matcher, words: string): Promise<void> {
  const message = `Protocol error: ${words} was found on screen (expected not present)`;
  await waitForMatcher(call, { matcher: negate(matcher), timeout_ms: 0, description: words, message });
}

export const waitForText = method({
  name: 'wait_for_text',
  summary: 'Wait until the screen contains a text.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ text: z.string().min(1), timeout_ms: TimeoutMs }),
  result: z.object({ found: z.literal(true), position: ScreenPosition }),
  examples: [
    {
      title: 'text on the screen, now or later',
      program: 'asks-name',
      send: { text: 'me?', timeout_ms: 5000 },
      reply: { found: true, position: { row: 0, col: 2 } },
    },
    {
      title: 'text that does not appear',
      program: 'asks-name',
      send: { text: 'absent', timeout_ms: 50 },
      fault: 'Timeout',
    },
  ],
  handle: async (call, { text, timeout_ms }) => {
    const words = `text '${text}' to appear`;
    const hit = await waitForMatcher(call, { matcher: containsText(text), timeout_ms, description: words });
    return { found: true as const, position: toPosition(hit) };
  },
});

export const waitForPattern = method({
  name: 'wait_for_pattern',
  summary: 'Wait until an RE2 pattern matches the screen.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ pattern: z.string().min(1), timeout_ms: TimeoutMs }),
  result: z.object({ found: z.literal(true), matched: z.string(), position: ScreenPosition }),
  examples: [
    {
      title: 'a match, now or later',
      program: 'asks-name',
      send: { pattern: 'n.me', timeout_ms: 5000 },
      reply: { found: true, matched: 'name', position: { row: 0, col: 0 } },
    },
    { title: 'an invalid pattern', program: 'asks-name', send: { pattern: '(' }, fault: 'Invalid' },
  ],
  handle: async (call, { pattern, timeout_ms }) => {
    const words = `pattern '${pattern}' to match`;
    const hit = await waitForMatcher(call, {
      matcher: matchesPattern(pattern),
      timeout_ms,
      description: words,
    });
    const { text = '' } = formatHit(hit, call.world.session.redaction);
    return { found: true as const, matched: text, position: toPosition(hit) };
  },
});

export const waitForTextGone = method({
  name: 'wait_for_text_gone',
  summary: 'Wait until the screen no longer contains a text.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ text: z.string().min(1), timeout_ms: TimeoutMs }),
  examples: [
    { title: 'text that is not on the screen', program: 'asks-name', send: { text: 'absent' }, reply: null },
    {
      title: 'text that stays',
      program: 'asks-name',
      send: { text: 'name', timeout_ms: 50 },
      fault: 'Timeout',
    },
  ],
  handle: async (call, { text, timeout_ms }) => {
    const words = `text '${text}' to disappear`;
    await waitForMatcher(call, { matcher: negate(containsText(text)), timeout_ms, description: words });
  },
});

export const waitForPatternGone = method({
  name: 'wait_for_pattern_gone',
  summary: 'Wait until an RE2 pattern no longer matches the screen.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ pattern: z.string().min(1), timeout_ms: TimeoutMs }),
  examples: [
    {
      title: 'a pattern that does not match',
      program: 'asks-name',
      send: { pattern: 'absent' },
      reply: null,
    },
    {
      title: 'a match that stays',
      program: 'asks-name',
      send: { pattern: 'name', timeout_ms: 50 },
      fault: 'Timeout',
    },
  ],
  handle: async (call, { pattern, timeout_ms }) => {
    const words = `pattern '${pattern}' to disappear`;
    await waitForMatcher(call, { matcher: negate(matchesPattern(pattern)), timeout_ms, description: words });
  },
});

export const notExpectText = method({
  name: 'not_expect_text',
  summary: 'Fail if the screen contains a text now.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ text: z.string().min(1) }),
  examples: [
    { title: 'absent', program: 'asks-name', send: { text: 'absent' }, reply: null },
    { title: 'present', program: 'asks-name', send: { text: 'name' }, fault: 'Timeout' },
  ],
  handle: (call, { text }) => failIfOnScreen(call, containsText(text), `text '${text}'`),
});

export const notExpectPattern = method({
  name: 'not_expect_pattern',
  summary: 'Fail if an RE2 pattern matches the screen now.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ pattern: z.string().min(1) }),
  examples: [
    { title: 'absent', program: 'asks-name', send: { pattern: 'absent' }, reply: null },
    { title: 'present', program: 'asks-name', send: { pattern: 'name' }, fault: 'Timeout' },
  ],
  handle: (call, { pattern }) => failIfOnScreen(call, matchesPattern(pattern), `pattern '${pattern}'`),
});

const IdleDuration = z.int().min(0).max(limits.timeoutMs);

export const waitForIdle = method({
  name: 'wait_for_idle',
  summary: 'Wait until the screen has not changed for some time, counted from the call.',
  details: 'Released clients send `idle_ms` in place of `duration_ms`.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({
    duration_ms: IdleDuration.optional(),
    idle_ms: IdleDuration.default(500),
    timeout_ms: TimeoutMs,
  }),
  examples: [
    { title: 'quiet', program: 'asks-name', send: { duration_ms: 50, timeout_ms: 5000 }, reply: null },
    {
      title: 'a timeout that is too short',
      program: 'asks-name',
      send: { idle_ms: 500, timeout_ms: 50 },
      fault: 'Timeout',
    },
  ],
  handle: async (call, { idle_ms, duration_ms = idle_ms, timeout_ms }) => {
    const matcher = { type: 'screen_stable', value: { min_ms: duration_ms } };
    const words = `screen to be idle for ${duration_ms}ms`;
    await waitForMatcher(call, { matcher, timeout_ms, description: words, fresh: true });
  },
});

export const waitForExit = method({
  name: 'wait_for_exit',
  summary: 'Wait until the program has exited.',
  needs: ['matcher.wait'],
  throws: ['Timeout', 'SessionClosed', 'Busy'],
  params: z.object({ timeout_ms: TimeoutMs }),
  result: z.object({
    exit_code: z.int().describe('128 plus the number of the signal if a signal ended the program.'),
  }),
  examples: [
    {
      title: 'a program that exits',
      program: 'dies-with-7',
      send: { timeout_ms: 5000 },
      reply: { exit_code: 7 },
    },
    {
      title: 'a program that does not exit',
      program: 'asks-name',
      send: { timeout_ms: 50 },
      fault: 'Timeout',
    },
  ],
  handle: async (call, { timeout_ms }) => {
    const matcher = { type: 'process_exited' };
    await waitForMatcher(call, { matcher, timeout_ms, description: 'process to exit' });
    return { exit_code: programExitStatus(call.world.session.exit!) };
  },
});

/** Returns null: some released clients accept nothing else. */
const shippedWaitForText = method({
  ...waitForText,
  result: z.null(),
  examples: [{ title: 'there', program: 'asks-name', send: { text: 'name' }, reply: null }],
  handle: async (call, params) => {
    await waitForText.handle(call, params);
  },
});

/** Returns null: some released clients accept nothing else. */
const shippedWaitForPattern = method({
  ...waitForPattern,
  result: z.null(),
  examples: [{ title: 'there', program: 'asks-name', send: { pattern: 'name' }, reply: null }],
  handle: async (call, params) => {
    await waitForPattern.handle(call, params);
  },
});

export const shippedMethods = [shippedWaitForText, shippedWaitForPattern];
