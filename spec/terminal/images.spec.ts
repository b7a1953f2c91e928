/** Events for images and files that a program shows or sends: position and size, wherever the output is cut. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { aScreen } from './aScreen.ts';

const eventsOf = (...output: string[]) => {
  const { screen, feed } = aScreen(24, 80);
  feed(...output);
  return screen.events.since(0).map(({ kind, facts }) => [kind, facts] as const);
};

const st = '\x1b\\';
const sixel = (data: string, parameters = '') => `\x1bP${parameters}q${data}${st}`;
const kitty = (keys: string, payload = '') => `\x1b_G${keys};${payload}${st}`;
const iterm = (text: string) => `\x1b]1337;${text}\x07`;
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes as string).toString('base64');

/** The header of a PNG of 640 by 480 pixels. */
const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from([0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 2, 128, 0, 0, 1, 224, 8, 6, 0, 0, 0]),
]);
const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([16, 0, 33, 0])]);

const image = (
  protocol: string,
  pixels: readonly unknown[],
  cells: readonly unknown[],
  id: unknown = null,
) => [
  'image',
  {
    protocol,
    line: 0,
    row: 0,
    col: 0,
    width_cells: cells[0],
    height_cells: cells[1],
    width_pixels: pixels[0],
    height_pixels: pixels[1],
    id,
  },
];

const nothing = [null, null];

const visible: readonly (readonly [string, string, readonly unknown[]])[] = [
  ['sixel with its size', sixel('"1;1;100;50#0;2;0;0;0#0!100~-'), image('sixel', [100, 50], [13, 4])],
  ['sixel that is measured', sixel('#1!30~$#2!10?-!5~'), image('sixel', [30, 12], [4, 1])],
  ['sixel of which only the size was sent', sixel('"1;1;8;16', '0;1;0'), image('sixel', [8, 16], [1, 1])],
  ['no sixel at all', sixel(''), image('sixel', nothing, nothing)],
  ['kitty, pixels', kitty('a=T,f=24,s=10,v=20', 'AAAA'), image('kitty', [10, 20], [2, 2])],
  ['kitty, cells', kitty('a=T,f=24,s=10,v=20,c=40,r=20,i=7', 'AAAA'), image('kitty', [10, 20], [40, 20], 7)],
  ['kitty, a PNG', kitty('a=T,f=100', base64(png)), image('kitty', [640, 480], [80, 30])],
  ['kitty, a PNG in a file', kitty('a=T,f=100,t=f', base64('/tmp/a.png')), image('kitty', nothing, nothing)],
  ['kitty, a part of it', kitty('a=T,s=10,v=20,w=5,h=6', 'AAAA'), image('kitty', [5, 6], [1, 1])],
  [
    'kitty, in pieces',
    kitty('a=T,f=100,m=1', base64(png)) + kitty('m=1', 'AAAA') + kitty('m=0', 'AAAA'),
    image('kitty', [640, 480], [80, 30]),
  ],
  [
    'kitty, sent before it is shown',
    kitty('a=t,s=10,v=20,i=4294967295', 'AAAA') + kitty('a=p,i=4294967295'),
    image('kitty', [10, 20], [2, 2], 4_294_967_295),
  ],
  ['kitty, that nobody sent', kitty('a=p,i=9'), image('kitty', nothing, nothing, 9)],
  ['iTerm2, cells', iterm('File=inline=1;width=10;height=5:AAAA'), image('iterm2', nothing, [10, 5])],
  ['iTerm2, pixels', iterm('File=inline=1;width=80px;height=32px:AAAA'), image('iterm2', [80, 32], [10, 2])],
  [
    'iTerm2, of the terminal',
    iterm('File=inline=1;width=50%;height=25%:AAAA'),
    image('iterm2', nothing, [40, 6]),
  ],
  ['iTerm2, its own size', iterm(`File=inline=1:${base64(gif)}`), image('iterm2', [16, 33], [2, 3])],
  [
    'iTerm2, in pieces',
    iterm('MultipartFile=inline=1') +
      iterm(`FilePart=${base64(png)}`) +
      iterm('FilePart=AAAA') +
      iterm('FileEnd'),
    image('iterm2', [640, 480], [80, 30]),
  ],
];

describe('an image', () => {
  it.each(visible)('%s', (_, output, event) => {
    expect(eventsOf(output)).toEqual([event]);
  });

  it.each(visible)('%s, cut anywhere', (_, output, event) => {
    for (let at = 1; at < output.length; at++)
      expect(eventsOf(output.slice(0, at), output.slice(at)), `cut at ${at}`).toEqual([event]);
  });

  it.each(visible)('%s is ignored if it is incomplete', (_, output) => {
    const last = Math.max(
      output.lastIndexOf('\x1bP'),
      output.lastIndexOf('\x1b_'),
      output.lastIndexOf('\x1b]'),
    );
    for (let at = last + 1; at < output.length - st.length; at++)
      expect(eventsOf(`${output.slice(0, at)}\x18\x1b[m`), `broken off at ${at}`).toEqual([]);
  });

  it.each([
    ['one that is only sent', kitty('a=t,s=1,v=1,i=1', 'AAAA')],
    ['a question', kitty('a=q,s=1,v=1,i=1', 'AAAA')],
    ['one that is taken away', kitty('a=d')],
    ['a virtual placement', kitty('a=p,U=1,i=1,c=2,r=2')],
    ['a piece of nothing', kitty('m=0', 'AAAA')],
    ['another APC string', `\x1b_tmux;a=T${st}`],
    ['text that looks like one', '_Ga=T;AAAA'],
    ['the end of no file', iterm('FileEnd') + iterm('FilePart=AAAA')],
  ])('is not %s', (_, output) => {
    expect(eventsOf(output)).toEqual([]);
  });

  it('reports its position, and the cells around it stay', () => {
    const { screen, feed } = aScreen(4, 20);
    feed('one\r\n'.repeat(6), `ab${kitty('a=T,s=8,v=16', 'QUJD')}cd`);
    expect(screen.events.since(0)[0]!.facts).toMatchObject({ line: 6, row: 3, col: 2 });
    expect(screen.text()).toBe('one\none\none\nabcd');
    expect(JSON.stringify(screen.events.since(0))).not.toContain('QUJD');
  });

  it('has cells of the size that the session was given', () => {
    const { screen, feed } = aScreen(24, 80, {
      size: { rows: 24, cols: 80, pixelWidth: 1600, pixelHeight: 960 },
    });
    feed(sixel('"1;1;100;50'));
    expect(screen.events.since(0)[0]!.facts).toMatchObject({ width_cells: 5, height_cells: 2 });
  });

  it('of any length keeps no memory', () => {
    const { screen, feed } = aScreen(24, 80);
    const much = 'A'.repeat(2 * limits.stringBytes);
    feed(iterm(`File=inline=1;width=4;height=2:${much}`), kitty('a=T,s=8,v=16', much));
    feed(sixel(`${'~'.repeat(100_000)}${'-'.repeat(200_000)}`));
    expect(screen.events.since(0).map(({ facts }) => facts.protocol)).toEqual(['iterm2', 'kitty', 'sixel']);
    expect(screen.events.since(0)[2]!.facts).toMatchObject({ width_pixels: limits.maxPixels });
  });

  it('claims no size that cannot be', () => {
    const all = [
      sixel('"1;1;99999999999;1'),
      kitty('a=T,s=99999999999,v=1', 'AAAA'),
      kitty('a=T,s=-1,v=0x10', 'AAAA'),
      iterm('File=inline=1;width=999999px;height=1px:AAAA'),
      iterm('File=inline=1;width=__proto__;height=-5:AAAA'),
    ].map((output) => eventsOf(output)[0]![1]);
    expect(all.map(({ width_pixels, height_pixels }) => [width_pixels, height_pixels])).toEqual([
      [limits.maxPixels, 1],
      ...Array(4).fill(nothing),
    ]);
  });

  it('remembers the sizes of so many that were sent ahead', () => {
    const ahead = Array.from({ length: limits.imageSizes + 1 }, (_, at) =>
      kitty(`a=t,i=${at + 1},s=5,v=5`, 'AAAA'),
    );
    const { screen, feed } = aScreen(24, 80);
    feed(...ahead, kitty('a=p,i=1'), kitty('a=p,i=2'));
    expect(screen.events.since(0).map(({ facts }) => facts.width_pixels)).toEqual([null, 5]);
  });
});

describe('a file', () => {
  it.each([
    ['of iTerm2', iterm(`File=name=${base64('a b.txt')};size=3:AAAA`), ['iterm2', 'send', 'a b.txt']],
    ['of iTerm2 without a name', iterm('File=size=3:AAAA'), ['iterm2', 'send', null]],
    ['that kitty is to take', '\x1b]5113;ac=send;id=x\x07', ['kitty', 'send', null]],
    ['that kitty is to give', '\x1b]5113;ac=receive;id=x\x07', ['kitty', 'receive', null]],
    ['with its name', `\x1b]5113;ac=file;id=x;n=${base64('data.csv')}${st}`, ['kitty', 'file', 'data.csv']],
    ['that has come', '\x1b]5113;ac=finish;id=x\x07', ['kitty', 'complete', null]],
    ['that was given up', '\x1b]5113;ac=cancel;id=x\x07', ['kitty', 'error', null]],
  ])('%s', (_, output, [protocol, action, filename]) => {
    for (let at = 1; at < output.length; at++)
      expect(eventsOf(output.slice(0, at), output.slice(at))).toEqual([
        ['file_transfer', { protocol, action, filename }],
      ]);
  });

  it.each(['\x1b]5113;ac=data;d=AAAA\x07', '\x1b]5113;ac=__proto__\x07', iterm('File=:AAAA')])(
    'is not shown for %j',
    (output) => {
      expect(eventsOf(output)).toEqual([]);
    },
  );
});
