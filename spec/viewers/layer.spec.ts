/** Panels as viewers see them, and the rows that they leave to the program. */
import { describe, expect, it } from 'vitest';
import { layOutPanels, type Panel } from '#viewers/layer.ts';
import { sized } from '../terminal/aScreen.ts';
import { aTerminal } from './aTerminal.ts';

const line = (text: string) => [{ text }];

describe('a panel', () => {
  it('takes rows from the program at its edge, as wide as the terminal', () => {
    const { feed, screen, layers, seen, frame } = aTerminal(5, 10);
    feed('$ ');
    layers.create('panel', { position: 'top', height: 1, background: 4, spans: line('above') });
    layers.create('panel', {
      position: 'bottom',
      height: 2,
      spans: line('below\nand cut at the edge\nand below'),
    });
    expect(screen.size).toMatchObject({ rows: 2, cols: 10 });
    feed('ls');
    expect(seen()).toBe('above\n$ ls\n\nbelow\nand cut at');
    expect(frame()).toMatchObject({
      size: { rows: 5, cols: 10 },
      cursor: { row: 1, col: 4, visible: true },
      program: { row: 1, rows: 2 },
    });
    expect(frame().rows[0]).toEqual([{ col: 0, width: 10, text: 'above     ', bg: 4 }]);
  });

  it('is the outermost when it is the highest, and the program has all rows back in the end', () => {
    const { screen, layers, seen } = aTerminal(6, 10);
    const one = layers.create('panel', { position: 'bottom', height: 1, z: 5, spans: line('one') });
    const two = layers.create('panel', { position: 'bottom', height: 1, spans: line('two') });
    layers.create('panel', { position: 'top', height: 1, z: 9, spans: line('nine') });
    layers.create('panel', { position: 'top', height: 1, z: 1, spans: line('first') });
    expect(layers.get('panel', two.id).z).toBe(6);
    expect(seen()).toBe('nine\nfirst\n\n\none\ntwo');
    layers.change('panel', one.id, { position: 'top' });
    expect(seen()).toBe('nine\none\nfirst\n\n\ntwo');
    layers.delete('panel', two.id);
    expect(seen()).toBe('nine\none\nfirst');
    expect(screen.size.rows).toBe(3);
    layers.clear('panel');
    expect(screen.size.rows).toBe(6);
  });

  it('without room is hidden, the lowest first, and shown again when there is room', () => {
    const { screen, layers, seen } = aTerminal(4, 10);
    const readScreen = () =>
      layers
        .all('panel')
        .filter((panel) => layers.isVisible(panel))
        .map(({ id }) => id);
    layers.create('panel', { position: 'top', height: 1, z: 1, spans: line('low') });
    layers.create('panel', { position: 'top', height: 2, z: 3, spans: line('high') });
    layers.create('panel', { position: 'bottom', height: 1, z: 2, spans: line('middle') });
    expect(readScreen()).toEqual(['p2', 'p3']);
    expect(seen()).toBe('high\n\n\nmiddle');
    layers.resize(sized(5, 10));
    expect(readScreen()).toEqual(['p1', 'p2', 'p3']);
    layers.resize(sized(3, 10));
    expect([readScreen(), screen.size.rows]).toEqual([['p2'], 1]);
    layers.resize(sized(2, 10));
    expect([readScreen(), seen()]).toEqual([['p3'], '\nmiddle']);
    layers.resize(sized(1, 10));
    expect([readScreen(), screen.size.rows]).toEqual([[], 1]);
    layers.resize(sized(24, 10));
    expect(readScreen()).toEqual(['p1', 'p2', 'p3']);
  });

  it('lies below every overlay', () => {
    const { layers, seen } = aTerminal(2, 10);
    layers.create('overlay', { x: 1, y: 1, z: 0, spans: line('over') });
    layers.create('panel', { position: 'bottom', height: 1, z: 99, spans: line('##########') });
    expect(seen()).toBe('\n#over#####');
  });

  it('reports the pixel size to the program', () => {
    const panel = { position: 'top', height: 6, z: 1 } as Panel;
    const { program } = layOutPanels([panel], { rows: 24, cols: 80, pixelWidth: 800, pixelHeight: 480 });
    expect(program).toEqual({ rows: 18, cols: 80, pixelWidth: 800, pixelHeight: 360 });
  });
});
