/** Mode changes that a program reverts at once are still reported, up to the limit for one piece of output. */
import { expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { times } from '../soak/scale.ts';
import { aScreen } from './aScreen.ts';
import { Grammar } from './grammar.ts';

const eventsOf = (...output: string[]) => {
  const { screen, feed } = aScreen();
  feed(...output);
  return screen.events.since(0).map(({ kind, facts }) => [kind, facts] as const);
};

const mode = (name: string, ...values: unknown[]) => values.map((value) => ['mode', { mode: name, value }]);
const cursor = (visible: boolean, shape = 'block') => ['cursor', expect.objectContaining({ visible, shape })];

it.each([
  ['a mode', '\x1b[?2004h\x1b[?2004l', mode('bracketed_paste', true, false)],
  [
    'a mode, in one sequence with another',
    '\x1b[?1;2004h\x1b[?1l',
    [
      ['mode', { mode: 'application_cursor', value: true }],
      ['mode', { mode: 'bracketed_paste', value: true }],
      ['mode', { mode: 'application_cursor', value: false }],
    ],
  ],
  ['a mode without a question mark', '\x1b[4h\x1b[4l', mode('insert', true, false)],
  ['the keypad', '\x1b=\x1b>', mode('application_keypad', true, false)],
  ['the cursor', 'x\x1b[?25lyz\x1b[?25h', [cursor(false), cursor(true)]],
  ['the cursor, hidden until a full reset', '\x1b[?25l\x1bc', [cursor(false), cursor(true)]],
  ['the cursor, hidden until a soft reset', '\x1b[?25l\x1b[!p', [cursor(false), cursor(true)]],
  ['a mode until a full reset', '\x1b[?2004h\x1bc', mode('bracketed_paste', true, false)],
  ['the shape of the cursor', '\x1b[5 q\x1b[2 q', [cursor(true, 'bar'), cursor(true)]],
  ['the bell', '\x07\x07\x07', [1, 2, 3].map((bells) => ['bell', { bells }])],
])('%s', (_, output, events) => expect(eventsOf(output)).toEqual(events));

it.each([
  ['DECRC', '\x1b7', '\x1b8'],
  ['SCORC', '\x1b[s', '\x1b[u'],
])('the origin mode that %s restores', (_, save, restore) => {
  expect(eventsOf(`\x1b[?6h${save}\x1b[?6l`, restore)).toEqual(mode('origin', true, false, true));
});

it('an unchanged mode is not reported', () => {
  expect(eventsOf('\x1b[?2004h\x1b[?2004h', '\x1b[?2004h')).toEqual(mode('bracketed_paste', true));
});

it('a flood of them is reported up to a bound, with the final state', () => {
  const events = eventsOf(`${'\x1b[?2004h\x1b[?2004l'.repeat(5000)}\x1b[?2004h`);
  expect(events.length).toBeGreaterThanOrEqual(limits.eventsAtOnce);
  expect(events.length).toBeLessThan(limits.eventsAtOnce + 4);
  expect(events.at(-1)).toEqual(['mode', { mode: 'bracketed_paste', value: true }]);
});

it('the last event of a mode and of the cursor is how it is, after any output', () => {
  for (let seed = 0; seed < times(20, 2000); seed++) {
    const { screen } = aScreen();
    const grammar = new Grammar(seed);
    const state = () => {
      const { modes, cursor, cursorShape: shape, cursorBlinks: blinks } = screen;
      const { applicationCursor, applicationKeypad, insert, origin, wraparound, mouseTracking } = modes;
      return {
        ...{ application_cursor: applicationCursor, application_keypad: applicationKeypad },
        ...{ insert, origin, wraparound, mouse_tracking: mouseTracking },
        ...{ visible: cursor.visible, shape, blinks },
      };
    };
    let known: Record<string, unknown> = state();
    for (let output = 0; output < 100; output++) {
      const { lastNumber } = screen.events;
      screen.feed(grammar.output(5));
      for (const { kind, facts } of screen.events.since(lastNumber))
        if (kind === 'mode') known = { ...known, [facts.mode as string]: facts.value };
        else if (kind === 'cursor') known = { ...known, ...facts };
      expect({ seed, output, ...known }).toMatchObject({ seed, output, ...state() });
    }
  }
});
