/** Overlays as viewers see them: their position, what they cover, and the rest of what they cut. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { createCell } from '#terminal/cells.ts';
import { cellsToRuns } from '#viewers/composition.ts';
import { aTerminal } from './aTerminal.ts';

describe('an overlay', () => {
  it('covers only its text', () => {
    const { feed, layers, seen } = aTerminal(3, 20);
    feed('abcdefgh\r\nijklmnop');
    layers.create('overlay', { x: 2, y: 0, spans: [{ text: 'X\nYY' }] });
    expect(seen()).toBe('abXdefgh\nijYYmnop');
  });

  it('with a size is a filled rectangle, and cuts larger text', () => {
    const { feed, layers, seen, frame } = aTerminal(3, 10);
    feed('aaaaaaaaaa\r\nbbbbbbbbbb\r\ncccccccccc');
    layers.create('overlay', {
      x: 1,
      y: 0,
      width: 4,
      height: 2,
      background: 4,
      spans: [{ text: 'too long a text\n\nthird' }],
    });
    expect(seen()).toBe('atoo aaaaa\nb    bbbbb\ncccccccccc');
    expect(frame().rows[1]).toEqual([
      { col: 0, width: 1, text: 'b' },
      { col: 1, width: 4, text: '    ', bg: 4 },
      { col: 5, width: 5, text: 'bbbbb' },
    ]);
  });

  it('is drawn in the styles of its spans, and else on its background', () => {
    const { layers, frame } = aTerminal(1, 20);
    layers.create('overlay', {
      x: 0,
      y: 0,
      background: 4,
      spans: [
        { text: 'a', fg: 1, bold: true, underline: 'curly', underline_color: 0 },
        { text: 'b', bg: '#102030', italic: true, faint: true, inverse: true, strikethrough: true },
      ],
    });
    expect(frame().rows[0]).toEqual([
      { col: 0, width: 1, text: 'a', fg: 1, bg: 4, bold: true, underline: 'curly', underline_color: 0 },
      {
        col: 1,
        width: 1,
        text: 'b',
        bg: '#102030',
        italic: true,
        faint: true,
        inverse: true,
        strikethrough: true,
      },
    ]);
  });

  it('is clipped at every side of the screen', () => {
    const { layers, seen } = aTerminal(2, 4);
    for (const [x, y] of [
      [-2, -1],
      [2, 1],
      [50, 0],
      [0, 50],
      [-50, -50],
    ] as const)
      layers.create('overlay', { x, y, width: 4, height: 2, spans: [{ text: 'abcd\nefgh' }] });
    expect(seen()).toBe('gh\n  ab');
  });

  it('is over all others when it is made, also where one is as high as may be', () => {
    const { layers, seen } = aTerminal(2, 10);
    layers.create('overlay', { x: 0, y: 0, z: limits.layerZ, spans: [{ text: 'first' }] });
    const { z } = layers.create('overlay', { x: 0, y: 0, spans: [{ text: 'new' }] });
    expect([z, seen()]).toEqual([limits.layerZ, 'newst']);
    const panels = { position: 'top', height: 1 } as const;
    layers.create('panel', { ...panels, z: limits.layerZ });
    expect(layers.create('panel', panels).z).toBe(limits.layerZ);
  });

  it('is drawn below layers with a higher `z`, in any order of creation', () => {
    const { layers, seen } = aTerminal(1, 10);
    const low = layers.create('overlay', { x: 0, y: 0, z: 1, spans: [{ text: 'low' }] });
    const high = layers.create('overlay', { x: 1, y: 0, z: 9, spans: [{ text: 'high' }] });
    layers.create('overlay', { x: 2, y: 0, z: 5, spans: [{ text: 'middle' }] });
    expect(seen()).toBe('lhighdle');
    layers.change('overlay', low.id, { z: 10 });
    expect(seen()).toBe('lowghdle');
    layers.delete('overlay', high.id);
    expect(seen()).toBe('lowiddle');
    layers.create('overlay', { x: 0, y: 0, spans: [{ text: 'newest' }] });
    expect(seen()).toBe('newestle');
  });

  it('hides the cursor below it', () => {
    const { feed, layers, frame } = aTerminal(3, 20);
    feed('ab');
    expect(frame().cursor).toMatchObject({ row: 0, col: 2, visible: true });
    const { id } = layers.create('overlay', { x: 0, y: 0, spans: [{ text: 'ab' }] });
    expect(frame().cursor.visible).toBe(true);
    layers.change('overlay', id, { x: 1 });
    expect(frame().cursor.visible).toBe(false);
    layers.change('overlay', id, { x: 4, width: 1 });
    expect(frame().cursor.visible).toBe(true);
    layers.change('overlay', id, { x: 0, width: 3 });
    expect(frame().cursor.visible).toBe(false);
  });
});

describe('wide characters', () => {
  it('below an overlay become blanks where half of one is covered', () => {
    const { feed, layers, seen } = aTerminal(1, 12);
    feed('漢字漢字');
    layers.create('overlay', { x: 1, y: 0, spans: [{ text: 'ab' }] });
    expect(seen()).toBe(' ab 漢字');
    layers.create('overlay', { x: 6, y: 0, width: 1, height: 1 });
    expect(seen()).toBe(' ab 漢');
  });

  it('of an overlay become blanks where an edge cuts them', () => {
    const { layers, seen } = aTerminal(2, 5);
    layers.create('overlay', { x: -1, y: 0, spans: [{ text: '漢字漢字' }] });
    expect(seen()).toBe(' 字漢');
    layers.clear('overlay');
    layers.create('overlay', { x: 0, y: 1, width: 3, height: 1, background: 1, spans: [{ text: '漢字' }] });
    expect(seen()).toBe('\n漢');
  });

  it('of an overlay become blanks where text is written over one half', () => {
    const { layers, seen } = aTerminal(1, 8);
    const { id } = layers.create('overlay', { x: 0, y: 0, spans: [{ text: '漢字' }] });
    layers.change('overlay', id, { writes: [{ row: 0, col: 1, text: 'ab' }] });
    expect(seen()).toBe(' ab');
  });

  it('are in one run, for any style of their second column', () => {
    const cells = [
      createCell('漢', 2, { fg: 1 }),
      createCell('', 0, { bg: 2 }),
      createCell('a', 1, { bg: 2 }),
    ];
    expect(cellsToRuns(cells, 0, 3)).toEqual([
      { col: 0, width: 2, text: '漢', fg: 1 },
      { col: 2, width: 1, text: 'a', bg: 2 },
    ]);
  });

  it('and joined ones take the columns that the emulator gives them', () => {
    const text = 'e\u0301|👩\u200d💻|👍🏽|🇫🇷|\u0301x';
    const { feed, layers, frame } = aTerminal(2, 30);
    feed(text);
    layers.create('overlay', { x: 0, y: 1, spans: [{ text }] });
    const [fed, laid] = frame().rows;
    expect(laid).toEqual(fed);
  });
});

describe('text of an overlay', () => {
  it('has tabs and line feeds, and loses other control characters', () => {
    const { layers, seen } = aTerminal(4, 20);
    layers.create('overlay', {
      x: 0,
      y: 0,
      spans: [{ text: 'a\tb\r\n\x1b[31mc\x07\u009b1m\n\n' }, { text: 'd\ud800e' }],
    });
    expect(seen()).toBe('a       b\n[31mc1m\n\nd\ufffde');
  });

  it('may consist of line feeds only', () => {
    const { layers, seen } = aTerminal(2, 20);
    layers.create('overlay', { x: 0, y: -65_000, spans: [{ text: `${'\n'.repeat(65_000)}end` }] });
    expect(seen()).toBe('end');
  });

  it('is the last text of each span by its id, and the rest stays', () => {
    const { layers, seen } = aTerminal(2, 30);
    const { id } = layers.create('overlay', {
      x: 0,
      y: 0,
      spans: [
        { text: 'cpu ' },
        { id: 'cpu', text: '1%' },
        { text: ' ram ' },
        { id: 'ram', text: '2%', fg: 2 },
      ],
    });
    layers.change('overlay', id, {
      setSpans: [
        { id: 'cpu', text: '99%', fg: 1 },
        { id: 'disk', text: 'full' },
      ],
    });
    expect(seen()).toBe('cpu 99% ram 2%');
    expect(layers.get('overlay', id).content.spans[1]).toEqual({ id: 'cpu', text: '99%', fg: 1 });
  });

  it('is written over at places, until its spans are replaced', () => {
    const { layers, seen } = aTerminal(3, 20);
    const { id } = layers.create('overlay', { x: 1, y: 0, spans: [{ id: 'a', text: 'abcdef' }] });
    layers.change('overlay', id, {
      writes: [
        { row: 0, col: 2, text: 'XY\nZ', fg: 1 },
        { row: 0, col: 3, text: '!' },
      ],
    });
    expect(seen()).toBe(' abX!ef\n   Z');
    layers.change('overlay', id, { setSpans: [{ id: 'a', text: 'uvwxyz' }] });
    expect(seen()).toBe(' uvX!yz\n   Z');
    layers.change('overlay', id, { spans: [{ text: 'new' }], writes: [{ row: 0, col: 4, text: '.' }] });
    expect(seen()).toBe(' new .');
  });
});
