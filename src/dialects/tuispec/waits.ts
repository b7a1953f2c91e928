/** Methods that wait for a selector, a pattern or a stable screen, and assertions. */
import { limits } from '#limits.ts';
import { compileMatcher, compilePaddedPattern } from '#matchers/compile.ts';
import type { CompiledMatcher } from '#matchers/matcher.ts';
import {
  checkUnambiguous,
  compileSelector,
  createGoneProbe,
  createSelectorProbe,
  type SelectorFinder,
} from '#matchers/selector.ts';
import { z } from '#platform/schema.ts';
import type { Call } from '#rpc/method.ts';
import type { WaitResult } from '#session/waits.ts';
import { describeSelector, translateExit, translateTimeout } from './errors.ts';
import {
  method,
  SelectorParam,
  selectorWaitParams,
  toCoreAmbiguity,
  toCoreSelector,
  waitParams,
} from './method.ts';
import type { TuispecServerContext } from './serverContext.ts';

type SelectorValue = z.output<typeof SelectorParam>;

type SelectorWaitOptions = Partial<z.output<z.ZodObject<typeof selectorWaitParams>>>;

export const toFinder = (selector: SelectorValue): SelectorFinder =>
  compileSelector(toCoreSelector(selector));

export async function waitForSelector(
  call: Call<TuispecServerContext>,
  selector: SelectorValue,
  options: SelectorWaitOptions,
): Promise<void> {
  const find = toFinder(selector);
  const missed = `the screen does not show ${describeSelector(selector)}`;
  checkAmbiguity(
    call,
    find,
    await waitForProbe(call, createSelectorProbe(find), { ...options, failureMessage: missed }),
    options,
  );
}

/** Uses the ambiguity mode of the request, or that of the session. */
export function checkAmbiguity(
  { world }: Call<TuispecServerContext>,
  find: SelectorFinder,
  { view }: WaitResult,
  options: SelectorWaitOptions,
): void {
  const { ambiguityMode = world.started.ambiguity } = options;
  checkUnambiguous(find(view), toCoreAmbiguity(ambiguityMode), world.session.redaction);
}

interface WaitOptions {
  readonly timeoutMs?: number | undefined;
  /** What did not appear, for the error message. */
  readonly failureMessage: string;
  readonly fresh?: boolean;
  /** Waits until the program has responded to the last input and paused, not only begun to respond. */
  readonly settled?: boolean;
}

async function waitForProbe(
  { world, deadline }: Call<TuispecServerContext>,
  probe: CompiledMatcher,
  options: WaitOptions,
): Promise<WaitResult> {
  const { session, started, settling } = world;
  const { timeoutMs = started.timeoutMs, failureMessage, fresh = false, settled = false } = options;
  await (settled ? settling.settled : settling.responded);
  const waitOptions = { baseline: session.baseline(fresh) };
  return explainFailure(world, session.wait(probe, deadline(timeoutMs), waitOptions).result, failureMessage);
}

export async function explainFailure<Out>(
  run: TuispecServerContext,
  ended: Promise<Out>,
  missed: string,
): Promise<Out> {
  try {
    return await ended;
  } catch (problem) {
    throw translateTimeout(translateExit(problem, 'waitFor', run), missed);
  }
}

export const waitForText = method({
  name: 'waitForText',
  summary: 'Wait until a selector matches the screen.',
  needs: ['matcher.wait'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({ selector: SelectorParam, ...selectorWaitParams }),
  examples: [
    {
      title: 'a word',
      program: 'prints-ready',
      send: { selector: { type: 'exact', text: 'ready' } },
      reply: { ok: true },
    },
    {
      title: 'a word that does not appear',
      program: 'prints-ready',
      send: { selector: { type: 'exact', text: 'absent' }, timeoutMs: 20 },
      fault: 'MethodFailed',
    },
  ],
  handle: async (call, { selector, ...options }) => {
    await waitForSelector(call, selector, options);
  },
});

export const waitUntil = method({
  name: 'waitUntil',
  summary: 'Wait until a pattern matches the screen.',
  needs: ['matcher.wait'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({
    pattern: z
      .string()
      .min(1)
      .describe('RE2, matched against the text of `currentView`, with and without trailing blanks.'),
    ...waitParams,
  }),
  examples: [
    {
      title: 'one word or another',
      program: 'prints-ready',
      send: { pattern: 'ready|done' },
      reply: { ok: true },
    },
  ],
  handle: async (call, { pattern, timeoutMs }) => {
    const missed = `the screen does not match the pattern ${JSON.stringify(pattern)}`;
    await waitForProbe(call, compilePaddedPattern(pattern, 'pattern'), {
      timeoutMs,
      failureMessage: missed,
    });
  },
});

export const waitForStable = method({
  name: 'waitForStable',
  summary: 'Wait until the screen has not changed for some time, counted from the call.',
  needs: ['matcher.wait'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({ debounceMs: z.int().min(0).max(limits.timeoutMs), ...waitParams }),
  examples: [{ title: 'quiet', program: 'prints-ready', send: { debounceMs: 20 }, reply: { ok: true } }],
  handle: async (call, { debounceMs, timeoutMs }) => {
    const matcher = { type: 'screen_stable', value: { min_ms: debounceMs } };
    const missed = `the screen did not stay unchanged for ${debounceMs} ms`;
    await waitForProbe(call, compileMatcher(matcher), { timeoutMs, failureMessage: missed, fresh: true });
  },
});

// Assertions: they wait until the match appears or disappears.
const expectDeclaration = {
  needs: ['matcher.wait'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({ selector: SelectorParam }),
};
const readyParams = { selector: { type: 'exact', text: 'ready' } };
const absentParams = { selector: { type: 'exact', text: 'absent' } };

export const expectVisible = method({
  ...expectDeclaration,
  name: 'expectVisible',
  summary: 'Fail unless a selector matches the screen, now or before the timeout of the session.',
  examples: [{ title: 'a word', program: 'prints-ready', send: readyParams, reply: { ok: true } }],
  handle: async (call, { selector }) => {
    await waitForSelector(call, selector, {});
  },
});

export const expectNotVisible = method({
  ...expectDeclaration,
  name: 'expectNotVisible',
  summary: 'Fail unless a selector stops matching the screen, now or before the timeout of the session.',
  examples: [{ title: 'a word', program: 'prints-ready', send: absentParams, reply: { ok: true } }],
  handle: async (call, { selector }) => {
    const missed = `the screen still shows ${describeSelector(selector)}`;
    await waitForProbe(call, createGoneProbe(toFinder(selector)), { failureMessage: missed, settled: true });
  },
});
