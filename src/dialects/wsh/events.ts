/** The events of this dialect, each with its own shape, and the method that subscribes to them. */
import { limits } from '#limits.ts';
import { requirePermission } from '#permissionCheck.ts';
import { z } from '#platform/schema.ts';
import { defineEvent } from '#rpc/dialect.ts';
import { method, sessionParams } from './method.ts';
import { LineFormat, ScreenInfo, ScreenLine, toLineFormat } from './screenInfo.ts';
import { getSessionName } from './sessionInfo.ts';
import { eventTypes } from './subscription.ts';

const eventFields = { session: z.string().optional(), seq: z.int() };
const lifecycleEvent = (name: string, summary: string, params: z.ZodObject, example: object) =>
  defineEvent({ name, summary, params: z.object({ params }), example: { params: example } });
const NameField = z.string();
const exampleScreen = {
  epoch: 0,
  first_line_index: 0,
  total_lines: 1,
  lines: [[{ text: '$' }]],
  cursor: { row: 0, col: 1, visible: true },
  cols: 80,
  rows: 1,
  alternate_active: false,
};
const stateFields = { screen: ScreenInfo, scrollback_lines: z.int() };
const InputModeField = z.enum(['passthrough', 'capture']);

export const events = [
  defineEvent({
    name: 'connected',
    params: z.object({}),
    summary: 'Sent first on each connection.',
    example: {},
  }),
  defineEvent({
    name: 'sync',
    summary: 'The full screen. Sent at first, after a reset, after an idle period, and after `lagged`.',
    params: z.object({ ...eventFields, ...stateFields }),
    example: { seq: 0, screen: exampleScreen, scrollback_lines: 0 },
  }),
  defineEvent({
    name: 'line',
    summary: 'A row changed.',
    params: z.object({ ...eventFields, index: z.int(), total_lines: z.int(), line: ScreenLine }),
    example: { seq: 1, index: 0, total_lines: 1, line: [{ text: '$ ls' }] },
  }),
  defineEvent({
    name: 'cursor',
    summary: 'The cursor moved, or its visibility changed.',
    params: z.object({ ...eventFields, row: z.int(), col: z.int(), visible: z.boolean() }),
    example: { seq: 2, row: 0, col: 4, visible: true },
  }),
  defineEvent({
    name: 'mode',
    summary: 'The program switched the screen, or the input mode changed.',
    params: z.object({
      session: z.string().optional(),
      seq: z.int().optional(),
      alternate_active: z.boolean().optional(),
      mode: InputModeField.optional(),
    }),
    example: { seq: 3, alternate_active: true },
  }),
  defineEvent({
    name: 'reset',
    summary: 'The known state of the screen is invalid.',
    params: z.object({ ...eventFields, reason: z.string() }),
    example: { seq: 4, reason: 'clear_screen' },
  }),
  defineEvent({
    name: 'diff',
    summary: 'The rows that changed, and the full screen.',
    params: z.object({ ...eventFields, changed_lines: z.array(z.int()), screen: ScreenInfo }),
    example: { seq: 5, changed_lines: [0], screen: exampleScreen },
  }),
  defineEvent({
    name: 'input',
    summary: 'A person typed a key.',
    params: z.object({
      session: z.string().optional(),
      mode: InputModeField,
      raw: z.array(z.int()),
      parsed: z.object({ key: z.string(), modifiers: z.array(z.string()) }).nullable(),
    }),
    example: { mode: 'passthrough', raw: [27, 91, 65], parsed: { key: 'ArrowUp', modifiers: [] } },
  }),
  defineEvent({
    name: 'idle',
    summary: 'The session is idle.',
    params: z.object({ ...eventFields, generation: z.int(), ...stateFields }),
    example: { seq: 6, generation: 2, screen: exampleScreen, scrollback_lines: 0 },
  }),
  defineEvent({
    name: 'running',
    summary: 'The session is active again.',
    params: z.object({ ...eventFields, generation: z.int() }),
    example: { seq: 7, generation: 3 },
  }),
  defineEvent({
    name: 'lagged',
    summary: 'Events were dropped because the client read too slowly; a sync follows.',
    params: z.object({ ...eventFields, type: z.literal('lagged'), skipped: z.int() }),
    example: { seq: 8, type: 'lagged', skipped: 3 },
  }),
  lifecycleEvent('session_created', 'A session was created.', z.object({ name: NameField }), {
    name: 'dev',
  }),
  lifecycleEvent(
    'session_renamed',
    'A session was renamed.',
    z.object({ old_name: NameField, new_name: NameField }),
    {
      old_name: 'dev',
      new_name: 'prod',
    },
  ),
  lifecycleEvent('session_destroyed', 'A session ended.', z.object({ name: NameField }), { name: 'dev' }),
  lifecycleEvent(
    'session_tags_changed',
    'The tags of a session changed.',
    z.object({ name: NameField, added: z.array(z.string()), removed: z.array(z.string()) }),
    { name: 'dev', added: ['build'], removed: [] },
  ),
] as const;

const Ms = z.int().min(0).max(limits.timeoutMs).nullish();

export const subscribe = method({
  name: 'subscribe',
  summary: 'Subscribe to screen changes; starts with a full sync.',
  details:
    'A new subscription to the same session replaces the previous one. `interval_ms` is the minimum time between two events of a changing screen; an unchanged screen sends none. `idle_timeout_ms` is the newer name of `quiesce_ms`.',
  needs: ['screen.read'],
  throws: ['PermissionDenied'],
  params: z.object({
    ...sessionParams,
    events: z.array(z.enum(eventTypes)).max(limits.batchMessages),
    interval_ms: Ms,
    format: LineFormat,
    quiesce_ms: Ms,
    idle_timeout_ms: Ms,
  }),
  result: z.object({ events: z.array(z.enum(eventTypes)) }),
  examples: [{ title: 'lines', send: { events: ['lines'] }, reply: { events: ['lines'] } }],
  handle: ({ world, caller }, params) => {
    const { session, events, interval_ms, format, quiesce_ms, idle_timeout_ms } = params;
    // Reading typed input also requires `input.write`.
    if (events.includes('input')) requirePermission('input.write', world.server.core);
    const followed = world.session(session);
    const labelled = session != null && !world.ownSession;
    world.subscribe(caller, followed, {
      events: new Set(events),
      intervalMs: interval_ms ?? 100,
      format: toLineFormat(format),
      quietMs: quiesce_ms ?? idle_timeout_ms ?? 0,
      label: labelled ? () => getSessionName(followed) : undefined,
      nested: labelled && world.server.shipped,
    });
    return { events };
  },
});
