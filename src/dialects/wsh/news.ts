/** What is said unasked, each as an object of its own shape. */
import { z } from '../../platform/schema.ts';
import { event } from '../../rpc/event.ts';
import { Line, ScreenShape } from './lines.ts';

const of = { session: z.string().optional(), seq: z.int() };
const lifecycle = (name: string, summary: string, params: z.ZodObject, example: object) =>
  event({ name, since: 1, summary, params: z.object({ params }), example: { params: example } });
const Name = z.string();
const screen = {
  epoch: 0,
  first_line_index: 0,
  total_lines: 1,
  lines: [[{ text: '$' }]],
  cursor: { row: 0, col: 1, visible: true },
  cols: 80,
  rows: 1,
  alternate_active: false,
};
const state = { screen: ScreenShape, scrollback_lines: z.int() };
const Input = z.enum(['passthrough', 'capture']);

export const events = [
  event({
    name: 'connected',
    since: 1,
    summary: 'The first word on a connection.',
    params: z.object({}),
    example: {},
  }),
  event({
    name: 'sync',
    since: 1,
    summary: 'All of the screen: at first, after a reset, after quiet, and for who was too slow.',
    params: z.object({ ...of, ...state }),
    example: { seq: 0, screen, scrollback_lines: 0 },
  }),
  event({
    name: 'line',
    since: 1,
    summary: 'One row is different.',
    params: z.object({ ...of, index: z.int(), total_lines: z.int(), line: Line }),
    example: { seq: 1, index: 0, total_lines: 1, line: [{ text: '$ ls' }] },
  }),
  event({
    name: 'cursor',
    since: 1,
    summary: 'The cursor is elsewhere.',
    params: z.object({ ...of, row: z.int(), col: z.int(), visible: z.boolean() }),
    example: { seq: 2, row: 0, col: 4, visible: true },
  }),
  event({
    name: 'mode',
    since: 1,
    summary: 'The program uses the other screen; or what people type goes elsewhere.',
    params: z.object({
      session: z.string().optional(),
      seq: z.int().optional(),
      alternate_active: z.boolean().optional(),
      mode: Input.optional(),
    }),
    example: { seq: 3, alternate_active: true },
  }),
  event({
    name: 'reset',
    since: 1,
    summary: 'What was known of the screen is worth nothing any more.',
    params: z.object({ ...of, reason: z.string() }),
    example: { seq: 4, reason: 'clear_screen' },
  }),
  event({
    name: 'diff',
    since: 1,
    summary: 'Which rows are different, and all of the screen.',
    params: z.object({ ...of, changed_lines: z.array(z.int()), screen: ScreenShape }),
    example: { seq: 5, changed_lines: [0], screen },
  }),
  event({
    name: 'input',
    since: 1,
    summary: 'A person has typed a key.',
    params: z.object({
      session: z.string().optional(),
      mode: Input,
      raw: z.array(z.int()),
      parsed: z.object({ key: z.string(), modifiers: z.array(z.string()) }).nullable(),
    }),
    example: { mode: 'passthrough', raw: [27, 91, 65], parsed: { key: 'ArrowUp', modifiers: [] } },
  }),
  event({
    name: 'idle',
    since: 1,
    summary: 'Nothing has gone on for a while.',
    params: z.object({ ...of, generation: z.int(), ...state }),
    example: { seq: 6, generation: 2, screen, scrollback_lines: 0 },
  }),
  event({
    name: 'running',
    since: 1,
    summary: 'Something goes on again.',
    params: z.object({ ...of, generation: z.int() }),
    example: { seq: 7, generation: 3 },
  }),
  event({
    name: 'lagged',
    since: 1,
    summary: 'The client was too slow to be told all; a sync follows.',
    params: z.object({ ...of, type: z.literal('lagged'), skipped: z.int() }),
    example: { seq: 8, type: 'lagged', skipped: 3 },
  }),
  lifecycle('session_created', 'There is one more session.', z.object({ name: Name }), { name: 'dev' }),
  lifecycle(
    'session_renamed',
    'A session is called otherwise.',
    z.object({ old_name: Name, new_name: Name }),
    {
      old_name: 'dev',
      new_name: 'prod',
    },
  ),
  lifecycle('session_destroyed', 'A session is over.', z.object({ name: Name }), { name: 'dev' }),
  lifecycle(
    'session_tags_changed',
    'A session is tagged otherwise.',
    z.object({ name: Name, added: z.array(z.string()), removed: z.array(z.string()) }),
    { name: 'dev', added: ['build'], removed: [] },
  ),
] as const;
