/** Methods that read the screen and wait until it is idle. */
import { isFault } from '#faults.ts';
import { limits } from '#limits.ts';
import { hit, miss } from '#matchers/matcher.ts';
import { type Disposable, disposeAll, LinkedAbortController } from '#platform/lifetimes.ts';
import { z } from '#platform/schema.ts';
import type { Session } from '#session/session.ts';
import type { WaitDeadline } from '#session/waits.ts';
import { readHistory } from '#terminal/screenReader.ts';
import type { WshConnectionContext } from './connectionContext.ts';
import { createError } from './errors.ts';
import { method, SessionName, sessionParams } from './method.ts';
import {
  formatLine,
  getMaxRows,
  getScreenInfo,
  getScreenState,
  LineFormat,
  ScreenInfo,
  ScreenLine,
  ScreenState,
  toLineFormat,
} from './screenInfo.ts';
import { getIdleMs, getSessionName } from './sessionInfo.ts';

export const getScreen = method({
  name: 'get_screen',
  summary: 'Return the screen.',
  needs: ['screen.read'],
  params: z.object({ ...sessionParams, format: LineFormat }),
  result: ScreenInfo.extend({ last_activity_ms: z.int() }),
  examples: [{ title: 'as plain text', send: { format: 'plain' }, reply: { rows: 24, cols: 80 } }],
  handle: ({ world }, params) => {
    const read = world.session(params.session);
    return { ...getScreenInfo(read, toLineFormat(params.format)), last_activity_ms: getIdleMs(read) };
  },
});

const Count = z.int().min(0).max(limits.maxScrollback);

export const getScrollback = method({
  name: 'get_scrollback',
  summary: 'Read rows of the scrollback, oldest first, followed by the rows of the main screen.',
  details: 'If not all rows fit into one reply, the first ones are returned.',
  needs: ['screen.read'],
  params: z.object({
    ...sessionParams,
    format: LineFormat,
    offset: Count.nullish().describe('Counted from the oldest row.'),
    limit: Count.nullish(),
  }),
  result: z.object({
    epoch: z.int(),
    lines: z.array(ScreenLine),
    total_lines: z.int(),
    offset: z.int(),
  }),
  examples: [{ title: 'the first rows', send: { format: 'plain', limit: 10 }, reply: { offset: 0 } }],
  handle: ({ world }, params) => {
    const read = world.session(params.session);
    const { screen, redaction } = read;
    const start = params.offset ?? 0;
    const count = Math.min(params.limit ?? 100, getMaxRows(read));
    const { rows, total } = readHistory(screen, { start, count, redaction });
    const lines = rows.map((row) => formatLine(row, toLineFormat(params.format)));
    return { epoch: screen.resets.total, lines, total_lines: total, offset: start };
  },
});

const Ms = z.int().min(0).max(limits.timeoutMs);

const IdleParams = z.object({
  ...sessionParams,
  timeout_ms: Ms.describe('How long the terminal must be idle, in milliseconds.'),
  format: LineFormat,
  max_wait_ms: Ms.nullish().describe('The timeout, in milliseconds.'),
  last_generation: z.int().nullish(),
  last_session: SessionName.nullish(),
  tag: z.string().nullish().describe('Tags, separated by commas.'),
  fresh: z
    .boolean()
    .nullish()
    .describe('Count the idle time from now, and ignore the idle time before the call.'),
});
type IdleParams = z.output<typeof IdleParams>;

/** `mostMs` is the time-out of a request without `max_wait_ms`. */
const createIdleMethod = (name: string, tooLate: 'QuiesceTimeout' | 'IdleTimeout', mostMs: number) =>
  method({
    name,
    summary: 'Wait until a terminal has been idle for some time, then read its screen.',
    details:
      'Output, input and a resize are activity, and each counts one `generation`. With the `last_generation` of the previous reply, there must have been activity since. A later request of the same connection for the same session replaces this one, which then ends with `idle_superseded`. Over HTTP without a session, the first session to be idle answers, of those that have all the tags; `last_generation` then belongs to `last_session`.',
    needs: ['screen.read'],
    throws: [tooLate, 'Superseded', 'Cancelled', 'Busy'],
    waits: true,
    params: IdleParams,
    result: ScreenState.extend({
      generation: z.int(),
      last_activity_ms: z.int(),
      session: z.string().optional().describe('The session that is idle, if the request named none.'),
    }),
    handle: async ({ world, signal }, params) => {
      const { timeout_ms: ms, format, max_wait_ms, last_generation, fresh } = params;
      if (params.session == null && world.isOneShot) {
        const idle = await waitForFirstIdle(
          world,
          params,
          { timeoutMs: max_wait_ms ?? mostMs, signal },
          tooLate,
        );
        return { session: getSessionName(idle), ...getIdleState(idle, toLineFormat(format)) };
      }
      const waited = world.session(params.session);
      const controller = new LinkedAbortController(signal);
      let displaced = false;
      const registered = world.registerWait(waited, () => {
        displaced = true;
        controller.abort('request');
      });
      try {
        const condition = { ms, fresh: fresh ?? false, past: last_generation ?? undefined };
        const deadline = { timeoutMs: max_wait_ms ?? mostMs, signal: controller.signal };
        await waitForQuiet(waited, condition, deadline);
        return getIdleState(waited, toLineFormat(format));
      } catch (problem) {
        if (displaced) throw createError('Superseded');
        if (isFault(problem, 'Timeout')) throw createError(tooLate);
        throw problem;
      } finally {
        controller.dispose();
        registered.dispose();
      }
    },
  });

const getIdleState = (session: Session, format: LineFormat) => ({
  ...getScreenState(session, format),
  generation: session.changes.activity.count,
  last_activity_ms: getIdleMs(session),
});

interface QuietOptions {
  /** Length of the quiet period. */
  readonly ms: number;
  /** Starts the period now, and ignores earlier quiet time. */
  readonly fresh: boolean;
  /** If the activity count still equals this number, at least one activity must come first. */
  readonly past?: number | undefined;
}

/** Resolves at the end of the quiet period. */
async function waitForQuiet(
  session: Session,
  { ms, fresh, past }: QuietOptions,
  deadline: WaitDeadline,
): Promise<void> {
  const { clock } = session;
  const { activity } = session.changes;
  const began = fresh ? clock.now() : Number.NEGATIVE_INFINITY;
  const listeners: Disposable[] = [];
  const wait = session.wait(
    {
      watches: new Set(['output']),
      matcherText: `${ms} ms without activity`,
      evaluate: ({ now }) => {
        if (activity.count === past) return miss();
        const due = Math.max(activity.lastAt, began) + ms;
        return now >= due ? hit('quiet') : miss(due);
      },
      onAnswer: (listener) => listeners.push(activity.onActivity(listener)),
    },
    deadline,
  );
  wait.onEnd(() => disposeAll(listeners));
  await wait.result;
}

/** Waits for the first idle session among those that have all the tags. */
async function waitForFirstIdle(
  { server }: WshConnectionContext,
  { timeout_ms: ms, fresh, last_generation, last_session, tag }: IdleParams,
  { timeoutMs, signal }: WaitDeadline,
  tooLate: 'QuiesceTimeout' | 'IdleTimeout',
): Promise<Session> {
  const tags = (tag ?? '').split(',').flatMap((one) => one.trim() || []);
  const candidates = server.sessions().filter((session) => tags.every((one) => session.tags.includes(one)));
  if (candidates.length === 0)
    throw createError('SessionNotFound', {
      message: 'No session matches; create one first, or change the tags.',
    });
  const controller = new LinkedAbortController(signal);
  const waits = candidates.map(async (session) => {
    const past = getSessionName(session) === last_session ? (last_generation ?? undefined) : undefined;
    const deadline = { timeoutMs, signal: controller.signal };
    await waitForQuiet(session, { ms, fresh: fresh ?? false, past }, deadline);
    return session;
  });
  try {
    return await Promise.any(waits);
  } catch (problem) {
    const [first] = (problem as AggregateError).errors as unknown[];
    throw isFault(first, 'Timeout') ? createError(tooLate) : first;
  } finally {
    controller.abort('request');
    controller.dispose();
  }
}

export const awaitQuiesce = createIdleMethod('await_quiesce', 'QuiesceTimeout', limits.timeoutMs);

/** The newer name of `await_quiesce`. Its default time-out is 30 seconds. */
export const awaitIdle = createIdleMethod('await_idle', 'IdleTimeout', limits.defaultTimeoutMs);
