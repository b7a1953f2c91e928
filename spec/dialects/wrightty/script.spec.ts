/** Scripts generated from the actions on a session, sent by any dialect. */
import { describe, expect, it } from 'vitest';
import { formatScript, type ScriptEntry, toScript } from '#dialects/wrightty/script.ts';
import type { RecordedOperation } from '#recording/actionsRecording.ts';

type Sent = Readonly<Record<string, unknown>>;

const did = (...actions: Sent[]): RecordedOperation => ({ time: 0, call: 'input', actions });
const waited = (matcher: Sent, timeout_ms = 30_000): RecordedOperation => ({
  time: 0,
  call: 'wait',
  matcher,
  timeout_ms,
});
const calls = (...operations: RecordedOperation[]) =>
  toScript(operations).map((one: ScriptEntry) => ('method' in one ? [one.method, one.params] : one.unsaid));
const mouse = (value: Sent) => did({ type: 'mouse', value: { row: 1, col: 2, ...value } });
const place = { row: 1, col: 2 };

describe('recorded actions', () => {
  it('contain mouse gestures with modifiers and counts', () => {
    expect(calls(mouse({ event: 'press', button: 'left', modifiers: ['ctrl', 'shift'] }))).toEqual([
      ['Input.sendMouse', { event: 'press', button: 'left', ...place, modifiers: ['Ctrl', 'Shift'] }],
    ]);
    const press = ['Input.sendMouse', { event: 'press', button: 'left', ...place }];
    const release = ['Input.sendMouse', { event: 'release', button: 'left', ...place }];
    expect(calls(mouse({ event: 'click', count: 2 }))).toEqual([press, release, press, release]);
    const down = ['Input.sendMouse', { event: 'scroll', button: 'scrollDown', ...place }];
    expect(calls(mouse({ event: 'scroll', direction: 'down', count: 3 }))).toEqual([down, down, down]);
  });

  it('contain all text, and keys that are separate actions', () => {
    const operations = did(
      { type: 'stream_text', value: { text: 'slow' } },
      { type: 'raw', value: Buffer.from('\x1bx').toString('base64') },
      { type: 'interrupt' },
      { type: 'key', value: 'Enter' },
      { type: 'eof' },
    );
    expect(calls(operations)).toEqual([
      ['Input.sendText', { text: 'slow' }],
      ['Input.sendText', { text: '\x1bx' }],
      ['Input.sendKeys', { keys: ['Ctrl+c', 'Enter', 'Ctrl+d'] }],
    ]);
  });

  it('contain waits with their region and timeout', () => {
    const region = { row: 2, rows: 3, col: 4, cols: 5 };
    expect(
      calls(
        waited({ type: 'contains_text', value: 'x', region }, 5000),
        waited({ type: 'screen_regex', value: 'y', rows: { from: 1, count: 2 } }),
      ),
    ).toEqual([
      [
        'Screen.waitForText',
        { pattern: 'x', region: { top: 2, left: 4, bottom: 4, right: 8 }, timeout: 5000 },
      ],
      [
        'Screen.waitForText',
        {
          pattern: 'y',
          isRegex: true,
          region: { top: 1, left: 0, bottom: 2, right: 999 },
        },
      ],
    ]);
  });

  it('contain comments for unsupported actions', () => {
    expect(
      calls(
        did({ type: 'signal', value: 'int' }, { type: 'raw', value: Buffer.from([255]).toString('base64') }),
        mouse({ event: 'press', button: 'back' }),
        waited({ type: 'bell' }),
      ),
    ).toEqual([
      'signal "int"',
      'raw "/w=="',
      'mouse {"event":"press","button":"back","row":1,"col":2}',
      'wait for {"type":"bell"}',
    ]);
  });
});

describe('a script', () => {
  const script = toScript([
    did({ type: 'text', value: '-rf x' }, { type: 'signal', value: 'int' }),
    mouse({ event: 'move' }),
    waited({ type: 'contains_text', value: '$' }, 100),
    waited({ type: 'contains_text', value: 'done' }),
  ]);

  it('for a shell parses no text as an option, and omits nothing silently', () => {
    expect(formatScript(script, 'cli')).toBe(
      [
        "wrightty send-text -- '-rf x'",
        '# not supported here: signal "int"',
        '# not supported here: Input.sendMouse {"event":"move","button":"none","row":1,"col":2}',
        '# not supported here: Screen.waitForText with {"timeout":100}',
        "wrightty wait-for '$'",
        'wrightty wait-for done',
        '',
      ].join('\n'),
    );
  });

  it('in Python omits nothing silently either', () => {
    expect(String(formatScript(script, 'python')).split('\n').slice(3, -2)).toEqual([
      "term.send_text('-rf x')",
      '# not supported here: signal "int"',
      '# not supported here: Input.sendMouse {"event":"move","button":"none","row":1,"col":2}',
      '# not supported here: Screen.waitForText with {"timeout":100}',
      "term.wait_for('$')",
      "term.wait_for('done')",
    ]);
  });

  it('in JSON contains the calls', () => {
    expect((formatScript(script, 'json') as ScriptEntry[]).length).toBe(4);
  });
});
