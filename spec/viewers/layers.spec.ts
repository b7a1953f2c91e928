/** Operations on layers: atomic, within limits, and in their mode. */
import { describe, expect, it } from 'vitest';
import { Fault, type FaultName } from '#faults.ts';
import { limits } from '#limits.ts';
import { aTerminal } from './aTerminal.ts';

const line = (text: string) => [{ text }];

function refused(operation: () => unknown, name: FaultName, data: object = {}): void {
  let outcome: unknown;
  try {
    outcome = operation();
  } catch (problem) {
    outcome = problem;
  }
  expect(outcome).toBeInstanceOf(Fault);
  expect(outcome).toMatchObject({ name, data });
}

it('a change sets no other fields than those of its kind', () => {
  const { layers } = aTerminal(6, 20);
  const { id, kind, mode } = layers.create('overlay', { x: 0, y: 0 });
  const more = { id: 'o9', kind: 'panel', mode: 'alternate', position: 'top' };
  layers.change('overlay', id, { x: 3, ...more });
  expect(layers.get('overlay', id)).toMatchObject({ id, kind, mode, x: 3 });
  expect(layers.get('overlay', id)).not.toHaveProperty('position');
});

describe('a batch', () => {
  it('that fails changes nothing, and is not reported', () => {
    const { layers, seen, screen } = aTerminal(6, 20);
    const overlay = layers.create('overlay', { x: 0, y: 0, spans: [{ id: 'a', text: 'before' }] });
    const panel = layers.create('panel', { position: 'bottom', height: 1, spans: line('panel') });
    const [was, version] = [seen(), layers.version];
    let received = 0;
    layers.onChange(() => received++);
    const good = {
      kind: 'overlay' as const,
      id: overlay.id,
      change: { setSpans: [{ id: 'a', text: 'after' }], x: 3 },
    };
    const larger = {
      kind: 'panel' as const,
      id: panel.id,
      change: { height: 3, writes: [{ row: 1, col: 0, text: 'more' }] },
    };
    refused(() => layers.batch([good, larger, { kind: 'overlay', id: 'o9', change: {} }]), 'OverlayUnknown', {
      path: 'changes.2.overlay',
    });
    refused(() => layers.batch([good, larger, { kind: 'panel', id: 'p9', change: {} }]), 'PanelUnknown', {
      path: 'changes.2.panel',
    });
    const huge = {
      kind: 'overlay' as const,
      id: overlay.id,
      change: { spans: line('x'.repeat(limits.layerChars + 1)) },
    };
    refused(() => layers.batch([good, larger, huge]), 'Invalid', { path: 'spans' });
    expect([seen(), layers.version, received, screen.size.rows]).toEqual([was, version, 0, 5]);
    expect(layers.get('overlay', overlay.id)).toBe(overlay);
    expect(layers.get('panel', panel.id)).toBe(panel);
    layers.batch([good, larger]);
    expect([seen(), received, screen.size.rows]).toEqual(['   after\n\n\npanel\nmore', 1, 3]);
  });

  it('applies its changes in order', () => {
    const { layers, seen } = aTerminal(1, 20);
    const { id } = layers.create('overlay', { x: 0, y: 0, spans: line('abc') });
    layers.batch([
      { kind: 'overlay', id: id, change: { writes: [{ row: 0, col: 1, text: 'X' }] } },
      { kind: 'overlay', id: id, change: { writes: [{ row: 0, col: 2, text: 'Y' }], x: 1 } },
    ]);
    expect(seen()).toBe(' aXY');
  });
});

describe('one change', () => {
  it('that is refused has no effect', () => {
    const { layers, seen } = aTerminal(2, 20);
    const { id } = layers.create('overlay', { x: 0, y: 0, spans: line('before') });
    refused(
      () =>
        layers.change('overlay', id, {
          x: 5,
          writes: [{ row: 0, col: 0, text: 'y'.repeat(70_000) }, ...many],
        }),
      'Invalid',
    );
    expect(seen()).toBe('before');
  });

  const many = Array.from({ length: 70 }, (_, row) => ({ row, col: 0, text: 'y'.repeat(1000) }));

  it('that is refused leaves the previous text', () => {
    const { layers, seen } = aTerminal(2, 20);
    const { id } = layers.create('overlay', { x: 0, y: 0, writes: [{ row: 0, col: 0, text: 'written' }] });
    refused(
      () => layers.change('overlay', id, { writes: [{ row: 0, col: 0, text: 'X' }, ...many] }),
      'Invalid',
    );
    layers.change('overlay', id, { x: 1 });
    expect(seen()).toBe(' written');
  });

  it('never reuses an id, and rejects deleted ones', () => {
    const { layers } = aTerminal();
    const { id } = layers.create('overlay', { x: 0, y: 0 });
    layers.delete('overlay', id);
    expect(layers.create('overlay', { x: 0, y: 0 }).id).not.toBe(id);
    refused(() => layers.delete('overlay', id), 'OverlayUnknown', { path: 'overlay', overlay: id });
    refused(() => layers.change('panel', 'p1', {}), 'PanelUnknown', { path: 'panel', panel: 'p1' });
  });
});

describe('bounds', () => {
  it('apply to the number of layers', () => {
    const { layers } = aTerminal();
    for (let made = 0; made < limits.overlays; made++) layers.create('overlay', { x: 0, y: 0 });
    refused(() => layers.create('overlay', { x: 0, y: 0 }), 'Busy', { limit: 'overlays' });
    for (let made = 0; made < limits.panels; made++) layers.create('panel', { position: 'top', height: 1 });
    refused(() => layers.create('panel', { position: 'top', height: 1 }), 'Busy', { limit: 'panels' });
  });

  it('apply per client and in total', () => {
    const { layers } = aTerminal();
    const spans = Array.from({ length: limits.layerSpans + 1 }, () => ({ text: '' }));
    refused(() => layers.create('overlay', { x: 0, y: 0, spans }), 'Invalid', { path: 'spans' });
    const most = limits.layersChars / limits.layerChars;
    for (let made = 0; made < most; made++)
      layers.create('overlay', { x: 0, y: 0, spans: line('x'.repeat(limits.layerChars)) });
    refused(() => layers.create('overlay', { x: 0, y: 0, spans: line('x') }), 'Busy', {
      limit: 'layersChars',
    });
    expect(layers.all('overlay')).toHaveLength(most);
  });

  it('permit unlimited writes to the same positions', () => {
    const { layers, seen } = aTerminal(1, 10);
    const { id } = layers.create('overlay', { x: 0, y: 0 });
    for (let count = 0; count < 2 * limits.layerChars; count += 8)
      layers.change('overlay', id, { writes: [{ row: 0, col: 0, text: String(count).padStart(8) }] });
    expect(seen()).toBe(String(2 * limits.layerChars - 8).padStart(8));
  });
});

describe('the alternate mode', () => {
  it('shows only layers that were created in it, and deletes them when it ends', () => {
    const { layers, seen, screen } = aTerminal(4, 20);
    const normal = layers.create('overlay', { x: 0, y: 0, spans: line('normal') });
    layers.create('panel', { position: 'bottom', height: 1, spans: line('panel') });
    refused(() => layers.leaveAlternate(), 'NotInAlternateMode');
    layers.enterAlternate();
    refused(() => layers.enterAlternate(), 'InAlternateMode');
    expect([seen(), screen.size.rows]).toEqual(['', 4]);
    layers.create('overlay', { x: 2, y: 1, spans: line('dialog') });
    layers.create('panel', { position: 'top', height: 1, spans: line('title') });
    layers.change('overlay', normal.id, { x: 1 });
    expect([seen(), screen.size.rows]).toEqual(['title\n  dialog', 3]);
    layers.clear('overlay');
    expect(seen()).toBe('title');
    layers.leaveAlternate();
    expect([seen(), screen.size.rows]).toEqual([' normal\n\n\npanel', 3]);
    expect(layers.all('overlay').map(({ id }) => id)).toEqual([normal.id]);
    expect(layers.all('panel')).toHaveLength(1);
  });
});

describe('the focus', () => {
  it('moves only to layers that accept it, and ends with its layer', () => {
    const { layers } = aTerminal();
    const shy = layers.create('overlay', { x: 0, y: 0 });
    const overlay = layers.create('overlay', { x: 0, y: 0, focusable: true });
    const panel = layers.create('panel', { position: 'top', height: 1, focusable: true });
    refused(() => layers.focus(shy.id), 'NotFocusable', { layer: shy.id });
    refused(() => layers.focus('o99'), 'Invalid', { path: 'layer' });
    layers.focus(overlay.id);
    layers.focus(panel.id);
    layers.delete('overlay', overlay.id);
    expect(layers.focused).toBe(panel.id);
    layers.clear('panel');
    expect(layers.focused).toBeNull();
    layers.change('overlay', shy.id, { focusable: true });
    layers.focus(shy.id);
    layers.change('overlay', shy.id, { focusable: false });
    expect(layers.focused).toBeNull();
    layers.change('overlay', shy.id, { focusable: true });
    layers.focus(shy.id);
    layers.batch([{ kind: 'overlay', id: shy.id, change: { focusable: false } }]);
    expect(layers.focused).toBeNull();
    layers.change('overlay', shy.id, { focusable: true });
    layers.focus(shy.id);
    layers.unfocus();
    expect(layers.focused).toBeNull();
  });

  it('does not cross from one mode to the other', () => {
    const { layers } = aTerminal();
    const normal = layers.create('overlay', { x: 0, y: 0, focusable: true });
    layers.focus(normal.id);
    layers.enterAlternate();
    expect(layers.focused).toBeNull();
    refused(() => layers.focus(normal.id), 'NotFocusable');
    layers.focus(layers.create('overlay', { x: 0, y: 0, focusable: true }).id);
    layers.leaveAlternate();
    expect(layers.focused).toBeNull();
  });
});
