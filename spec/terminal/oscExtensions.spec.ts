/** Events for changes by a program: modes, colours, the clipboard, and its reports about itself. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { aScreen } from './aScreen.ts';

const eventsOf = (...output: string[]) => {
  const { screen, feed } = aScreen();
  feed(...output);
  return screen.events.since(0).map(({ kind, facts }) => [kind, facts] as const);
};

const osc = (text: string) => `\x1b]${text}\x07`;

describe('terminal settings that a program changes', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it.each([
    ['the clipboard', osc(`52;c;${base64('taken')}`), 'clipboard', { selection: 'clipboard', text: 'taken' }],
    ['the selection', osc(`52;p;${base64('é')}`), 'clipboard', { selection: 'primary', text: 'é' }],
    ['a mode', '\x1b[?2004h', 'mode', { mode: 'bracketed_paste', value: true }],
    ['the mouse', '\x1b[?1003h', 'mode', { mode: 'mouse_tracking', value: 'any' }],
    ['the cursor', '\x1b[5 q', 'cursor', { visible: true, shape: 'bar', blinks: true }],
    ['a hidden cursor', '\x1b[?25l', 'cursor', { visible: false, shape: 'block', blinks: false }],
    ['a colour', osc('4;4;#0000ff'), 'palette', { color: '4', value: '#0000ff', cause: 'set' }],
    ['the foreground', osc('10;#c8c8c8'), 'palette', { color: 'foreground', value: '#c8c8c8', cause: 'set' }],
    [
      'the pointer',
      osc('14;#c8c8c8'),
      'palette',
      { color: 'pointer_background', value: '#c8c8c8', cause: 'set' },
    ],
    [
      'what is chosen',
      osc('119'),
      'palette',
      { color: 'highlight_foreground', value: '#000000', cause: 'reset' },
    ],
    ['what is bold', osc('5;0;#c8c8c8'), 'palette', { color: 'bold', value: '#c8c8c8', cause: 'set' }],
    ['what is italic', osc('105;4'), 'palette', { color: 'italic', value: '#e5e5e5', cause: 'reset' }],
    ['all styles', osc('105'), 'palette', { color: null, value: null, cause: 'reset', changes: '' }],
    ['all colours', osc('104'), 'palette', { color: null, value: null, cause: 'reset', changes: '' }],
    [
      'a palette that it keeps',
      '\x1b[#P',
      'palette',
      { color: null, value: null, cause: 'push', changes: '' },
    ],
    ['the host', osc('1337;RemoteHost=deploy@prod'), 'remote_host', { user: 'deploy', host: 'prod' }],
    ['a variable', osc(`1337;SetUserVar=a=${base64('b=c')}`), 'user_variable', { name: 'a', value: 'b=c' }],
  ])('%s', (_, output, kind, facts) => {
    expect(eventsOf(output)).toEqual([[kind, facts]]);
  });

  it('are reported together with their cause when many colours change at once', () => {
    const set = osc('4;1;#010203') + osc('10;#040506') + osc('4;2;#00cd00');
    const many = (cause: string, changes: string) => [
      'palette',
      { color: null, value: null, cause, changes },
    ];
    expect(eventsOf(`\x1b[#P${set}\x1b[#P\x1b[1#Q`).slice(4)).toEqual([
      many('push', ''),
      many('pop', '1=#cd0000 foreground=#e5e5e5'),
    ]);
    expect(eventsOf(`${set}\x1b[#P${osc('104')}\x1b[#Q`).slice(4)).toEqual([
      many('reset', '1=#cd0000'),
      many('pop', '1=#010203'),
    ]);
    expect(eventsOf(`${set}\x1bc`).slice(3)).toEqual([many('reset', '1=#cd0000 foreground=#e5e5e5')]);
  });

  it('are not reported by a full reset without changes', () => {
    expect(eventsOf(`${osc('4;1;#cd0000')}\x1bc\x1b[#P\x1bc`).map(([, facts]) => facts)).toEqual([
      expect.objectContaining({ cause: 'set' }),
      expect.objectContaining({ cause: 'push' }),
    ]);
  });

  it.each([
    ['what asks for the clipboard', osc('52;c;?')],
    ['no base64', osc('52;c;*')],
    ['more than is told', osc(`52;c;${'A'.repeat(limits.clipboardChars)}`)],
    ['a mode that is on already', '\x1b[?7h'],
    ['a question about a colour', osc('4;4;?')],
    ['a palette that was never kept', '\x1b[#Q'],
  ])('are not reported for %s', (_, output) => {
    expect(eventsOf(output)).toEqual([]);
  });
});
