import { fault, raise } from '../../../core/faults.ts';
import { z } from '../../../platform/schema.ts';
import { chordOf } from '../chord.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { Nothing } from '../shapes.ts';

export const hotkey = method({
  name: 'hotkey',
  since: 1,
  summary: 'Press a key with ctrl or alt held.',
  details: 'Shipped clients say `ctrl`, `alt` and `ch` instead of `modifier` and `key`.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy'],
  params: z.object({
    modifier: z.enum(['ctrl', 'alt']).optional(),
    key: z.string().optional(),
    ctrl: z.boolean().default(false),
    alt: z.boolean().default(false),
    ch: z.string().optional(),
  }),
  result: Nothing,
  examples: [
    { title: 'ctrl+c', program: 'asks-name', send: { modifier: 'ctrl', key: 'c' }, reply: null },
    { title: 'as it was shipped', program: 'asks-name', send: { alt: true, ch: 'x' }, reply: null },
    { title: 'no modifier', program: 'asks-name', send: { key: 'c' }, fault: 'Invalid' },
    { title: 'no key', program: 'asks-name', send: { modifier: 'ctrl' }, fault: 'Invalid' },
  ],
  handle: (call, { ctrl, alt, ch, key = ch, modifier = ctrl ? 'ctrl' : alt ? 'alt' : undefined }) => {
    if (key === undefined) return raise(fault.Invalid({ path: 'key', reason: 'is missing' }));
    if (modifier === undefined && ch === undefined)
      return raise(fault.Invalid({ path: 'modifier', reason: 'is missing', expected: 'ctrl | alt' }));
    return perform(call, { type: 'key', value: chordOf(key, modifier ? `${modifier}+${key}` : key) });
  },
});
