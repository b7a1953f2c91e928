/** Methods that send input to a session and lock its input. */

import { limits } from '#limits.ts';
import { compileMatcher } from '#matchers/compile.ts';
import { ambiguityPolicies, compileSelector, formatSelector, SelectorSchema } from '#matchers/selector.ts';
import { disposeAll } from '#platform/lifetimes.ts';
import { z } from '#platform/schema.ts';
import type { Caller } from '#rpc/method.ts';
import {
  act as actOn,
  PositionlessGesture,
  pointAt,
  requireActionPermissions,
  sendActions,
} from '#session/input.ts';
import type { Session } from '#session/session.ts';
import { createEvidence } from '#session/waits.ts';
import { Action } from '#terminal/input/actions.ts';
import type { TypedInput } from '#viewers/inputWriter.ts';
import { parseTypedKeys } from '#viewers/keyboard.ts';
import { sessionTyped } from './events.ts';
import { method, redactionParams, SessionRef, TimeoutMs } from './method.ts';
import { DisplayName, getLockStatus, LockScope, lockFields } from './sessionInfo.ts';
import { SelectorMatch, sessionWait, toSelectorMatch, WaitEvidence } from './waits.ts';

export const sessionInput = method({
  name: 'session.input',
  summary: 'Send actions to a session: text, a key, a paste, a mouse gesture, a signal or a new size.',
  throws: ['SessionClosed', 'ModeOff', 'InputHeld', 'Busy', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    action: Action,
    actions: z
      .array(Action)
      .max(limits.actions)
      .optional()
      .describe(
        'Actions to perform after `action`, in order. Without `action`, the first one takes its place.',
      ),
  }),
  result: z.object({
    sent: z.literal(true),
    bytes: z.int().describe('Bytes written to the program.'),
    warnings: z.array(z.string()).optional().describe('Why the input may not have the intended effect.'),
  }),
  examples: [
    {
      title: 'text',
      program: 'asks-name',
      send: { action: { type: 'text', value: 'help\n' } },
      reply: { sent: true, bytes: 5 },
    },
    {
      title: 'a key',
      program: 'asks-name',
      send: { action: { type: 'key', value: 'enter' } },
      reply: { sent: true, bytes: 1 },
    },
    {
      title: 'an unknown key',
      program: 'asks-name',
      send: { action: { type: 'key', value: 'entre' } },
      fault: 'Invalid',
    },
    {
      title: 'a click when the program has not enabled mouse tracking',
      program: 'asks-name',
      send: { action: { type: 'mouse', value: { event: 'press', button: 'left', row: 0, col: 0 } } },
      fault: 'ModeOff',
    },
  ],
  handle: (call, { session, action, actions: more = [] }) => {
    const { world, caller } = call;
    const actions = [action, ...more];
    requireActionPermissions(actions, world.grants);
    const sent = sendActions(
      world.sessions.get(session),
      actions,
      (at) => (at === 0 ? 'action' : `actions.${at - 1}`),
      { signal: () => call.signal, by: caller },
    );
    return sent instanceof Promise ? sent.then(toReply) : toReply(sent);
  },
});

const toReply = ({ bytes, warnings }: { bytes: number; warnings: readonly string[] }) => ({
  sent: true as const,
  bytes,
  ...(warnings.length > 0 && { warnings: [...warnings] }),
});

export const sessionAct = method({
  name: 'session.act',
  summary: 'Send actions and wait for their result in one call. Text from before the input does not match.',
  details:
    'A text matcher matches text of which at least a part was written after the input, even if the same text was on the screen before. The echo of the input is also new text: `contains_text` with a word of the typed line matches the echo. To wait for the reply, match the start of its row with `screen_regex` and `(?m)^`, or combine the matcher with `screen_stable` in `all`. Matchers of a state, such as `cursor_at`, are evaluated after the program has written any output. Permissions, schemas and the matcher are checked before the first action runs. Actions that depend on terminal modes, such as `mouse` and `focus`, are checked when they run; the actions before them have been sent by then. The timeout starts with the call and includes the time that the input takes. If a list pauses, input from other clients waits until the list has ended.',
  needs: ['matcher.wait'],
  throws: [...sessionWait.throws, 'ModeOff', 'InputHeld'],
  waits: true,
  params: sessionWait.params.extend({ actions: z.array(Action).min(1).max(limits.actions) }),
  result: WaitEvidence,
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
      title: 'the old prompt does not match',
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
    { world, caller, signal, deadline },
    { session: ref, actions, matcher, timeout_ms, wait_id, evidence, ...how },
  ) => {
    requireActionPermissions(actions, world.grants);
    const session = world.sessions.get(ref);
    const redaction = session.redactionForRead(how, world);
    const named = world.namedWaits.register(wait_id, signal);
    try {
      const { sent, wait } = await actOn(
        session,
        actions,
        compileMatcher(matcher, world.predicates),
        deadline(timeout_ms, named.signal),
        redaction,
        caller,
      );
      const reply = createEvidence(session, await wait.result, evidence, redaction);
      return { ...reply, wait_id, ...(sent.warnings.length > 0 && { warnings: [...sent.warnings] }) };
    } finally {
      named.dispose();
    }
  },
});

export const sessionMouse = method({
  name: 'session.mouse',
  summary: 'Perform a mouse gesture on the match of a selector, after waiting for it.',
  details:
    'The selector is evaluated again in the turn in which the bytes are written. A match that moved is hit at its new position, a match that disappeared is waited for, and several matches are refused. To use the mouse on a given cell, send the action `mouse`.',
  needs: ['input.write', 'matcher.wait', 'screen.read'],
  throws: [
    'SessionClosed',
    'Timeout',
    'Ambiguous',
    'ModeOff',
    'Unsupported',
    'Cancelled',
    'Busy',
    'PermissionDenied',
  ],
  waits: true,
  params: z.strictObject({
    session: SessionRef,
    selector: SelectorSchema,
    gesture: PositionlessGesture.default({
      event: 'click',
      button: 'left',
      count: 1,
      modifiers: [],
    }).describe('The gesture to perform; defaults to a click.'),
    ambiguity: z.enum(ambiguityPolicies).default('fail').describe('Which match to use if there are several.'),
    timeout_ms: TimeoutMs.default(limits.defaultTimeoutMs),
    ...redactionParams,
  }),
  result: z.object({ selected: SelectorMatch, bytes: z.int().describe('Bytes written to the program.') }),
  examples: [
    {
      title: 'a click on a button',
      program: 'offers-buttons',
      send: { selector: { type: 'exact', text: '[ OK ]' } },
      reply: { selected: { row: 1, col: 2, cell: { row: 1, col: 4 } }, bytes: 18 },
    },
    {
      title: 'a scroll over a word that appears twice',
      program: 'offers-buttons',
      send: {
        selector: { type: 'exact', text: 'line' },
        ambiguity: 'last',
        gesture: { event: 'scroll', direction: 'down' },
      },
      reply: { selected: { row: 3, col: 2 } },
    },
    {
      title: 'several matches',
      program: 'offers-buttons',
      send: { selector: { type: 'exact', text: 'line' } },
      fault: 'Ambiguous',
    },
    {
      title: 'a program without mouse tracking',
      program: 'prints-ready',
      send: { selector: { type: 'exact', text: 'ready' } },
      fault: 'ModeOff',
    },
  ],
  handle: async ({ world, deadline }, { session: ref, selector, gesture, ambiguity, timeout_ms, ...how }) => {
    const session = world.sessions.get(ref);
    const redaction = session.redactionForRead(how, world);
    const matcherText = formatSelector(selector);
    const pointOptions = { find: compileSelector(selector), gesture, ambiguity, redaction, matcherText };
    const { target, bytes } = await pointAt(session, pointOptions, deadline(timeout_ms));
    return { selected: toSelectorMatch(target), bytes };
  },
});

export const sessionCaptureInput = method({
  name: 'session.capture_input',
  summary: 'Capture the input of a session for this connection.',
  details:
    'Writes by other clients fail with `InputHeld`; a list of actions that pauses ends there. Keys that people type in viewers of other connections are sent to this connection as `session.typed`. The lock ends with `session.release_input` or with the connection. The holder may call this again to change `from` and `name`. A connection counts as a person if it has a viewer of the session that is not read-only; a program cannot use `take_over` against a person. This prevents mistakes only: a program can attach a viewer.',
  needs: ['input.write'],
  throws: ['InputHeld'],
  params: z.strictObject({
    session: SessionRef,
    from: LockScope.default('everyone'),
    name: DisplayName.optional(),
    take_over: z
      .boolean()
      .default(false)
      .describe(
        'Take the lock from its holder: a program can take it from a program, a person from a person or a program.',
      ),
  }),
  result: z.object(lockFields),
  examples: [
    {
      title: 'a person takes over',
      program: 'asks-name',
      send: { name: 'ada' },
      reply: { holder: { name: 'ada', from: 'everyone' }, holds: true },
    },
  ],
  handle: ({ world, caller }, { session: ref, from, name, take_over }) => {
    const session = world.sessions.get(ref);
    const clogged = () => caller.clogged;
    const person = session.viewers
      .all()
      .some(({ readOnly, options }) => !readOnly && options.owner === caller);
    session.inputLock.capture(caller, { from, name, person, takeOver: take_over, isCongested: clogged });
    subscribeTyped(session, caller);
    return getLockStatus(session, caller);
  },
});

const subscribedSessions = new WeakMap<Caller, Set<Session>>();

/** Reports typed input until the client releases the lock, the session closes or the connection ends. */
function subscribeTyped(session: Session, caller: Caller): void {
  const subscribed = subscribedSessions.get(caller) ?? new Set();
  if (subscribed.has(session)) return;
  subscribedSessions.set(caller, subscribed.add(session));
  const { viewers, inputLock } = session;
  const listeners = [
    viewers.onTyped((news) => notifyTyped(session, caller, news)),
    inputLock.onChange(() => inputLock.holder?.owner !== caller && stop()),
    session.onUpdate((update) => update === 'closed' && stop()),
    caller.onClosed(() => {
      stop();
      inputLock.release(caller);
    }),
  ];
  const stop = () => {
    subscribed.delete(session);
    disposeAll(listeners);
  };
}

function notifyTyped(session: Session, caller: Caller, { viewer, mode, pieces }: TypedInput): void {
  if (mode !== 'capture') return;
  caller.notify(sessionTyped.name, {
    session: session.id,
    viewer: viewer.id,
    mode,
    keys: parseTypedKeys(pieces),
  });
}

export const sessionReleaseInput = method({
  name: 'session.release_input',
  summary: 'Release the input lock of a session, so that all clients can write again.',
  needs: ['input.write'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ released: z.boolean().describe('False if this connection did not hold the lock.') }),
  examples: [{ title: 'no lock is held', program: 'asks-name', send: {}, reply: { released: false } }],
  handle: ({ world, caller }, { session }) => ({
    released: world.sessions.get(session).inputLock.release(caller),
  }),
});
