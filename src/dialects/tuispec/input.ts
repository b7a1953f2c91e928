/** Methods that send keys, text and clicks. */
import { createSelectorProbe } from '#matchers/selector.ts';
import { z } from '#platform/schema.ts';
import type { Call } from '#rpc/method.ts';
import { act, type PositionlessGesture, pointAt, sendActions } from '#session/input.ts';
import type { Session } from '#session/session.ts';
import { type Action, actions } from '#terminal/input/actions.ts';
import { requireChord } from '#terminal/input/keys.ts';
import { describeSelector, translateExit } from './errors.ts';
import { Coordinate, method, SelectorParam, selectorWaitParams, toCoreAmbiguity } from './method.ts';
import { type TuispecServerContext, watchSettling } from './serverContext.ts';
import { checkAmbiguity, explainFailure, toFinder } from './waits.ts';

/** `operation` is the released server's name of the input, for the error if the program has ended. */
async function performActions(
  call: Call<TuispecServerContext>,
  actions: readonly Action[],
  operation: string,
) {
  const { world } = call;
  const { session, defaults, subscribed } = world;
  if (defaults.shipped) world.settling = watchSettling(session);
  try {
    await sendActions(session, actions, () => '', { signal: () => call.signal });
  } catch (problem) {
    throw translateExit(problem, operation, world);
  }
  if (defaults.shipped && subscribed) await waitForNotification(world.settling.responded, session);
}

/**
 * Delays the reply: released clients read a notification before the reply to the request that caused it, never after.
 */
export async function waitForNotification(changed: Promise<void>, { clock }: Session): Promise<void> {
  await changed;
  // Replies of a turn are written before its notifications, so this reply waits for the next turn.
  await new Promise<void>((resolve) => clock.after(0, resolve));
}

export const sendKey = method({
  name: 'sendKey',
  summary: 'Press one key, with optional modifiers.',
  needs: ['input.write'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy'],
  params: z.object({ key: z.string().min(1) }),
  examples: [{ title: 'enter', program: 'asks-name', send: { key: 'enter' }, reply: { ok: true } }],
  handle: (call, { key }) => {
    const chord = requireChord(key, 'key');
    return performActions(
      call,
      [{ type: 'key', value: chord }],
      chord.explicitModifiers === 0 ? 'press' : 'pressCombo',
    );
  },
});

export const sendText = method({
  name: 'sendText',
  summary: 'Send text as typed input, unchanged.',
  needs: ['input.write'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy'],
  params: z.object({ text: actions.text.value }),
  examples: [{ title: 'a name', program: 'asks-name', send: { text: 'ada' }, reply: { ok: true } }],
  handle: (call, { text }) => performActions(call, [{ type: 'text', value: text }], 'typeText'),
});

export const sendLine = method({
  name: 'sendLine',
  summary: 'Type a line and press enter. With `expectAfter`, wait for its result.',
  details: 'Text from before the line was typed does not match `expectAfter`.',
  needs: ['input.write'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed'],
  params: z.object({
    text: actions.text.value,
    expectAfter: SelectorParam.optional(),
    ...selectorWaitParams,
  }),
  examples: [
    {
      title: 'a name',
      program: 'asks-name',
      send: { text: 'ada', expectAfter: { type: 'exact', text: 'hello ada' } },
      reply: { ok: true },
    },
  ],
  handle: async (call, { text, expectAfter, ...options }) => {
    const { session, started } = call.world;
    const line = [
      { type: 'text', value: text },
      { type: 'key', value: requireChord('enter', 'key') },
    ] as const;
    if (!expectAfter) return performActions(call, line, 'typeText');
    const find = toFinder(expectAfter);
    const deadline = call.deadline(options.timeoutMs ?? started.timeoutMs);
    const missed = `the screen did not show ${describeSelector(expectAfter)} after the line`;
    const acted = await explainFailure(
      call.world,
      Promise.resolve(act(session, line, createSelectorProbe(find), deadline)),
      missed,
    );
    checkAmbiguity(call, find, await explainFailure(call.world, acted.wait.result, missed), options);
  },
});

export const click = method({
  name: 'click',
  summary: 'Click a cell, or the middle of the match of a selector.',
  needs: ['input.write'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed', 'ModeOff'],
  params: z
    .object({
      col: Coordinate.optional(),
      row: Coordinate.optional(),
      selector: SelectorParam.optional(),
      button: z.enum(['left', 'middle', 'right']).default('left'),
      encoding: z
        .enum(['sgr', 'x10'])
        .optional()
        .describe('Ignored: the encoding is the one that the program has enabled.'),
      ...selectorWaitParams,
    })
    .refine(
      ({ col, row, selector }) =>
        selector === undefined
          ? col !== undefined && row !== undefined
          : col === undefined && row === undefined,
      { message: 'choose col and row, or a selector' },
    ),
  examples: [
    {
      title: 'a program without mouse tracking',
      program: 'prints-ready',
      send: { col: 1, row: 1 },
      fault: 'ModeOff',
    },
  ],
  handle: async (call, { col, row, selector, button, encoding: _, ...options }) => {
    const gesture = {
      event: 'click' as const,
      button,
      count: 1,
      modifiers: [],
    } satisfies PositionlessGesture;
    if (selector === undefined) {
      const place = { row: row! - 1, col: col! - 1 };
      return performActions(call, [{ type: 'mouse', value: { ...gesture, ...place } }], 'click');
    }
    const { session, started } = call.world;
    const { timeoutMs = started.timeoutMs, ambiguityMode = started.ambiguity } = options;
    const ambiguity = toCoreAmbiguity(ambiguityMode);
    const pointOptions = { find: toFinder(selector), ambiguity, gesture, redaction: session.redaction };
    const missed = `the screen does not show ${describeSelector(selector)}`;
    await explainFailure(call.world, pointAt(session, pointOptions, call.deadline(timeoutMs)), missed);
  },
});
