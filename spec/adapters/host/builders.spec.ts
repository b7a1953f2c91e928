/** The builders of actions and matchers, and the values that they return. */
import { describe, expect, it } from 'vitest';
import { Matcher } from '#matchers/registry.ts';
import { Action } from '#terminal/input/actions.ts';
import { inLua, value } from './shown.ts';

describe('an action', () => {
  it.each([
    ["text('a')", { type: 'text', value: 'a' }],
    ["key('enter')", { type: 'key', value: 'enter' }],
    ["keys{ 'ctrl+c', 'enter' }", { type: 'keys', value: ['ctrl+c', 'enter'] }],
    ["keys{ chords = 'a b', delay_ms = 5 }", { type: 'keys', value: { chords: 'a b', delay_ms: 5 } }],
    ["stream_text('a')", { type: 'stream_text', value: { text: 'a' } }],
    ["stream_text('a', { delay_ms = 1 })", { type: 'stream_text', value: { text: 'a', delay_ms: 1 } }],
    ["stream_text{ text = 'a', delay_ms = 1 }", { type: 'stream_text', value: { text: 'a', delay_ms: 1 } }],
    ["mark_transcript('turn')", { type: 'mark_transcript', value: { label: 'turn' } }],
    ["mark_transcript{ label = 'turn' }", { type: 'mark_transcript', value: { label: 'turn' } }],
    ["signal('int')", { type: 'signal', value: 'int' }],
    ['resize(3, 4)', { type: 'resize', value: { rows: 3, cols: 4 } }],
    ['resize{ rows = 3, cols = 4 }', { type: 'resize', value: { rows: 3, cols: 4 } }],
    ['focus(false)', { type: 'focus', value: { focused: false } }],
    ['interrupt()', { type: 'interrupt' }],
  ])('%s', (written, action) => {
    const built = value(`return ptywright.action.${written}`);
    expect(built).toEqual(action);
    expect(Action.safeParse(built).success).toBe(true);
  });
});

describe('a matcher', () => {
  const stable = { type: 'screen_stable', value: { min_ms: 300 } };
  it.each([
    ["contains_text('x')", { type: 'contains_text', value: 'x' }],
    [
      "contains_text('x', { rows = { from = -1 } })",
      { type: 'contains_text', value: 'x', rows: { from: -1 } },
    ],
    ['cursor_at(1, 2)', { type: 'cursor_at', value: { row: 1, col: 2 } }],
    ['cursor_at{ row = 1, col = 2 }', { type: 'cursor_at', value: { row: 1, col: 2 } }],
    ['screen_stable(300)', stable],
    ['screen_stable{ min_ms = 300 }', stable],
    ["title('x')", { type: 'title', value: { contains: 'x' } }],
    ["title{ regex = 'x' }", { type: 'title', value: { regex: 'x' } }],
    ['process_exited()', { type: 'process_exited' }],
    ['bell()', { type: 'bell' }],
    ['changed(3)', { type: 'changed', value: { since: 3 } }],
    ['alternate_screen()', { type: 'alternate_screen' }],
    ['alternate_screen(false)', { type: 'alternate_screen', value: false }],
    ['any{ ptywright.matcher.screen_stable(300) }', { type: 'any', value: [stable] }],
    ['any(ptywright.matcher.screen_stable(300))', { type: 'any', value: [stable] }],
    [
      'all(ptywright.matcher.screen_stable(300), ptywright.matcher.bell())',
      { type: 'all', value: [stable, { type: 'bell' }] },
    ],
    ["cwd('/tmp')", { type: 'cwd', value: { equals: '/tmp' } }],
    ["cwd{ regex = '^/t' }", { type: 'cwd', value: { regex: '^/t' } }],
    ['command_finished()', { type: 'command_finished' }],
    ['command_finished(0)', { type: 'command_finished', value: { exit_code: 0 } }],
    [
      "command_finished{ command = { equals = 'ls' } }",
      { type: 'command_finished', value: { command: { equals: 'ls' } } },
    ],
    ["event('bell')", { type: 'event', value: { kind: 'bell' } }],
    [
      "event('progress', { facts = { percent = 100 } })",
      { type: 'event', value: { kind: 'progress', facts: { percent: 100 } } },
    ],
    ['any{}', { type: 'any', value: [] }],
    ['not_(ptywright.matcher.screen_stable(300))', { type: 'not', value: stable }],
    ["lua('p', 'f')", { type: 'lua', value: { plugin: 'p', predicate: 'f' } }],
    ["lua('p', 'f', { x = 1 })", { type: 'lua', value: { plugin: 'p', predicate: 'f', params: { x: 1 } } }],
  ])('%s', (written, matcher) => {
    const built = value(`return ptywright.matcher.${written}`);
    expect(built).toEqual(matcher);
    expect(Matcher.safeParse(built).success).toBe(true);
  });
});

describe('permissions', () => {
  const there = (permissions: readonly string[], what: string) =>
    value(`return type(ptywright.${what})`, { permissions });

  it.each([
    ['action.text', 'input.write'],
    ['action.mark_transcript', 'input.write'],
    ['action.kill', 'session.kill'],
    ['action.signal', 'session.kill'],
    ['action.resize', 'session.resize'],
    ['matcher', 'matcher.wait'],
    ['screen', 'screen.read'],
  ])('%s is there with %s, and nil without', (what, needed) => {
    expect(there([needed], what)).not.toBe('nil');
    const others = ['input.write', 'session.kill', 'session.resize', 'matcher.wait', 'screen.read'];
    expect(
      there(
        others.filter((one) => one !== needed),
        what,
      ),
    ).toBe('nil');
  });

  it('do not affect functions that need none', () => {
    for (const what of [
      'state',
      'rules',
      'rule',
      'json.encode',
      'text.trim',
      'log.info',
      'version',
      'plugin.name',
    ])
      expect(there([], what)).not.toBe('nil');
    expect(inLua('return ptywright.plugin', { permissions: ['screen.read'] }).value).toEqual({
      name: 'tried',
      permissions: ['screen.read'],
    });
  });
});

describe('text.lower', () => {
  it('keeps offsets: lowers only ASCII where other letters would change in length', () => {
    expect(value("return ptywright.text.lower('ÄX İX')")).toBe('Äx İx');
    expect(value("return ptywright.text.lower('ÄX')")).toBe('äx');
  });
});
