/**
 * The samples of the native protocol document for `server.*` and `session.*`: the exact request of the document, and
 * the expected reply. `program` starts the session that the sample calls s1.
 */
import { adapterSeeds } from './adapters.ts';

export interface Seed {
  readonly title: string;
  readonly program?: string;
  /** Starts an adapter of this plugin instead, which the sample calls e1. */
  readonly plugin?: string;
  /** Requests that prepare the sample. */
  readonly setup?: readonly { readonly method: string; readonly params?: Record<string, unknown> }[];
  readonly method: string;
  readonly params?: Record<string, unknown>;
  readonly reply?: unknown;
  /** A list in the reply that must contain an item like this. */
  readonly contains?: { readonly list: string; readonly one: object };
  readonly error?: { readonly code: number; readonly data?: unknown };
  /** A notification after the reply. */
  readonly event?: { readonly method: string; readonly params: Record<string, unknown> };
}

const input = (title: string, action: Record<string, unknown>): Seed => ({
  title: `input ${title}`,
  program: 'asks-name',
  method: 'session.input',
  params: { session: 's1', action },
  reply: { sent: true },
});

const wait = (matcher: Record<string, unknown>, program = 'prints-ready'): Seed => ({
  title: `wait for ${JSON.stringify(matcher)}`,
  program,
  method: 'session.wait',
  params: { session: 's1', matcher, timeout_ms: 5000 },
  reply: { matched: true },
});

const enabled = { method: 'server.set_notifications', params: { enabled: true } };

export const seeds: readonly Seed[] = [
  {
    title: 'server.capabilities',
    method: 'server.capabilities',
    reply: { name: 'ptywright', framing: ['ndjson', 'lsp'] },
  },
  {
    title: 'session.create',
    method: 'session.create',
    params: { program: '/bin/sh', args: ['-lc', 'printf ready'], rows: 24, cols: 80 },
    reply: { session: 's1' },
  },
  { title: 'session.list', program: 'prints-ready', method: 'session.list', reply: { sessions: ['s1'] } },
  input('text', { type: 'text', value: 'help\n' }),
  input('text hello', { type: 'text', value: 'hello' }),
  input('paste', { type: 'paste', value: 'multi\nline' }),
  input('bracketed_paste', { type: 'bracketed_paste', value: 'wrap me in CSI 200~ ... CSI 201~' }),
  input('key', { type: 'key', value: 'enter' }),
  input('resize', { type: 'resize', value: { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 } }),
  input('interrupt', { type: 'interrupt' }),
  input('eof', { type: 'eof' }),
  input('kill', { type: 'kill' }),
  { title: 'server.set_notifications', ...enabled, reply: { enabled: true } },
  {
    title: 'server.set_notifications, filtered',
    method: 'server.set_notifications',
    params: { enabled: true, adapters: ['e1'], sessions: ['s2'] },
    reply: { enabled: true, adapters: ['e1'], sessions: ['s2'] },
  },
  {
    title: 'session.changed',
    setup: [enabled],
    method: 'session.create',
    params: { program: '/bin/sh', args: ['-c', 'printf ready; read -r _'] },
    reply: { session: 's1' },
    event: { method: 'session.changed', params: { session: 's1', sequence: 1 } },
  },
  {
    title: 'session.output',
    setup: [enabled],
    method: 'session.create',
    params: { program: '/bin/sh', args: ['-c', 'echo hello; read -r _'] },
    reply: { session: 's1' },
    event: { method: 'session.output', params: { session: 's1', output: 'hello\r\n' } },
  },
  {
    title: 'session.exited',
    setup: [enabled],
    program: 'prints-ready',
    method: 'session.input',
    params: { session: 's1', action: { type: 'kill' } },
    reply: { sent: true },
    event: { method: 'session.exited', params: { session: 's1', exit_code: null, signal: 'SIGKILL' } },
  },
  {
    title: 'session.wait, with its evidence',
    program: 'prints-ready',
    method: 'session.wait',
    params: { session: 's1', matcher: { type: 'contains_text', value: 'ready' }, timeout_ms: 5000 },
    reply: {
      matched: true,
      sequence: 1,
      snapshot: {
        size: { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 },
        cursor: { row: 0, col: 5, visible: true },
        sequence: 1,
        plain_text: 'ready',
        cells: [],
        alternate_screen: false,
        application_cursor: false,
        application_keypad: false,
        title: null,
      },
      transcript_tail: 'ready',
    },
  },
  wait({ type: 'screen_regex', value: 'rea.y' }),
  wait({ type: 'transcript_contains', value: 'ready' }),
  wait({ type: 'transcript_regex', value: 'rea.y' }),
  wait({ type: 'cursor_at', value: { row: 0, col: 0 } }, 'waits-silently'),
  wait({ type: 'screen_stable', value: { min_ms: 250 } }),
  wait({ type: 'process_exited' }, 'dies-with-7'),
  wait({ type: 'any', value: [{ type: 'contains_text', value: 'ready' }] }),
  wait({
    type: 'all',
    value: [
      { type: 'contains_text', value: 'rea' },
      { type: 'contains_text', value: 'dy' },
    ],
  }),
  {
    title: 'session.snapshot',
    program: 'prints-ready',
    setup: [
      {
        method: 'session.wait',
        params: { session: 's1', matcher: { type: 'contains_text', value: 'ready' } },
      },
    ],
    method: 'session.snapshot',
    params: { session: 's1' },
    reply: { plain_text: 'ready', cells: [], title: null, sequence: 1 },
  },
  {
    title: 'session.transcript',
    program: 'prints-ready-line',
    setup: [
      {
        method: 'session.wait',
        params: { session: 's1', matcher: { type: 'transcript_contains', value: 'ready\n' } },
      },
    ],
    method: 'session.transcript',
    params: { session: 's1' },
    reply: { text: 'ready\n' },
  },
  {
    title: 'session.resize',
    program: 'asks-name',
    method: 'session.resize',
    params: { session: 's1', rows: 40, cols: 120 },
    reply: { resized: true },
  },
  {
    title: 'session.kill',
    program: 'asks-name',
    method: 'session.kill',
    params: { session: 's1' },
    reply: { killed: true },
  },
  {
    title: 'session.kill keeps the last screen',
    program: 'prints-ready',
    setup: [
      {
        method: 'session.wait',
        params: { session: 's1', matcher: { type: 'contains_text', value: 'ready' } },
      },
      { method: 'session.kill', params: { session: 's1' } },
    ],
    method: 'session.snapshot',
    params: { session: 's1' },
    reply: { plain_text: 'ready' },
  },
  {
    title: 'session.close',
    program: 'asks-name',
    method: 'session.close',
    params: { session: 's1' },
    reply: { closed: true },
  },
  {
    title: 'session.snapshot after session.close',
    program: 'asks-name',
    setup: [{ method: 'session.close', params: { session: 's1' } }],
    method: 'session.snapshot',
    params: { session: 's1' },
    error: { code: -32602 },
  },
  { title: '-32601 method not found', method: 'session.dance', error: { code: -32601 } },
  {
    title: '-32602 invalid params',
    method: 'session.create',
    params: {},
    error: { code: -32602, data: { path: 'program' } },
  },
  {
    title: '-32001 matcher timeout',
    program: 'asks-name',
    method: 'session.wait',
    params: { session: 's1', matcher: { type: 'contains_text', value: 'absent' }, timeout_ms: 20 },
    error: { code: -32001 },
  },
  {
    title: '-32002 session closed',
    program: 'dies-with-7',
    method: 'session.wait',
    params: { session: 's1', matcher: { type: 'contains_text', value: 'absent' } },
    error: { code: -32002, data: { session: 's1', exit: { exit_code: 7, signal: null } } },
  },
  ...adapterSeeds,
];
