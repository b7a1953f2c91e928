/**
 * The samples of the wrightty document: the request as it is shown there, and the expected reply. `script` runs in the
 * shell of the session that the sample names. The sample is sent once `screenText` is on its screen.
 * Long because it is one table of samples, in the order of the document.
 */
import { expect } from 'vitest';

export interface WrighttySeed {
  readonly title: string;
  readonly script?: string;
  readonly screenText?: string;
  /** Sent before the sample. */
  readonly setup?: readonly (readonly [method: string, params: object])[];
  readonly method: string;
  readonly params?: object;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message?: string; readonly data?: unknown };
  /** For a listener that behaves like the released server. */
  readonly shipped?: true;
}

const sessionId = 's1';
const prompt = { script: "printf '$ '; cat", screenText: '$' };
/** Exits differently for SIGTERM and for SIGHUP. */
const requested = {
  script: "trap 'exit 4' TERM; trap 'exit 5' HUP; printf '$ '; while :; do read -r _ || :; done",
  screenText: '$',
};
const white = { r: 229, g: 229, b: 229 };
const black = { r: 0, g: 0, b: 0 };
const plain = {
  bold: false,
  italic: false,
  underline: 'none',
  underlineColor: null,
  strikethrough: false,
  dim: false,
  blink: false,
  reverse: false,
  hidden: false,
};

/** The three scripts of the document, unchanged. */
const scripts = {
  python:
    "from wrightty import Terminal\n\nterm = Terminal.connect()\nterm.send_text('ls -la\\n')\nterm.wait_for('$')\nterm.send_keys('Ctrl+c')\nterm.close()\n",
  json: [
    { method: 'Input.sendText', params: { text: 'ls -la\n' } },
    { method: 'Screen.waitForText', params: { pattern: '$' } },
    { method: 'Input.sendKeys', params: { keys: ['Ctrl+c'] } },
  ],
  cli: "wrightty send-text 'ls -la\\n'\nwrightty wait-for '$'\nwrightty send-keys Ctrl+c\n",
};

export const wrighttySeeds: readonly WrighttySeed[] = [
  {
    title: 'Wrightty.getInfo',
    method: 'Wrightty.getInfo',
    result: {
      version: '0.1.0',
      authentication: 'none',
      capabilities: {
        screenshot: ['text', 'ansi', 'json', 'svg', 'png'],
        supportsResize: true,
        supportsScrollback: true,
        supportsMouse: true,
        supportsSessionCreate: true,
        supportsColorPalette: true,
        supportsRawOutput: true,
        supportsShellIntegration: true,
      },
    },
  },
  {
    title: 'Session.create with all parameters',
    method: 'Session.create',
    params: {
      shell: '/bin/sh',
      args: ['-i'],
      cols: 80,
      rows: 24,
      env: { TERM: 'xterm-256color', LANG: 'en_US.UTF-8' },
      cwd: '/',
    },
    result: { sessionId },
  },
  {
    title: 'Session.create without parameters',
    method: 'Session.create',
    params: { cols: 80, rows: 24 },
    result: { sessionId },
  },
  {
    title: 'Session.destroy',
    ...prompt,
    method: 'Session.destroy',
    params: { sessionId, signal: 'SIGTERM' },
    result: { exitCode: null },
  },
  {
    title: 'Session.destroy without a signal',
    ...requested,
    method: 'Session.destroy',
    params: { sessionId },
    result: { exitCode: 4 },
  },
  {
    title: 'Session.destroy without a signal, released server',
    ...requested,
    shipped: true,
    method: 'Session.destroy',
    params: { sessionId },
    result: { exitCode: 5 },
  },
  {
    title: 'Session.destroy after the exit',
    script: 'exit 3',
    setup: [['Screen.waitForText', { sessionId, pattern: 'x', timeout: 5000 }]],
    method: 'Session.destroy',
    params: { sessionId },
    result: { exitCode: 3 },
  },
  {
    title: 'Session.list',
    script: "printf '\\033]2;bash\\007$ '; cd /; exec cat",
    screenText: '$',
    method: 'Session.list',
    result: {
      sessions: [{ sessionId, title: 'bash', cols: 80, rows: 24, running: true, alternateScreen: false }],
    },
  },
  {
    title: 'Session.getInfo',
    ...prompt,
    method: 'Session.getInfo',
    params: { sessionId },
    result: { sessionId, cols: 80, rows: 24, running: true, alternateScreen: false },
  },
  {
    title: 'Input.sendKeys',
    ...prompt,
    method: 'Input.sendKeys',
    params: {
      sessionId,
      keys: [
        { key: 'Char', char: 'l', modifiers: [] },
        { key: 'Char', char: 's', modifiers: [] },
        { key: 'Enter' },
      ],
    },
    result: {},
  },
  {
    title: 'Input.sendKeys with key names only',
    ...prompt,
    method: 'Input.sendKeys',
    params: { sessionId, keys: ['h', 'e', 'l', 'l', 'o', 'Enter', 'Ctrl+c'] },
    result: {},
  },
  {
    title: 'Input.sendText',
    ...prompt,
    method: 'Input.sendText',
    params: { sessionId, text: 'echo hello world\n' },
    result: {},
  },
  {
    title: 'Input.sendMouse',
    script: "printf '\\033[?1000;1006hon'; cat",
    screenText: 'on',
    method: 'Input.sendMouse',
    params: { sessionId, event: 'press', button: 'left', row: 5, col: 12, modifiers: [] },
    result: {},
  },
  {
    title: 'Screen.getContents',
    ...prompt,
    method: 'Screen.getContents',
    params: { sessionId, region: { top: 0, left: 0, bottom: 0, right: 0 } },
    result: {
      rows: 24,
      cols: 80,
      cursor: { row: 0, col: 2, visible: true, shape: 'block' },
      cells: [[{ char: '$', width: 1, fg: white, bg: black, attrs: plain, hyperlink: null }]],
      alternateScreen: false,
    },
  },
  {
    title: 'Screen.getText',
    script: "printf '$ echo hello\\r\\nhello\\r\\n$ _'; cat",
    screenText: '$ _',
    method: 'Screen.getText',
    params: { sessionId, region: null, trimTrailingWhitespace: true },
    result: { text: '$ echo hello\nhello\n$ _' },
  },
  {
    title: 'Screen.getScrollback',
    script: "printf '%s\\r\\n' one two three; printf end; cat",
    screenText: 'end',
    setup: [['Terminal.resize', { sessionId, cols: 80, rows: 2 }]],
    method: 'Screen.getScrollback',
    params: { sessionId, lines: 100, offset: 0 },
    result: {
      lines: [
        { text: 'one', lineNumber: -2 },
        { text: 'two', lineNumber: -1 },
      ],
      totalScrollback: 2,
    },
  },
  {
    title: 'Screen.screenshot',
    ...prompt,
    method: 'Screen.screenshot',
    params: { sessionId, format: 'png', theme: null, font: { family: 'JetBrains Mono', size: 14 } },
    result: { format: 'png' },
  },
  {
    title: 'Screen.waitForText',
    ...prompt,
    method: 'Screen.waitForText',
    params: { sessionId, pattern: '\\$\\s*$', isRegex: true, region: null, timeout: 5000, interval: 100 },
    result: { found: true, matches: [{ text: '$ ', row: 0, col: 0, length: 2 }] },
  },
  {
    title: 'Screen.waitForText, timed out',
    ...prompt,
    method: 'Screen.waitForText',
    params: { sessionId, pattern: 'never', timeout: 20 },
    result: { found: false, matches: [] },
  },
  {
    title: 'Screen.waitForCursor',
    script: "printf '\\033[6;13H'; cat",
    method: 'Screen.waitForCursor',
    params: { sessionId, row: 5, col: 12, timeout: 5000 },
    result: { cursor: { row: 5, col: 12, visible: true, shape: 'block' } },
  },
  {
    title: 'Terminal.resize',
    ...prompt,
    method: 'Terminal.resize',
    params: { sessionId, cols: 120, rows: 40 },
    result: {},
  },
  {
    title: 'Terminal.getSize',
    ...prompt,
    setup: [['Terminal.resize', { sessionId, cols: 120, rows: 40 }]],
    method: 'Terminal.getSize',
    params: { sessionId },
    result: { cols: 120, rows: 40 },
  },
  {
    title: 'Terminal.setColorPalette',
    ...prompt,
    method: 'Terminal.setColorPalette',
    params: {
      sessionId,
      palette: {
        0: black,
        1: { r: 204, g: 0, b: 0 },
        15: { r: 255, g: 255, b: 255 },
        foreground: { r: 200, g: 200, b: 200 },
        background: { r: 30, g: 30, b: 30 },
        cursor: { r: 255, g: 255, b: 0 },
      },
    },
    result: {},
  },
  {
    title: 'Terminal.getColorPalette',
    ...prompt,
    setup: [['Terminal.setColorPalette', { sessionId, palette: { 1: { r: 204, g: 0, b: 0 } } }]],
    method: 'Terminal.getColorPalette',
    params: { sessionId },
    result: { palette: { 0: black, 1: { r: 204, g: 0, b: 0 }, foreground: white } },
  },
  {
    title: 'Terminal.getModes',
    script: "printf '\\033[?2004;1006hon'; cat",
    screenText: 'on',
    method: 'Terminal.getModes',
    params: { sessionId },
    result: {
      cursorKeyMode: 'normal',
      keypadMode: 'numeric',
      alternateScreen: false,
      bracketedPaste: true,
      mouseTracking: 'none',
      mouseEncoding: 'sgr',
      focusReporting: false,
      cursorVisible: true,
      cursorStyle: 'block',
      autoWrap: true,
      reverseVideo: false,
      originMode: false,
      synchronizedOutput: false,
    },
  },
  {
    title: 'Recording.startSession',
    ...prompt,
    method: 'Recording.startSession',
    params: { sessionId, includeInput: true },
    result: { recordingId: 'r1' },
  },
  {
    title: 'Recording.stopSession',
    script: "printf 'hello\\r\\n'; cat",
    screenText: 'hello',
    setup: [['Recording.startSession', { sessionId, includeInput: true }]],
    method: 'Recording.stopSession',
    params: { recordingId: 'r1' },
    result: { format: 'asciicast-v2' },
  },
  {
    title: 'Recording.startActions',
    ...prompt,
    method: 'Recording.startActions',
    params: { sessionId, format: 'python' },
    result: { recordingId: 'r1' },
  },
  ...(['python', 'json', 'cli'] as const).map((format) => ({
    title: `Recording.stopActions as ${format}`,
    ...prompt,
    setup: [
      ['Recording.startActions', { sessionId, format }],
      ['Input.sendText', { sessionId, text: 'ls -la\n' }],
      ['Screen.waitForText', { sessionId, pattern: '$' }],
      ['Input.sendKeys', { sessionId, keys: ['Ctrl+c'] }],
    ] as const,
    method: 'Recording.stopActions',
    params: { recordingId: 'r1' },
    result: { format, actions: 3, data: scripts[format] },
  })),
  {
    title: 'Recording.captureScreen',
    ...prompt,
    method: 'Recording.captureScreen',
    params: { sessionId, format: 'svg' },
    result: { frameId: 0, format: 'svg' },
  },
  {
    title: 'Recording.startVideo',
    ...prompt,
    method: 'Recording.startVideo',
    params: { sessionId, fps: 30, format: 'gif' },
    result: { recordingId: 'r1' },
  },
  {
    title: 'Recording.stopVideo',
    ...prompt,
    setup: [['Recording.startVideo', { sessionId, format: 'gif' }]],
    method: 'Recording.stopVideo',
    params: { recordingId: 'r1' },
    result: { format: 'gif', path: expect.stringMatching(/\/wrightty-r1\.gif$/), width: 720, height: 432 },
  },
  {
    title: 'Events.subscribe',
    ...prompt,
    method: 'Events.subscribe',
    params: {
      sessionId,
      events: ['Screen.updated', 'Session.exited', 'Shell.commandFinished'],
      options: { screenDebounceMs: 16 },
    },
    result: {
      subscriptionId: 'sub_001',
      subscribedEvents: ['Screen.updated', 'Session.exited', 'Shell.commandFinished'],
    },
  },
  {
    title: 'Events.subscribe with an unknown event',
    ...prompt,
    method: 'Events.subscribe',
    params: { sessionId, events: ['Terminal.bell', 'Terminal.smelled', 'terminal.bell'] },
    result: { subscriptionId: 'sub_001', subscribedEvents: ['Terminal.bell'] },
  },
  {
    title: 'Events.unsubscribe',
    ...prompt,
    setup: [['Events.subscribe', { sessionId, events: ['*'] }]],
    method: 'Events.unsubscribe',
    params: { subscriptionId: 'sub_001' },
    result: {},
  },
  {
    title: '1001 SessionNotFound',
    method: 'Session.getInfo',
    params: { sessionId: 'nonexistent-id' },
    error: { code: 1001, message: 'Session not found', data: { sessionId: 'nonexistent-id' } },
  },
  {
    title: '1002 SessionDestroyed',
    ...prompt,
    setup: [['Session.destroy', { sessionId }]],
    method: 'Screen.getText',
    params: { sessionId },
    error: { code: 1002, data: { sessionId } },
  },
  {
    title: '1002 input to a program that has ended',
    script: 'exit 0',
    setup: [['Screen.waitForText', { sessionId, pattern: 'x', timeout: 5000 }]],
    method: 'Input.sendText',
    params: { sessionId, text: 'x' },
    error: { code: 1002 },
  },
  {
    title: '1003 WaitTimeout',
    ...prompt,
    method: 'Screen.waitForCursor',
    params: { sessionId, row: 20, col: null, timeout: 20 },
    error: { code: 1003 },
  },
  {
    title: '1004 InvalidPattern',
    ...prompt,
    method: 'Screen.waitForText',
    params: { sessionId, pattern: '(', isRegex: true },
    error: { code: 1004 },
  },
  {
    title: '1005 SpawnFailed',
    method: 'Session.create',
    params: { shell: '/no/such/shell' },
    error: { code: 1005 },
  },
  {
    title: '1006 mouse coordinates in pixels',
    script: "printf '\\033[?1000;1016hon'; cat",
    screenText: 'on',
    method: 'Input.sendMouse',
    params: { sessionId, event: 'scroll', button: 'scrollUp', row: 0, col: 0 },
    error: { code: 1006 },
  },
  {
    title: '-32006 mouse tracking is off',
    ...prompt,
    method: 'Input.sendMouse',
    params: { sessionId, event: 'scroll', button: 'scrollUp', row: 0, col: 0 },
    error: { code: -32006 },
  },
  {
    title: '1008 SubscriptionNotFound',
    method: 'Events.unsubscribe',
    params: { subscriptionId: 'sub_009' },
    error: { code: 1008 },
  },
  { title: '-32601', method: 'Session.nothing', error: { code: -32601, message: 'Method not found' } },
  {
    title: '-32602 an unknown key name',
    ...prompt,
    method: 'Input.sendKeys',
    params: { sessionId, keys: ['NoSuchKey'] },
    error: { code: -32602, data: { path: 'keys.0' } },
  },
  {
    title: '-32602 a parameter name in another spelling',
    method: 'Session.getInfo',
    params: { session_id: 's1' },
    error: { code: -32602, data: { path: 'sessionId' } },
  },
  {
    title: 'Wrightty.getInfo, released server',
    shipped: true,
    method: 'Wrightty.getInfo',
    result: { implementation: 'wrightty-server' },
  },
  {
    title: '1001 a session that was destroyed, released server',
    ...prompt,
    shipped: true,
    setup: [['Session.destroy', { sessionId }]],
    method: 'Screen.getText',
    params: { sessionId },
    error: { code: 1001 },
  },
  {
    title: 'Recording.startVideo, released server',
    script: 'cat',
    shipped: true,
    method: 'Recording.startVideo',
    params: { sessionId, intervalMs: 500 },
    result: { recordingId: 'vid-1' },
  },
  {
    title: 'Screen.getScrollback, released server',
    script: "printf '%s\\r\\n' one two three; printf end; cat",
    screenText: 'end',
    shipped: true,
    setup: [['Terminal.resize', { sessionId, cols: 80, rows: 2 }]],
    method: 'Screen.getScrollback',
    params: { sessionId, lines: 100, offset: 0 },
    result: {
      lines: [
        { text: 'two', lineNumber: -1 },
        { text: 'one', lineNumber: -2 },
      ],
    },
  },
  {
    title: 'Screen.screenshot as json',
    script: 'sleep 60',
    setup: [['Terminal.resize', { sessionId, cols: 2, rows: 1 }]],
    method: 'Screen.screenshot',
    params: { sessionId, format: 'json' },
    result: { format: 'json', data: expect.stringMatching(/^\{"rows":1,"cols":2,/) },
  },
  {
    title: 'Screen.screenshot as json, released server',
    script: 'sleep 60',
    shipped: true,
    setup: [['Terminal.resize', { sessionId, cols: 2, rows: 1 }]],
    method: 'Screen.screenshot',
    params: { sessionId, format: 'json' },
    result: { format: 'json', data: expect.stringMatching(/^\[\[\{"char"/), width: 2, height: 1 },
  },
  {
    title: 'Input.sendKeys with unknown key names, released server',
    ...prompt,
    shipped: true,
    method: 'Input.sendKeys',
    params: { sessionId, keys: ['NoSuchKey'] },
    result: {},
  },
];
