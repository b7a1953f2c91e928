import { z } from '../../../platform/schema.ts';
import { limits } from '../../limits.ts';

/** Buttons and wheel directions by their number in the protocols, where motion, 32, and modifiers are added. */
export const buttons = { left: 0, middle: 1, right: 2, back: 128, forward: 129 } as const;
export const wheel = { up: 64, down: 65, left: 66, right: 67 } as const;
export const noButton = 3;
export const motion = 32;
export const held = { shift: 4, alt: 8, ctrl: 16 } as const;

export type Held = keyof typeof held;

const words = <Word extends string>(table: Readonly<Record<Word, number>>) =>
  z.enum(Object.keys(table) as [Word, ...Word[]]);

const place = {
  row: z.int().min(0).describe('Row of the screen, the top one is 0.'),
  col: z.int().min(0).describe('Column of the screen, the left one is 0.'),
  modifiers: z.array(words(held)).max(3).default([]).describe('Keys held down meanwhile.'),
};
const button = words(buttons).default('left');
const times = z.int().min(1).max(limits.clicks).default(1);

/** What a hand does with a mouse. */
export const Gesture = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('press'), button, ...place }).describe('A button goes down.'),
  z.strictObject({ event: z.literal('release'), button, ...place }).describe('A button comes up.'),
  z
    .strictObject({ event: z.literal('click'), button, count: times, ...place })
    .describe('Press and release in one place, `count` times: 2 is a double click.'),
  z.strictObject({ event: z.literal('move'), ...place }).describe('The pointer moves with no button held.'),
  z
    .strictObject({ event: z.literal('drag'), button, ...place })
    .describe('The pointer moves with a button held; press before and release after.'),
  z
    .strictObject({ event: z.literal('scroll'), direction: words(wheel), count: times, ...place })
    .describe('The wheel turns by `count` steps.'),
]);
export type Gesture = z.output<typeof Gesture>;
export type GestureEvent = Gesture['event'];
