/**
 * The samples of the termwright document, with its exact values. Samples with the wire `client` show where the released
 * server differs.
 */
export interface TermwrightSeed {
  readonly title: string;
  readonly wire?: 'client';
  /** A program of spec/programs. Defaults to `asks-name`. */
  readonly program?: string;
  /** Requests that prepare the sample. Each must succeed. */
  readonly setup?: readonly { readonly method: string; readonly params?: unknown }[];
  /** The request without its id, or a raw line. */
  readonly send: { readonly method: string; readonly params?: unknown } | string;
  /** Minimum content of the reply. A pattern may match a text. */
  readonly reply: { readonly result: unknown; readonly error?: unknown };
}

const ok = { error: null } as const;

const call = (
  method: string,
  params: unknown,
  result: unknown,
  more: Partial<TermwrightSeed> = {},
): TermwrightSeed => ({
  title: `${method}${params === null ? '' : ` ${JSON.stringify(params)}`}`,
  send: { method, params },
  reply: { result, ...ok },
  ...more,
});

const press = (key: string) => call('press', { key }, null, { program: 'echoes-raw' });
const cell = (char: string) => ({
  char,
  fg: { type: 'default' },
  bg: { type: 'default' },
  bold: false,
  italic: false,
  underline: false,
  inverse: false,
});
const red = { fg: { type: 'indexed', value: 1 }, bold: true };
const shipped = (method: string, params: unknown, result: unknown, more: Partial<TermwrightSeed> = {}) =>
  call(method, params, result, {
    title: `${method} ${JSON.stringify(params)}, released server`,
    wire: 'client',
    reply: { result },
    ...more,
  });
const shippedFailure = (method: string, params: unknown, code: string, message: string) =>
  shipped(method, params, null, { reply: { result: null, error: { code, message } } });

/** The beginning of every PNG, in base64. */
const png = /^iVBORw0KGgo/;

const visible = { method: 'wait_for_text', params: { text: 'name?' } };
const ended = { method: 'wait_for_exit' };
const error = (title: string, method: string, params: unknown, code: number, program?: string) =>
  call(method, params, null, {
    title,
    reply: { result: null, error: { code } },
    ...(program && { program, setup: [ended] }),
  });

export const termwrightSeeds: readonly TermwrightSeed[] = [
  call('handshake', null, { protocol_version: 1 }, {}),
  call('close', null, null),
  call('screen', { format: 'text' }, `name?${'\n'.repeat(23)}`, { setup: [visible] }),
  call(
    'screen',
    { format: 'json' },
    { size: { cols: 80, rows: 24 }, cursor: { row: 0, col: 8 }, cells: [[cell('i'), cell('t')]] },
    { program: 'prints-red', setup: [{ method: 'wait_for_text', params: { text: 'on' } }] },
  ),
  call(
    'screen',
    { format: 'json' },
    { cells: [{ 6: { ...cell('o'), ...red } }] },
    {
      title: 'screen, an indexed color',
      program: 'prints-red',
      setup: [{ method: 'wait_for_text', params: { text: 'on' } }],
    },
  ),
  call(
    'screen',
    { format: 'json' },
    { cells: [{ 0: { fg: { type: 'rgb', r: 255, g: 128, b: 0 } } }] },
    {
      title: 'screen, an RGB color',
      program: 'prints-orange',
      setup: [{ method: 'wait_for_text', params: { text: 'on' } }],
    },
  ),
  call(
    'screen',
    { format: 'json_compact' },
    {
      size: { cols: 80, rows: 24 },
      cursor: { row: 0, col: 6 },
      lines: ['name?', ...Array.from({ length: 23 }, () => '')],
    },
    { setup: [visible] },
  ),
  call('screenshot', { font: 'Menlo', font_size: 14 }, png, { setup: [visible] }),
  call('screenshot', null, png),
  call('resize', { cols: 120, rows: 40 }, null),
  call('status', null, { exited: false, exit_code: null }),
  call(
    'status',
    null,
    { exited: true, exit_code: 7 },
    {
      title: 'status, when exited',
      program: 'dies-with-7',
      setup: [ended],
    },
  ),
  call('type', { text: 'hello world' }, null),
  ...['Enter', 'Tab', 'Escape', 'Backspace', 'Delete', 'Up', 'Down', 'Left', 'Right', 'Home', 'End'].map(
    press,
  ),
  ...['PageUp', 'PageDown', ...Array.from({ length: 12 }, (_, at) => `F${at + 1}`)].map(press),
  ...['a', 'A', '1', '@'].map(press),
  call('hotkey', { modifier: 'ctrl', key: 'c' }, null),
  call('hotkey', { modifier: 'alt', key: 'c' }, null),
  call('raw', { bytes: 'aGVsbG8=' }, null),
  call('mouse_move', { row: 5, col: 10 }, null),
  ...['left', 'middle', 'right'].map((button) => call('mouse_click', { row: 5, col: 10, button }, null)),
  call(
    'wait_for_text',
    { text: 'Ready', timeout_ms: 5000 },
    { found: true, position: { row: 5, col: 10 } },
    {
      program: 'prints-at-a-place',
    },
  ),
  call(
    'wait_for_pattern',
    { pattern: 'error|warning', timeout_ms: 5000 },
    { found: true, matched: 'error', position: { row: 10, col: 0 } },
    { program: 'prints-at-a-place' },
  ),
  call('wait_for_idle', { duration_ms: 500, timeout_ms: 5000 }, null),
  call('wait_for_exit', { timeout_ms: 5000 }, { exit_code: 0 }, { program: 'ends-at-once' }),

  {
    title: 'error -1, general',
    send: 'this is no JSON',
    reply: { result: null, error: { code: -1 } },
  },
  error('error -2, timeout', 'wait_for_text', { text: 'absent', timeout_ms: 50 }, -2),
  error('error -3, process already exited', 'type', { text: 'x' }, -3, 'dies-with-7'),
  error('error -4, invalid parameters', 'resize', { cols: 'wide', rows: 40 }, -4),
  error('error -5, method not found', 'no_such_method', null, -5),

  shipped('status', null, { exited: false, exit_code: null }),
  shippedFailure(
    'wait_for_text',
    { text: 'zzz', timeout_ms: 50 },
    'error',
    "Timeout after 50ms waiting for: text 'zzz' to appear",
  ),
  shippedFailure('no_such_method', null, 'unknown_method', 'unknown method: no_such_method'),
  shipped(
    'screen',
    { format: 'json' },
    {
      cells: [
        {
          6: {
            char: 'o',
            fg: { type: 'Indexed', value: 1 },
            bg: { type: 'Default' },
            attrs: { bold: true, italic: false, underline: false, inverse: false },
          },
        },
      ],
    },
    { program: 'prints-red', setup: [{ method: 'wait_for_text', params: { text: 'on' } }] },
  ),
  shipped(
    'screen',
    { format: 'json_compact' },
    JSON.stringify(
      {
        size: { cols: 80, rows: 24 },
        cursor: { row: 0, col: 6 },
        lines: ['name?', ...Array.from({ length: 23 }, () => '')],
      },
      null,
      2,
    ),
    { setup: [visible] },
  ),
  shipped('wait_for_text', { text: 'name' }, null),
  shipped('wait_for_pattern', { pattern: 'n.me' }, null),
  shipped('wait_for_idle', { idle_ms: 50 }, null),
  shipped('screenshot', { font_size: 14, line_height: 1.2 }, { png_base64: png }),
  shipped('hotkey', { ctrl: true, ch: 'c' }, null),
  shipped('raw', { bytes_base64: 'aGVsbG8=' }, null),
  shipped('press', { key: 'esc' }, null),
  shipped('press', { key: 'page_down' }, null),
  shipped('wait_for_text_gone', { text: 'absent' }, null),
  shipped('wait_for_pattern_gone', { pattern: 'abs.nt' }, null),
  shipped('not_expect_text', { text: 'absent' }, null),
  shipped('not_expect_pattern', { pattern: 'abs.nt' }, null),
  shipped('close', null, null),
];
