/**
 * The samples of the wsh document: the request as it is shown there, and the expected reply. The session that the
 * samples name runs `script`. They are sent once `screenText` is on its screen. `overlay-uuid` and `panel-uuid` are
 * placeholders for the ids of earlier overlays and panels.
 * Long because it is one table of samples, in the order of the document.
 */
import { expect } from 'vitest';

export interface WshSeed {
  readonly title: string;
  /** Runs in the session `dev`. Without it, there is no session. */
  readonly script?: string;
  readonly screenText?: string;
  /** The address of the client. Defaults to the session, if there is one. */
  readonly path?: '/ws/json';
  /** Sent before the sample. */
  readonly setup?: readonly (readonly [method: string, params?: object])[];
  /** Typed by a user before the reply is read. */
  readonly typed?: string;
  readonly send?: object | string;
  /** Minimum content of the reply. */
  readonly reply?: object;
  /** An event that must arrive, with its minimum content. */
  readonly event?: { readonly event: string; readonly [fact: string]: unknown };
  /** For a listener that behaves like the released server. */
  readonly shipped?: true;
}

/** The screen of the document: a prompt, and 150 rows above it. */
const prompt = { script: "printf '$ '; exec cat", screenText: '$' };
const scrolled = { script: "seq 1 173; printf '$ '; exec cat", screenText: '$' };
const silent = {
  script: 'stty -echo; printf ready; while read -r line; do printf "$line"; done',
  screenText: 'ready',
};
const server = { ...prompt, path: '/ws/json' } as const;

const overlay = [
  'create_overlay',
  { x: 60, y: 0, focusable: true, spans: [{ id: 'value', text: 'x' }] },
] as const;
const panel = [
  'create_panel',
  { position: 'bottom', height: 1, spans: [{ id: 'value', text: 'x' }] },
] as const;
const done = (id: number, method: string) => ({ id, method, result: {} });
const screen = {
  epoch: expect.any(Number),
  first_line_index: 0,
  total_lines: 24,
  lines: expect.arrayContaining(['$']),
  cursor: { row: 23, col: 2, visible: true },
  cols: 80,
  rows: 24,
  alternate_active: false,
};
const info = { name: 'dev', pid: expect.any(Number), command: prompt.script, rows: 24, cols: 80 };
const draw = (text: string) => ['send_input', { data: `${text}\n` }] as const;
const follow = (...events: string[]) => ['subscribe', { events, interval_ms: 0 }] as const;

export const wshSeeds: readonly WshSeed[] = [
  { title: 'connected', reply: { connected: true } },
  {
    title: 'get_screen, styled',
    ...prompt,
    send: { id: 1, method: 'get_screen', params: { format: 'styled' } },
    reply: {
      id: 1,
      method: 'get_screen',
      result: {
        epoch: 0,
        cols: 80,
        rows: 24,
        alternate_active: false,
        lines: expect.arrayContaining([[{ text: '$' }]]),
      },
    },
  },
  {
    title: 'invalid JSON',
    send: '{"id": 1, "method"',
    reply: { error: { code: 'invalid_request', message: "Invalid JSON or missing 'method' field." } },
  },
  {
    title: 'subscribe',
    ...prompt,
    send: { id: 1, method: 'subscribe', params: { events: ['lines', 'cursor', 'diffs'] } },
    reply: { id: 1, method: 'subscribe', result: { events: ['lines', 'cursor', 'diffs'] } },
  },
  {
    title: 'the first sync',
    ...scrolled,
    setup: [['subscribe', { events: ['lines', 'cursor', 'diffs'], format: 'plain' }]],
    event: { event: 'sync', seq: 0, screen, scrollback_lines: 150 },
  },
  {
    title: 'get_scrollback',
    ...scrolled,
    send: { id: 2, method: 'get_scrollback', params: { format: 'plain', offset: 0, limit: 50 } },
    reply: {
      id: 2,
      method: 'get_scrollback',
      result: {
        epoch: 0,
        lines: Array.from({ length: 50 }, (_, at) => String(at + 1)),
        total_lines: 174,
        offset: 0,
      },
    },
  },
  {
    title: 'send_input',
    ...prompt,
    send: { id: 3, method: 'send_input', params: { data: 'ls\n' } },
    reply: done(3, 'send_input'),
  },
  {
    title: 'send_input, base64',
    ...prompt,
    send: { id: 4, method: 'send_input', params: { data: 'Aw==', encoding: 'base64' } },
    reply: done(4, 'send_input'),
  },
  {
    title: 'get_input_mode',
    ...prompt,
    send: { id: 5, method: 'get_input_mode' },
    reply: { id: 5, method: 'get_input_mode', result: { mode: 'passthrough' } },
  },
  {
    title: 'get_input_mode, captured',
    ...prompt,
    setup: [['capture_input']],
    send: { id: 5, method: 'get_input_mode' },
    reply: { id: 5, method: 'get_input_mode', result: { mode: 'capture' } },
  },
  {
    title: 'capture_input',
    ...prompt,
    send: { id: 6, method: 'capture_input' },
    reply: done(6, 'capture_input'),
  },
  {
    title: 'release_input',
    ...prompt,
    send: { id: 7, method: 'release_input' },
    reply: done(7, 'release_input'),
  },
  {
    title: 'await_quiesce',
    ...prompt,
    send: { id: 8, method: 'await_quiesce', params: { timeout_ms: 200, format: 'plain' } },
    reply: { id: 8, result: { screen: { rows: 24 }, scrollback_lines: 0, generation: expect.any(Number) } },
  },
  {
    title: 'await_quiesce, last_generation',
    ...prompt,
    send: { id: 9, method: 'await_quiesce', params: { timeout_ms: 200, last_generation: 424242 } },
    reply: { id: 9, result: { generation: expect.any(Number) } },
  },
  {
    title: 'await_quiesce, fresh',
    ...prompt,
    send: { id: 10, method: 'await_quiesce', params: { timeout_ms: 200, fresh: true } },
    reply: { id: 10, result: { generation: expect.any(Number) } },
  },
  {
    title: 'quiesce_timeout',
    ...prompt,
    send: { id: 8, method: 'await_quiesce', params: { timeout_ms: 2_000_000, max_wait_ms: 10 } },
    reply: {
      error: {
        code: 'quiesce_timeout',
        message: 'Terminal did not become quiescent within the deadline.',
      },
    },
  },
  {
    title: 'quiesce_timeout, released server',
    shipped: true,
    ...prompt,
    send: { id: 8, method: 'await_quiesce', params: { timeout_ms: 2_000_000, max_wait_ms: 10 } },
    reply: { error: { code: 'idle_timeout' } },
  },
  {
    title: 'subscribe, quiesce_ms',
    ...prompt,
    send: { method: 'subscribe', params: { events: ['lines'], quiesce_ms: 200 } },
    reply: { method: 'subscribe', result: { events: ['lines'] } },
  },
  {
    title: 'a sync after quiet',
    ...silent,
    setup: [['subscribe', { events: [], quiesce_ms: 50, format: 'plain' }], draw('!')],
    event: {
      event: 'sync',
      seq: 1,
      screen: { lines: expect.arrayContaining(['ready!']) },
      scrollback_lines: 0,
    },
  },
  {
    title: 'create_overlay',
    ...prompt,
    send: {
      id: 10,
      method: 'create_overlay',
      params: { x: 60, y: 0, z: 100, spans: [{ text: 'Status: OK', fg: 'green' }] },
    },
    reply: { id: 10, method: 'create_overlay', result: { id: expect.any(String) } },
  },
  {
    title: 'list_overlays',
    ...prompt,
    setup: [overlay],
    send: { id: 11, method: 'list_overlays' },
    reply: { id: 11, result: [{ id: 'overlay-uuid', x: 60, y: 0, spans: [{ id: 'value', text: 'x' }] }] },
  },
  {
    title: 'get_overlay',
    ...prompt,
    setup: [overlay],
    send: { id: 12, method: 'get_overlay', params: { id: 'overlay-uuid' } },
    reply: { id: 12, result: { id: 'overlay-uuid', focusable: true, screen_mode: 'normal' } },
  },
  {
    title: 'update_overlay',
    ...prompt,
    setup: [overlay],
    send: {
      id: 13,
      method: 'update_overlay',
      params: { id: 'overlay-uuid', spans: [{ text: 'Updated', bold: true }] },
    },
    reply: done(13, 'update_overlay'),
  },
  {
    title: 'patch_overlay',
    ...prompt,
    setup: [overlay],
    send: { id: 14, method: 'patch_overlay', params: { id: 'overlay-uuid', x: 0, y: 23 } },
    reply: done(14, 'patch_overlay'),
  },
  {
    title: 'delete_overlay',
    ...prompt,
    setup: [overlay],
    send: { id: 15, method: 'delete_overlay', params: { id: 'overlay-uuid' } },
    reply: done(15, 'delete_overlay'),
  },
  {
    title: 'clear_overlays',
    ...prompt,
    setup: [overlay],
    send: { id: 16, method: 'clear_overlays' },
    reply: done(16, 'clear_overlays'),
  },
  {
    title: 'create_panel',
    ...prompt,
    send: {
      id: 20,
      method: 'create_panel',
      params: { position: 'bottom', height: 1, spans: [{ text: 'Ready', fg: 'green' }] },
    },
    reply: { id: 20, method: 'create_panel', result: { id: expect.any(String) } },
  },
  {
    title: 'list_panels',
    ...prompt,
    setup: [panel],
    send: { id: 21, method: 'list_panels' },
    reply: { id: 21, result: [{ id: 'panel-uuid', position: 'bottom', height: 1, visible: true }] },
  },
  {
    title: 'get_panel',
    ...prompt,
    setup: [panel],
    send: { id: 22, method: 'get_panel', params: { id: 'panel-uuid' } },
    reply: { id: 22, result: { id: 'panel-uuid', spans: [{ id: 'value', text: 'x' }] } },
  },
  {
    title: 'update_panel',
    ...prompt,
    setup: [panel],
    send: {
      id: 23,
      method: 'update_panel',
      params: { id: 'panel-uuid', position: 'bottom', height: 1, z: 10, spans: [{ text: 'Updated' }] },
    },
    reply: done(23, 'update_panel'),
  },
  {
    title: 'patch_panel',
    ...prompt,
    setup: [panel],
    send: {
      id: 24,
      method: 'patch_panel',
      params: { id: 'panel-uuid', spans: [{ text: 'Patched', bold: true }] },
    },
    reply: done(24, 'patch_panel'),
  },
  {
    title: 'delete_panel',
    ...prompt,
    setup: [panel],
    send: { id: 25, method: 'delete_panel', params: { id: 'panel-uuid' } },
    reply: done(25, 'delete_panel'),
  },
  {
    title: 'clear_panels',
    ...prompt,
    setup: [panel],
    send: { id: 26, method: 'clear_panels' },
    reply: done(26, 'clear_panels'),
  },
  {
    title: 'update_overlay_spans',
    ...prompt,
    setup: [overlay],
    send: {
      id: 30,
      method: 'update_overlay_spans',
      params: { id: 'overlay-uuid', spans: [{ id: 'value', text: 'Updated', fg: 'green' }] },
    },
    reply: done(30, 'update_overlay_spans'),
  },
  {
    title: 'overlay_region_write',
    ...prompt,
    setup: [overlay],
    send: {
      id: 31,
      method: 'overlay_region_write',
      params: { id: 'overlay-uuid', writes: [{ row: 0, col: 0, text: 'X', fg: 'red' }] },
    },
    reply: done(31, 'overlay_region_write'),
  },
  {
    title: 'update_panel_spans',
    ...prompt,
    setup: [panel],
    send: {
      id: 32,
      method: 'update_panel_spans',
      params: { id: 'panel-uuid', spans: [{ id: 'value', text: 'Updated', fg: 'green' }] },
    },
    reply: done(32, 'update_panel_spans'),
  },
  {
    title: 'panel_region_write',
    ...prompt,
    setup: [panel],
    send: {
      id: 33,
      method: 'panel_region_write',
      params: { id: 'panel-uuid', writes: [{ row: 0, col: 0, text: 'X', fg: 'red' }] },
    },
    reply: done(33, 'panel_region_write'),
  },
  {
    title: 'batch_update',
    ...prompt,
    setup: [overlay],
    send: {
      id: 34,
      method: 'batch_update',
      params: {
        id: 'overlay-uuid',
        type: 'overlay',
        spans: [{ id: 'value', text: 'OK' }],
        writes: [{ row: 0, col: 0, text: 'X' }],
      },
    },
    reply: done(34, 'batch_update'),
  },
  {
    title: 'focus',
    ...prompt,
    setup: [overlay],
    send: { id: 35, method: 'focus', params: { id: 'overlay-uuid' } },
    reply: done(35, 'focus'),
  },
  { title: 'unfocus', ...prompt, send: { id: 36, method: 'unfocus' }, reply: done(36, 'unfocus') },
  {
    title: 'get_focus',
    ...prompt,
    setup: [overlay, ['focus', { id: 'overlay-uuid' }]],
    send: { id: 37, method: 'get_focus' },
    reply: { id: 37, result: { focused: 'overlay-uuid' } },
  },
  {
    title: 'get_focus without a focus',
    ...prompt,
    send: { id: 37, method: 'get_focus' },
    reply: { id: 37, result: { focused: null } },
  },
  {
    title: 'get_screen_mode',
    ...prompt,
    send: { id: 38, method: 'get_screen_mode' },
    reply: { id: 38, method: 'get_screen_mode', result: { mode: 'normal' } },
  },
  {
    title: 'enter_alt_screen',
    ...prompt,
    send: { id: 39, method: 'enter_alt_screen' },
    reply: done(39, 'enter_alt_screen'),
  },
  {
    title: 'exit_alt_screen',
    ...prompt,
    setup: [['enter_alt_screen']],
    send: { id: 40, method: 'exit_alt_screen' },
    reply: done(40, 'exit_alt_screen'),
  },
  {
    title: 'overlay_not_found',
    ...prompt,
    send: { id: 3, method: 'get_overlay', params: { id: 'abc-123' } },
    reply: {
      id: 3,
      method: 'get_overlay',
      error: { code: 'overlay_not_found', message: "No overlay exists with id 'abc-123'." },
    },
  },
  {
    title: 'line',
    ...silent,
    setup: [follow('lines'), draw('\\r\\033[K\\033[1m$ \\033[mls')],
    event: { event: 'line', index: 0, total_lines: 24, line: [{ text: '$ ', bold: true }, { text: 'ls' }] },
  },
  {
    title: 'cursor',
    script: silent.script.replace('ready', 'go'),
    screenText: 'go',
    setup: [follow('cursor'), draw('\\033[1;6H')],
    event: { event: 'cursor', row: 0, col: 5, visible: true },
  },
  {
    title: 'mode',
    ...silent,
    setup: [follow('mode'), draw('\\033[?1049h')],
    event: { event: 'mode', seq: 1, alternate_active: true },
  },
  {
    title: 'reset',
    ...silent,
    setup: [follow(), draw('\\033[2J')],
    event: { event: 'reset', seq: 1, reason: 'clear_screen' },
  },
  {
    title: 'sync after a reset',
    ...silent,
    setup: [follow(), draw('\\033[2J')],
    event: { event: 'sync', seq: 2, scrollback_lines: expect.any(Number) },
  },
  {
    title: 'diff',
    ...silent,
    setup: [follow('diffs'), draw('\\033[1;1H0\\033[2;1H1\\033[24;1H23')],
    event: { event: 'diff', changed_lines: [0, 1, 23], screen: { rows: 24 } },
  },
  {
    title: 'input',
    ...prompt,
    setup: [follow('input')],
    typed: '\x1b[A',
    event: {
      event: 'input',
      mode: 'passthrough',
      raw: [27, 91, 65],
      parsed: { key: 'ArrowUp', modifiers: [] },
    },
  },
  {
    title: 'mode, input capture',
    ...prompt,
    setup: [follow('input'), ['capture_input']],
    event: { event: 'mode', mode: 'capture' },
  },
  {
    title: 'get_screen of a session',
    ...server,
    send: { id: 1, method: 'get_screen', session: 'dev', params: { format: 'styled' } },
    reply: { id: 1, method: 'get_screen', result: { rows: 24, cols: 80 } },
  },
  {
    title: 'list_sessions',
    ...server,
    send: { id: 1, method: 'list_sessions' },
    reply: { id: 1, method: 'list_sessions', result: [{ ...info, clients: 0 }] },
  },
  {
    title: 'create_session',
    send: { id: 2, method: 'create_session', params: { name: 'dev', command: 'bash', cwd: '/' } },
    reply: {
      id: 2,
      method: 'create_session',
      result: { name: 'dev', pid: expect.any(Number), command: 'bash', rows: 24, cols: 80, clients: 0 },
    },
  },
  {
    title: 'kill_session',
    ...server,
    send: { id: 3, method: 'kill_session', params: { name: 'dev' } },
    reply: done(3, 'kill_session'),
  },
  {
    title: 'detach_session',
    ...server,
    send: { id: 5, method: 'detach_session', params: { name: 'dev' } },
    reply: done(5, 'detach_session'),
  },
  {
    title: 'rename_session',
    ...server,
    send: { id: 4, method: 'rename_session', params: { name: 'dev', new_name: 'prod' } },
    reply: { id: 4, method: 'rename_session', result: { name: 'prod' } },
  },
  {
    title: 'set_server_mode',
    send: { id: 4, method: 'set_server_mode', params: { persistent: true } },
    reply: { id: 4, method: 'set_server_mode', result: { persistent: true } },
  },
  {
    title: 'session_created',
    setup: [['create_session', { name: 'dev', command: 'cat' }]],
    event: { event: 'session_created', params: { name: 'dev' } },
  },
  {
    title: 'session_renamed',
    ...server,
    setup: [['rename_session', { name: 'dev', new_name: 'prod' }]],
    event: { event: 'session_renamed', params: { old_name: 'dev', new_name: 'prod' } },
  },
  {
    title: 'session_destroyed',
    ...server,
    setup: [['kill_session', { name: 'dev' }]],
    event: { event: 'session_destroyed', params: { name: 'dev' } },
  },
  {
    title: 'subscribe to a session',
    ...server,
    send: { id: 10, method: 'subscribe', session: 'dev', params: { events: ['lines', 'cursor'] } },
    reply: { id: 10, method: 'subscribe', result: { events: ['lines', 'cursor'] } },
  },
  {
    title: 'the first sync of a session on a server connection',
    ...server,
    send: { id: 10, method: 'subscribe', session: 'dev', params: { events: [] } },
    event: { event: 'sync', session: 'dev', seq: 0, screen: { rows: 24 } },
  },
  {
    title: 'the first sync of a session on a server connection, released server',
    shipped: true,
    ...server,
    send: { id: 10, method: 'subscribe', session: 'dev', params: { events: [] } },
    event: { event: 'sync', session: 'dev', params: { seq: 0, screen: { rows: 24 } } },
  },
];
