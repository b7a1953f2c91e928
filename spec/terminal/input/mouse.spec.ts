import { describe, expect, it } from 'vitest';
import type { Size } from '#platform/pty/size.ts';
import { Action } from '#terminal/input/actions.ts';
import type { Modes } from '#terminal/modes.ts';
import { performAction, RecordingTarget } from './target.ts';

type Tracking = Modes['mouseTracking'];
type Encoding = Modes['mouseEncoding'];

function gesture(
  value: object,
  tracking: Tracking,
  encoding: Encoding = 'default',
  size: Partial<Size> = {},
) {
  const target = new RecordingTarget({ mouseTracking: tracking, mouseEncoding: encoding });
  target.size = { ...target.size, ...size };
  performAction(target, Action.parse({ type: 'mouse', value: { row: 2, col: 1, ...value } }));
  return target.written;
}

const press = { event: 'press' };
const release = { event: 'release' };
const scroll = { event: 'scroll', direction: 'up' };
const drag = { event: 'drag' };
const move = { event: 'move' };

describe('a mouse gesture', () => {
  const rows: readonly (readonly [object, Tracking, Encoding, string])[] = [
    [press, 'x10', 'default', '^[[M "#'],
    [press, 'vt200', 'default', '^[[M "#'],
    [{ event: 'press', button: 'middle' }, 'vt200', 'default', '^[[M!"#'],
    [{ event: 'press', button: 'right', modifiers: ['shift', 'ctrl'] }, 'vt200', 'default', '^[[M6"#'],
    [{ event: 'press', button: 'right', modifiers: ['shift', 'ctrl'] }, 'x10', 'default', '^[[M""#'],
    [release, 'vt200', 'default', '^[[M#"#'],
    [{ event: 'release', button: 'right', modifiers: ['alt'] }, 'vt200', 'default', '^[[M+"#'],
    [{ event: 'release', button: 'back' }, 'vt200', 'default', '^[[M#"#'],
    [{ event: 'click' }, 'x10', 'default', '^[[M "#'],
    [{ event: 'click' }, 'vt200', 'default', '^[[M "#^[[M#"#'],
    [scroll, 'vt200', 'default', '^[[M`"#'],
    [{ ...scroll, direction: 'down' }, 'vt200', 'default', '^[[Ma"#'],
    [drag, 'drag', 'default', '^[[M@"#'],
    [move, 'any', 'default', '^[[MC"#'],

    [press, 'vt200', 'sgr', '^[[<0;2;3M'],
    [{ event: 'press', button: 'back' }, 'vt200', 'sgr', '^[[<128;2;3M'],
    [{ event: 'press', button: 'forward' }, 'vt200', 'sgr', '^[[<129;2;3M'],
    [{ event: 'release', button: 'right' }, 'vt200', 'sgr', '^[[<2;2;3m'],
    [{ event: 'press', modifiers: ['shift', 'alt', 'ctrl'] }, 'any', 'sgr', '^[[<28;2;3M'],
    [{ event: 'drag', button: 'right' }, 'drag', 'sgr', '^[[<34;2;3M'],
    [move, 'any', 'sgr', '^[[<35;2;3M'],
    [{ ...scroll, direction: 'left' }, 'vt200', 'sgr', '^[[<66;2;3M'],
    [{ ...scroll, direction: 'right', count: 2 }, 'vt200', 'sgr', '^[[<67;2;3M^[[<67;2;3M'],
    [{ event: 'click', count: 2 }, 'vt200', 'sgr', '^[[<0;2;3M^[[<0;2;3m^[[<0;2;3M^[[<0;2;3m'],

    [press, 'vt200', 'urxvt', '^[[32;2;3M'],
    [release, 'vt200', 'urxvt', '^[[35;2;3M'],
    [drag, 'drag', 'urxvt', '^[[64;2;3M'],
    [{ ...scroll, modifiers: ['ctrl'] }, 'vt200', 'urxvt', '^[[112;2;3M'],

    [press, 'vt200', 'utf8', '^[[M "#'],
    [{ ...press, col: 94 }, 'vt200', 'utf8', '^[[M \x7f#'],
    [{ ...press, col: 95 }, 'vt200', 'utf8', '^[[M \x80#'],
    [{ ...press, col: 299 }, 'vt200', 'utf8', '^[[M \u014c#'],
  ];

  it.each(rows)('encodes %j with tracking %s and encoding %s as %j', (value, tracking, encoding, bytes) => {
    const written = gesture(value, tracking, encoding, { cols: 300 });
    expect(written.toString('utf8')).toBe(bytes.replaceAll('^[', '\x1b'));
  });

  it('can report columns up to 223 in the X10 encoding', () => {
    const wide = { cols: 300 };
    expect(gesture({ ...press, col: 222 }, 'vt200', 'default', wide)).toEqual(
      Buffer.from([0x1b, 0x5b, 0x4d, 32, 255, 35]),
    );
    expect(() => gesture({ ...press, col: 223 }, 'vt200', 'default', wide)).toThrow(
      /cannot report rows and columns above 222/,
    );
    expect(gesture({ ...press, col: 223 }, 'vt200', 'sgr', wide).toString()).toBe('\x1b[<0;224;3M');
  });

  it('reports the centre of the cell in pixels', () => {
    const pixels = { rows: 24, cols: 80, pixelWidth: 800, pixelHeight: 480 };
    expect(gesture(press, 'vt200', 'sgr_pixels', pixels).toString()).toBe('\x1b[<0;15;50M');
    expect(() => gesture(press, 'vt200', 'sgr_pixels')).toThrow(
      expect.objectContaining({ name: 'Unsupported' }),
    );
  });

  it('is rejected outside the screen', () => {
    expect(() => gesture({ ...press, col: 80 }, 'vt200', 'sgr')).toThrow(
      expect.objectContaining({
        name: 'Invalid',
        data: {
          path: 'value.col',
          reason: expect.stringContaining('80 cols'),
          expected: '0 to 79',
          got: '80',
        },
      }),
    );
  });

  const order: readonly Tracking[] = ['none', 'x10', 'vt200', 'drag', 'any'];
  it.each([
    [press, 'x10'],
    [{ event: 'click' }, 'x10'],
    [{ event: 'press', button: 'back' }, 'vt200'],
    [release, 'vt200'],
    [scroll, 'vt200'],
    [drag, 'drag'],
    [move, 'any'],
  ] as const)('%j needs %s', (value, needed) => {
    for (const tracking of order) {
      if (order.indexOf(tracking) >= order.indexOf(needed)) {
        expect(gesture(value, tracking, 'sgr').length).toBeGreaterThan(0);
      } else {
        const mode = expect.stringMatching(`^mouse_tracking ${needed} `);
        expect(() => gesture(value, tracking, 'sgr')).toThrow(
          expect.objectContaining({ name: 'ModeOff', data: { mode, action: 'mouse' } }),
        );
      }
    }
  });

  it('names the mouse tracking of the program and the required one', () => {
    expect(() => gesture(press, 'none')).toThrow('The program has not enabled mouse events; press needs');
    expect(() => gesture(move, 'vt200')).toThrow(
      'has enabled only mouse tracking vt200 (DECSET 1000); move needs any',
    );
  });
});
