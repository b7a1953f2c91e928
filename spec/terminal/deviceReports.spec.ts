import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { HandClock } from '../harness/handClock.ts';
import { aScreen } from './aScreen.ts';

const st = '\x1b\\';
const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase();

const answered: readonly [query: string, output: string, reply: string][] = [
  ['DA1', '\x1b[c', '\x1b[?1;2c'],
  ['DA2', '\x1b[>c', '\x1b[>0;276;0c'],
  ['status', '\x1b[5n', '\x1b[0n'],
  ['cursor', 'ab\r\nc\x1b[6n', '\x1b[2;2R'],
  ['a mode', '\x1b[?2004$p', '\x1b[?2004;2$y'],
  ['synchronized output', '\x1b[?2026$p', '\x1b[?2026;2$y'],
  ['a mouse encoding', '\x1b[?1006h\x1b[?1006$p\x1b[?1015$p', '\x1b[?1006;1$y\x1b[?1015;2$y'],
  ...[3, 40, 67, 1007].map((mode): [string, string, string] => [
    `mode ${mode}, which cannot be set`,
    `\x1b[?${mode}h\x1b[?${mode}$p`,
    `\x1b[?${mode};4$y`,
  ]),
  ['mode 1070, which is always set', '\x1b[?1070l\x1b[?1070$p', '\x1b[?1070;3$y'],
  ...[4, 18, 19, 2031].map((mode): [string, string, string] => [
    `mode ${mode}, as it was set`,
    `\x1b[?${mode}$p\x1b[?${mode}h\x1b[?${mode}$p\x1b[?${mode}l\x1b[?${mode}$p\x1b[?${mode}h\x1bc\x1b[?${mode}$p`,
    [2, 1, 2, 2].map((state) => `\x1b[?${mode};${state}$y`).join(''),
  ]),
  ...[1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19].map((mode): [string, string, string] => [
    `mode ${mode} of ANSI, which cannot be set`,
    `\x1b[${mode}h\x1b[${mode}$p`,
    `\x1b[${mode};4$y`,
  ]),
  ['no printer', '\x1b[?15n', '\x1b[?13n'],
  ['the keyboard', '\x1b[?26n', '\x1b[?27;1;0;0n'],
  ['no locator', '\x1b[?55n\x1b[?56n', '\x1b[?50n\x1b[?57;0n'],
  ['no macros', '\x1b[?62n\x1b[?63;7n', `\x1b[0*{\x1bP7!~0000${st}`],
  ['dark colours', '\x1b[?996n', '\x1b[?997;1n'],
  ['dark colours, whatever the program draws on', '\x1b]11;#ffffff\x07\x1b[?996n', '\x1b[?997;1n'],
  ['reverse video', '\x1b[?5h\x1b[?5$p', '\x1b[?5;1$y'],
  ['XTVERSION', '\x1b[>q', `\x1bP>|ptywright${st}`],
  ['XTVERSION with a zero', '\x1b[>0q', `\x1bP>|ptywright${st}`],
  ['kitty keyboard', '\x1b[>5u\x1b[?u', '\x1b[?5u'],
  ['modifyOtherKeys', '\x1b[>4;2m\x1b[?4m', '\x1b[>4;2m'],
  ['text area in pixels', '\x1b[14t', '\x1b[4;96;160t'],
  ['cell in pixels', '\x1b[16t', '\x1b[6;16;8t'],
  ['text area in cells', '\x1b[18t', '\x1b[8;6;20t'],
  ['foreground', '\x1b]10;?\x07', `\x1b]10;rgb:e5e5/e5e5/e5e5${st}`],
  ['background', `\x1b]11;?${st}`, `\x1b]11;rgb:0000/0000/0000${st}`],
  ['cursor colour', '\x1b]12;?\x07', `\x1b]12;rgb:e5e5/e5e5/e5e5${st}`],
  ['two at once', '\x1b]10;?;?\x07', `\x1b]10;rgb:e5e5/e5e5/e5e5${st}\x1b]11;rgb:0000/0000/0000${st}`],
  [
    'palette',
    '\x1b]4;1;?;196;?;232;?\x07',
    ['1;rgb:cdcd/0000/0000', '196;rgb:ffff/0000/0000', '232;rgb:0808/0808/0808']
      .map((is) => `\x1b]4;${is}${st}`)
      .join(''),
  ],
  ['a colour that was set', '\x1b]4;7;#123456\x07\x1b]4;7;?\x07', `\x1b]4;7;rgb:1212/3434/5656${st}`],
  [
    'a colour taken back',
    '\x1b]4;1;#123456\x07\x1b]104\x07\x1b]4;1;?\x07',
    `\x1b]4;1;rgb:cdcd/0000/0000${st}`,
  ],
  [
    'a background taken back',
    '\x1b]11;#123456\x07\x1b]111\x07\x1b]11;?\x07',
    `\x1b]11;rgb:0000/0000/0000${st}`,
  ],
  ...[13, 15, 18].map((number): [string, string, string] => [
    `what else has a foreground: ${number}`,
    `\x1b]${number};?\x07`,
    `\x1b]${number};rgb:e5e5/e5e5/e5e5${st}`,
  ]),
  ...[14, 16, 19].map((number): [string, string, string] => [
    `what else has a background: ${number}`,
    `\x1b]${number};?\x07`,
    `\x1b]${number};rgb:0000/0000/0000${st}`,
  ]),
  [
    'colours from one on, to the last',
    '\x1b]17;#010203;#040506;#070809;#0a0b0c\x07\x1b]18;?;?;?\x07',
    `\x1b]18;rgb:0404/0505/0606${st}\x1b]19;rgb:0707/0808/0909${st}`,
  ],
  [
    'a pointer’s colour taken back',
    '\x1b]13;#123456\x07\x1b]113\x07\x1b]13;?\x07',
    `\x1b]13;rgb:e5e5/e5e5/e5e5${st}`,
  ],
  [
    'the colours of styles, also behind the palette',
    '\x1b]5;0;#123456;4;?;5;?\x07\x1b]4;256;?;261;?\x07',
    `\x1b]5;4;rgb:e5e5/e5e5/e5e5${st}\x1b]4;256;rgb:1212/3434/5656${st}`,
  ],
  ['the terminal by DECID', '\x1bZ', '\x1b[?1;2c'],
  ...['0', '1', '2'].map((guarded): [string, string, string] => [
    `protection ${guarded}`,
    `\x1b[${guarded}"q\x1bP$q"q${st}`,
    `\x1bP1$r${guarded}"q${st}`,
  ]),
  [
    'those taken back, one and all',
    '\x1b]5;0;#123456;1;#123456;2;#123456\x07\x1b]105;1\x07\x1b]5;0;?;1;?\x07\x1b]105\x07\x1b]5;0;?;2;?\x07',
    ['0;rgb:1212/3434/5656', '1;rgb:e5e5/e5e5/e5e5', '0;rgb:e5e5/e5e5/e5e5', '2;rgb:e5e5/e5e5/e5e5']
      .map((is) => `\x1b]5;${is}${st}`)
      .join(''),
  ],
  [
    'the whole palette taken back, with the colours of styles behind it',
    '\x1b]4;1;#123456;256;#123456\x07\x1b]104\x07\x1b]4;1;?;256;?\x07',
    `\x1b]4;1;rgb:cdcd/0000/0000${st}\x1b]4;256;rgb:e5e5/e5e5/e5e5${st}`,
  ],
  [
    'some of the palette taken back',
    '\x1b]4;1;#123456;2;#123456\x07\x1b]104;2;9999;x\x07\x1b]4;1;?;2;?\x07',
    `\x1b]4;1;rgb:1212/3434/5656${st}\x1b]4;2;rgb:0000/cdcd/0000${st}`,
  ],
  ...[
    ['#abc', 'a0a0/b0b0/c0c0'],
    ['#112233445566', '1111/3333/5555'],
    ['rgb:f/0/8', 'ffff/0000/8888'],
    ['rgb:ffff/8000/0', 'ffff/8080/0000'],
    ['rgbi:1/0.5/0', 'ffff/8080/0000'],
    ['red', 'cdcd/0000/0000'],
    ['#1234', 'cdcd/0000/0000'],
    ['rgb:fffff/0/0', 'cdcd/0000/0000'],
    ['rgbi:9/0/0', 'cdcd/0000/0000'],
  ].map(([written, received]): [string, string, string] => [
    `what is written as ${written}`,
    `\x1b]4;1;${written}\x07\x1b]4;1;?\x07`,
    `\x1b]4;1;rgb:${received}${st}`,
  ]),
  [
    'a palette that was kept',
    '\x1b]4;1;#111111\x07\x1b[#P\x1b]4;1;#222222\x07\x1b]11;#222222\x07\x1b[#Q\x1b]4;1;?\x07\x1b]11;?\x07',
    `\x1b]4;1;rgb:1111/1111/1111${st}\x1b]11;rgb:0000/0000/0000${st}`,
  ],
  [
    'one of several, by its place',
    '\x1b[#P\x1b]4;1;#222222\x07\x1b[#P\x1b[#R\x1b]4;1;#333333\x07\x1b[2#Q\x1b]4;1;?\x07\x1b[#R\x1b[#Q\x1b]4;1;?\x07\x1b[#Q\x1b[#R',
    `\x1b[2;2#Q\x1b]4;1;rgb:2222/2222/2222${st}\x1b[1;2#Q\x1b]4;1;rgb:cdcd/0000/0000${st}\x1b[0;2#Q`,
  ],
  ['no more palettes than are kept', `${'\x1b[#P'.repeat(99)}\x1b[11#P\x1b[999999#Q\x1b[#R`, '\x1b[10;10#Q'],
  ['no palettes after a reset', '\x1b[3#P\x1bc\x1b[#R', '\x1b[0;0#Q'],
  ['no attributes', `\x1bP$qm${st}`, `\x1bP1$r0m${st}`],
  ['attributes', `\x1b[1;3;9;31;104m\x1bP$qm${st}`, `\x1bP1$r0;1;3;9;31;104m${st}`],
  [
    'attributes in colour',
    `\x1b[4:3;58:5:9;38;5;200;48;2;1;2;3m\x1bP$qm${st}`,
    `\x1bP1$r0;4:3;38:5:200;48:2::1:2:3;58:5:9m${st}`,
  ],
  ['cursor style', `\x1bP$q q${st}\x1b[5 q\x1bP$q q${st}`, `\x1bP1$r2 q${st}\x1bP1$r5 q${st}`],
  ['margins', `\x1b[2;4r\x1bP$qr${st}`, `\x1bP1$r2;4r${st}`],
  ['an unknown setting', `\x1bP$qzz${st}`, `\x1bP0$r${st}`],
  [
    'capabilities',
    `\x1bP+q${hex('TN')};${hex('Co')};${hex('RGB')}${st}`,
    [
      ['TN', 'xterm-256color'],
      ['Co', '256'],
      ['RGB', '8/8/8'],
    ]
      .map(([name, value]) => `\x1bP1+r${hex(name!)}=${hex(value!)}${st}`)
      .join(''),
  ],
  ['an unknown capability', `\x1bP+q${hex('secret')}${st}`, `\x1bP0+r${st}`],
];

const unanswered: readonly [query: string, output: string][] = [
  ['title', '\x1b]2;echo pwned\x07\x1b[21t'],
  ['icon name', '\x1b]1;echo pwned\x07\x1b[20t'],
  ['clipboard', '\x1b]52;c;?\x07'],
  ['window position', '\x1b[11t\x1b[13t\x1b[19t'],
  ['window in pixels', '\x1b[14;2t'],
  ['a reply to DA2', '\x1b[>0;276;0c'],
];

describe('replies', () => {
  it.each(answered)('%s', (_query, output, reply) => {
    const { feed, replies } = aScreen();
    feed(output);
    expect(replies.join('')).toBe(reply);
  });

  it.each(unanswered)('%s gets none', (_query, output) => {
    const { feed, replies } = aScreen();
    feed(output);
    expect(replies).toEqual([]);
  });

  it.each(answered)('%s gets none when replies are off', (_query, output) => {
    const { feed, replies } = aScreen(6, 20, { replies: undefined });
    feed(output);
    expect(replies).toEqual([]);
  });

  it('use the pixel size of the session', () => {
    const { feed, replies, screen } = aScreen();
    screen.resize({ rows: 10, cols: 40, pixelWidth: 400, pixelHeight: 210 });
    feed('\x1b[14t\x1b[16t\x1b[18t');
    expect(replies).toEqual(['\x1b[4;210;400t\x1b[6;21;10t\x1b[8;10;40t']);
  });

  it('are written together, after the output with the queries', () => {
    const { screen, replies } = aScreen(6, 20, {
      replies: {
        send: (bytes) => replies.push(`${screen.text()}: ${bytes}`),
        onUnblocked: () => {},
      },
    });
    screen.feed(Buffer.from('\x1b[5nready\x1b[5n'));
    expect(replies).toEqual(['ready: \x1b[0n\x1b[0n']);
  });

  it('contain no text of the program, for any output', () => {
    const { feed, replies, clock } = aScreen(6, 20);
    const bodies = ['PWN', hex('PWN'), '?PWN', 'PWN;?', '1;PWN', '1;?PWN', 'PWN?', '\u{1f600}'];
    for (const body of bodies)
      for (const form of [
        '\x1b]4;',
        '\x1b]5;',
        '\x1b]10;',
        '\x1b]19;',
        '\x1b]105;',
        '\x1b]2;',
        '\x1b]52;',
        '\x1b]99;',
        '\x1bP$q',
        '\x1bP+q',
        '\x1bP',
        '\x1b_',
        '\x1b^',
      ]) {
        clock.ms += 1000;
        feed(`${form}${body}${st}\x1b[21t\x1b[20t\x1b[c`);
      }
    const said = replies.join('');
    expect(said).toContain('\x1b[?1;2c');
    expect(said).not.toMatch(new RegExp(`PWN|${hex('PWN')}|[^\\x1b -~]`, 'i'));
  });
});

describe('the rate of replies', () => {
  it('suffices for a whole palette and a query of the terminal', () => {
    const { feed, replies } = aScreen();
    feed(...Array.from({ length: 256 }, (_, index) => `\x1b]4;${index};?\x07`), '\x1b[c');
    const all = replies.join('');
    expect(all.match(/\x1b\]4;\d+;rgb:/g)).toHaveLength(256);
    expect(all.endsWith('\x1b[?1;2c')).toBe(true);
  });

  it('delays excess replies, and loses none', () => {
    const clock = new HandClock();
    const { feed, replies } = aScreen(6, 20, { clock });
    const requested = 2500;
    for (let row = 1; row <= requested; row++) feed(`\x1b[${(row % 6) + 1};${(row % 19) + 1}H\x1b[6n`);
    const reports = () => replies.join('').match(/\x1b\[\d+;\d+R/g)!;
    expect(reports()).toHaveLength(1000);
    clock.pass(10);
    expect(reports()).toHaveLength(1010);
    for (let ms = 0; ms < 1490; ms += 10) clock.pass(10);
    expect(reports()).toEqual(
      Array.from({ length: requested }, (_, at) => `\x1b[${((at + 1) % 6) + 1};${((at + 1) % 19) + 1}R`),
    );
    expect(clock.pending).toBe(0);
  });

  it('sends nothing after the end', () => {
    const clock = new HandClock();
    const { feed, replies, screen } = aScreen(6, 20, { clock });
    feed('\x1b[5n'.repeat(1010));
    screen.dispose();
    expect(clock.pending).toBe(0);
    clock.pass(1000);
    expect(replies.join('')).toHaveLength(4000);
  });

  it('stops the output of a program that does not read its replies, until it has read half of them', () => {
    const clock = new HandClock();
    const untaken: (() => void)[] = [];
    let unblocked = 0;
    const { feed, screen } = aScreen(6, 20, {
      clock,
      replies: { send: (_, taken) => untaken.push(taken), onUnblocked: () => unblocked++ },
    });
    const one = '\x1b]10;rgb:e5e5/e5e5/e5e5\x1b\\'.length;
    const most = Math.ceil(limits.replyBytes / one);
    for (let requested = 1; requested < most; requested++) feed('\x1b]10;?\x07');
    expect(screen.repliesBlocked).toBe(false);
    feed('\x1b]10;?\x07');
    expect(screen.repliesBlocked).toBe(true);
    for (let ms = 0; ms < 3000; ms += 10) clock.pass(10);
    const half = untaken.splice(0, untaken.length / 2 - 100);
    for (const taken of half) taken();
    expect(unblocked).toBe(0);
    for (const taken of untaken) taken();
    expect([screen.repliesBlocked, unblocked]).toEqual([false, 1]);
  });

  it('stops the loop of a program that echoes its replies', () => {
    let said = 0;
    const { screen } = aScreen(6, 20, {
      replies: {
        send: (bytes) => {
          said += bytes.length;
          screen.feed(Buffer.from(bytes));
        },
        onUnblocked: () => {},
      },
    });
    screen.feed(Buffer.from('\x1b[>c'));
    expect(said).toBe('\x1b[>0;276;0c'.length);
    screen.feed(Buffer.from('\x1b[?5$p\x1b]10;?\x07'));
    expect(said).toBeLessThan(4096);
  });
});
