import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { leaked, secretSamples } from '../redaction/samples.ts';
import { aScreen } from './aScreen.ts';

const eventsOf = (...output: string[]) => {
  const { screen, feed } = aScreen();
  feed(...output);
  return screen.events.since(0).map(({ kind, facts }) => [kind, facts] as const);
};

const osc = (text: string) => `\x1b]${text}\x07`;

const at = (line: number | null, col: number) => ({ line, col });

describe('terminal events of a program', () => {
  it.each([
    ['a title', osc('2;one'), [['title', { text: 'one' }]]],
    ['an icon name', osc('1;i'), [['icon_name', { text: 'i' }]]],
    [
      'both at once',
      osc('0;t'),
      [
        ['icon_name', { text: 't' }],
        ['title', { text: 't' }],
      ],
    ],
    [
      'both, kept and brought back',
      `${osc('1;i')}${osc('2;t')}\x1b[22;0t${osc('0;x')}\x1b[23;0t`,
      [
        ['icon_name', { text: 'i' }],
        ['title', { text: 't' }],
        ['icon_name', { text: 'x' }],
        ['title', { text: 'x' }],
        ['icon_name', { text: 'i' }],
        ['title', { text: 't' }],
      ],
    ],
    [
      'an icon name, kept and brought back, and nothing that was not kept',
      `\x1b[22;1t${osc('1;x')}\x1b[23;1t\x1b[23t\x1b[23;1t\x1b[23;2t`,
      [
        ['icon_name', { text: 'x' }],
        ['icon_name', { text: '' }],
      ],
    ],
    [
      'a title brought back beside an icon name that nobody changed',
      `\x1b[22t${osc('2;x')}\x1b[23t`,
      [
        ['title', { text: 'x' }],
        ['title', { text: '' }],
      ],
    ],
    ['the bell', '\x07', [['bell', { bells: 1 }]]],
    [
      'a directory as a URL',
      osc('7;file://host/a%20b'),
      [['cwd', { path: '/a b', uri: 'file://host/a%20b' }]],
    ],
    [
      'a directory with more numbers than it needs',
      osc('7;file://host/%61b%5Fc%3f%23%2520'),
      [['cwd', { path: '/ab_c?#%20', uri: 'file://host/ab_c%3F%23%2520' }]],
    ],
    ['a directory of ConEmu', osc('9;9;"/a b"'), [['cwd', { path: '/a b' }]]],
    ['a directory of iTerm', osc('1337;CurrentDir=/a'), [['cwd', { path: '/a' }]]],
    ['no directory', osc('7;http://x/') + osc('7;file:///%') + osc('1337;SetMark') + osc('9;9;'), []],
    [
      'the other screen, once each way',
      '\x1b[?1049h\x1b[?1049h\x1b[?1049l\x1b[?1049l',
      [
        ['alternate_screen', { on: true }],
        ['alternate_screen', { on: false }],
      ],
    ],
    [
      'a reset that leaves the other screen',
      '\x1b[?47h\x1bc\x1bc',
      [
        ['alternate_screen', { on: true }],
        ['alternate_screen', { on: false }],
      ],
    ],
  ])('%s', (_, output, events) => {
    expect(eventsOf(output)).toEqual(events);
  });

  it.each([
    ['OSC 9', osc('9;done; well'), { title: null, text: 'done; well', source: 'osc9' }],
    ['OSC 777', osc('777;notify;A;b;c'), { title: 'A', text: 'b;c', source: 'osc777' }],
    ['OSC 99, one piece', osc('99;;hello'), { title: 'hello', text: '', source: 'osc99' }],
    [
      'OSC 99 that is urgent',
      osc('99;u=2;now'),
      { title: 'now', text: '', source: 'osc99', urgency: 'critical' },
    ],
    [
      'OSC 99, a body',
      osc('99;i=1:d=0;T') + osc('99;i=1:p=body:d=0;a') + osc('99;i=1:p=body;b'),
      { title: 'T', text: 'ab', source: 'osc99' },
    ],
    ['OSC 99 in base64', osc('99;e=1;aGk='), { title: 'hi', text: '', source: 'osc99' }],
    ['OSC 99 without a title', osc('99;p=body;hi'), { title: 'hi', text: '', source: 'osc99' }],
    ['a number that nobody uses', osc('9;2026'), { title: null, text: '2026', source: 'osc9' }],
  ])('are sent for a notification in %s', (_, output, facts) => {
    expect(eventsOf(output)).toEqual([['notification', { urgency: 'normal', ...facts }]]);
  });

  it.each([
    '9;1;100',
    '9;12',
    '777;precmd',
    '99;p=close:i=1;',
    '99;d=0;more follows',
    '99;;',
    '133;',
    '133;Z',
    '633;P;Cwd=/a',
    '1337;File=:AAAA',
  ])('are not sent for %s', (text) => {
    expect(eventsOf(osc(text))).toEqual([]);
  });

  it('are separate for notifications whose pieces are mixed', () => {
    const pieces = ['i=1:d=0;one', 'i=2;two', 'i=1:p=body;its body', 'i=2:p=body;without'];
    expect(eventsOf(pieces.map((piece) => osc(`99;${piece}`)).join(''))).toEqual(
      [
        ['two', ''],
        ['one', 'its body'],
        ['without', ''],
      ].map(([title, text]) => ['notification', { title, text, source: 'osc99', urgency: 'normal' }]),
    );
  });

  it('drop the oldest of too many incomplete notifications', () => {
    const begun = Array.from({ length: limits.unfinishedNotices + 1 }, (_, id) =>
      osc(`99;i=${id}:d=0;title`),
    );
    const titles = eventsOf([...begun, osc('99;i=1:p=body;a'), osc('99;i=0:p=body;b')].join(''));
    expect(titles.map(([, facts]) => (facts as { title: string | null }).title)).toEqual(['title', 'b']);
  });

  it('split no secret, in any kind of event', () => {
    const jwt = secretSamples.find(({ kind }) => kind === 'jwt')!.make(5);
    const long = (room: number) => `${'x'.repeat(room - 100)}/${jwt}`;
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const outputs = [
      osc(`2;${long(limits.titleChars)}`),
      osc(`9;${long(limits.terminalEventChars)}`),
      osc(`99;;${long(limits.terminalEventChars)}`),
      osc(`99;d=0:p=body;${long(limits.terminalEventChars).slice(0, -60)}`) +
        osc(`99;p=body;${jwt.slice(-60)}`),
      osc(`1337;File=size=1;name=${base64(long(Math.floor((limits.pathChars * 3) / 4) - 30))}:AAAA`),
      osc(`5113;ac=send;n=${base64(long(Math.floor((limits.pathChars * 3) / 4) - 30))}`),
    ];
    for (const output of outputs) {
      const facts = JSON.stringify(eventsOf(output));
      expect(facts).not.toBe('[]');
      expect(leaked(jwt, facts), output.slice(0, 30)).toBeUndefined();
    }
  });

  it.each([
    ['9;4;1;30', 'normal', 30],
    ['9;4;2;999', 'error', 100],
    ['9;4;3;30', 'indeterminate', null],
    ['9;4;4', 'paused', null],
    ['9;4;0', 'none', null],
    ['9;4', 'none', null],
    ['9;4;;30', 'none', null],
  ])('report progress %s', (text, state, percent) => {
    expect(eventsOf(osc(text))).toEqual([['progress', { state, percent }]]);
  });

  it.each(['9;4;5;30', '9;4;7', '9;4;x', '9;4;__proto__;1'])('ignore the unknown state of %s', (text) => {
    expect(eventsOf(osc(`9;4;1;30`) + osc(text))).toEqual([['progress', { state: 'normal', percent: 30 }]]);
  });
});

describe('a line', () => {
  const lineOf = (screen: ReturnType<typeof aScreen>['screen']) => screen.events.since(0).at(-1)?.facts.line;

  it('is counted from the beginning, including rows that the scrollback dropped', () => {
    const { screen, feed } = aScreen(4, 20, { scrollback: 10 });
    feed('x\r\n'.repeat(1000), osc('133;A'));
    expect(lineOf(screen)).toBe(1000);
    feed('\x1b[2J\x1b[3J\x1b[H', osc('133;A'));
    expect(lineOf(screen)).toBe(997);
  });

  it('continues after a reset', () => {
    const { screen, feed } = aScreen(4, 20, { scrollback: 10 });
    feed('x\r\n'.repeat(1000), '\x1bc', osc('133;A'));
    expect(lineOf(screen)).toBe(1001);
    feed('x\r\n'.repeat(100), osc('133;A'));
    expect(lineOf(screen)).toBe(1101);
  });

  it('of the main screen does not move while the other one scrolls', () => {
    const { screen, feed } = aScreen(4, 20, { scrollback: 10 });
    feed('x\r\n'.repeat(20), '\x1b[?1049h', 'y\r\n'.repeat(100), '\x1b[?1049l', osc('133;A'));
    expect(lineOf(screen)).toBe(20);
  });
});

describe('the log', () => {
  it('numbers its events and returns those after a number', () => {
    const { screen, feed } = aScreen();
    feed(osc('2;a'), '\x1b]133;A\x07\x1b]133;B\x07');
    expect(screen.events.since(1).map(({ number }) => number)).toEqual([2, 3]);
    expect(screen.events.since(3)).toEqual([]);
    expect(screen.events.since(99)).toEqual([]);
    expect(screen.events.lastNumber).toBe(3);
  });

  it('returns the sequence of the screen that contains the output', () => {
    const { screen, feed } = aScreen();
    feed('a', `${osc('133;C')}b`, osc('133;D'));
    expect(screen.events.since(0).map(({ sequence }) => sequence)).toEqual([2, 2]);
    expect(screen.sequence).toBe(2);
  });

  it('keeps so many, and a flood of one kind costs that kind', () => {
    const { screen, feed } = aScreen();
    feed(osc('133;D;5'));
    for (let title = 0; title < 10_000; title++) feed(osc(`2;${title}`));
    const kept = screen.events.since(0);
    expect(kept).toHaveLength(limits.terminalEvents);
    expect(kept[0]).toMatchObject({ kind: 'command_finished', facts: { exit_code: 5 } });
    expect(kept.at(-1)).toMatchObject({ number: 10_001, facts: { text: '9999' } });
  });

  it('a long row of bells is some events, the last with how many there were', () => {
    const events = eventsOf('\x07'.repeat(3000), osc('2;t'), '\x07\x07');
    expect(events).toHaveLength(limits.eventsAtOnce + 3);
    expect(events.slice(limits.eventsAtOnce - 2)).toEqual([
      ['bell', { bells: limits.eventsAtOnce - 1 }],
      ['bell', { bells: 3000 }],
      ['title', { text: 't' }],
      ['bell', { bells: 3001 }],
      ['bell', { bells: 3002 }],
    ]);
  });

  it('bounds the text of one', () => {
    const long = 'word '.repeat(limits.terminalEventChars);
    const facts = eventsOf(
      osc(`9;${long}`),
      osc(`99;d=0:p=body;${long}`) + osc(`99;p=body;${long}`),
      osc(`99;d=0;${long}`) + osc(`99;;${long}`),
      osc(`133;C;cmdline=${long}`),
    ).map(([, { title, text, command }]) => String(title || text || command).length);
    expect(facts).toHaveLength(4);
    for (const length of facts) {
      expect(length).toBeGreaterThan(limits.terminalEventChars / 2);
      expect(length).toBeLessThanOrEqual(limits.terminalEventChars);
    }
  });

  it('survives a reset', () => {
    expect(eventsOf(osc('133;A'), '\x1bc')).toEqual([['prompt_started', at(0, 0)]]);
  });
});
