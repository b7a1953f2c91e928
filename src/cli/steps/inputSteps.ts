/** Steps that send input to the program. */
import { fault, raise } from '#faults.ts';
import { z } from '#platform/schema.ts';
import { PositionlessGesture } from '#session/input.ts';
import { Action, actions } from '#terminal/input/actions.ts';
import { requireChord } from '#terminal/input/keys.ts';
import { AmbiguityField, checkSelector, defineStep, StepSelector, selectorText } from './step.ts';

const TypedText = z
  .union([
    actions.text.value,
    z.strictObject({
      env: z
        .string()
        .min(1)
        .describe('Environment variable whose value is typed. The value is hidden everywhere.'),
    }),
  ])
  .describe('A text, or the environment variable that contains it.');
type TypedText = z.output<typeof TypedText>;

/** Returns the text, or the value of the variable. Raises Invalid if the variable is not set. */
function resolveText(typed: TypedText): string {
  if (typeof typed === 'string') return typed;
  const value = process.env[typed.env];
  const reason = `the environment variable ${typed.env} is not set`;
  return value || raise(fault.Invalid({ path: '', reason }, reason));
}

/** Text from the environment is treated as secret. */
const typedSecrets = (typed: TypedText): readonly string[] =>
  typeof typed === 'string' ? [] : textAndLines(resolveText(typed));

/** A program may show a text of several lines line by line. */
const textAndLines = (text: string): readonly string[] => [
  text,
  ...text.split(/[\r\n]+/).filter((line) => line.length >= minSecretLineChars),
];

/** Shorter lines are brackets or common words, which would be redacted everywhere. */
const minSecretLineChars = 4;

const enterKey = { type: 'key', value: requireChord('enter') } as const;

const typedStep = {
  shape: TypedText,
  check: (value: TypedText) => void resolveText(value),
  secrets: typedSecrets,
};

const PointerTarget = z.strictObject({ on: StepSelector, ambiguity: AmbiguityField.default('fail') });

const pointerSelector = (value: StepSelector | { readonly on: StepSelector }): StepSelector =>
  typeof value === 'object' && 'on' in value ? value.on : value;

export const inputSteps = [
  defineStep({
    ...typedStep,
    name: 'type',
    summary: 'Type a text.',
    example: 'ls -l',
    perform: (context, value) => context.send({ type: 'text', value: resolveText(value) }),
  }),
  defineStep({
    ...typedStep,
    name: 'line',
    summary: 'Type a text and press enter.',
    example: { env: 'API_KEY' },
    perform: (context, value) => {
      const text = resolveText(value);
      return text === '' ? context.send(enterKey) : context.send({ type: 'text', value: text }, enterKey);
    },
  }),
  defineStep({
    name: 'press',
    summary: 'Press keys, one after the other.',
    shape: actions.keys.value,
    example: 'escape ctrl+x',
    perform: (context, value) => context.send({ type: 'keys', value }),
  }),
  defineStep({
    ...typedStep,
    name: 'paste',
    summary: 'Paste a text. Uses bracketed paste if the program has turned it on.',
    example: 'two\nlines',
    perform: (context, value) => {
      const { bracketedPaste } = context.session.screen.modes;
      return context.send({ type: bracketedPaste ? 'bracketed_paste' : 'paste', value: resolveText(value) });
    },
  }),
  defineStep({
    name: 'click',
    summary: 'Wait for a match, and click it.',
    shape: z.union([
      StepSelector,
      PointerTarget.extend({
        button: z.enum(['left', 'middle', 'right']).default('left'),
        count: z.int().min(1).max(3).default(1),
      }),
    ]),
    example: '[ OK ]',
    describe: (value) => selectorText(pointerSelector(value)),
    check: (value) => checkSelector(pointerSelector(value)),
    perform: (context, value, { timeoutMs }) => {
      const plain = { on: value as StepSelector, ambiguity: 'fail', button: 'left', count: 1 } as const;
      const requested = typeof value === 'object' && 'on' in value ? value : plain;
      const { on, ambiguity, button, count } = requested;
      return context.point(on, { event: 'click', button, count, modifiers: [] }, ambiguity, timeoutMs);
    },
  }),
  defineStep({
    name: 'mouse',
    summary: 'Wait for a match, and perform a mouse gesture on it.',
    shape: PointerTarget.extend({ gesture: PositionlessGesture }),
    example: { on: 'item 3', gesture: { event: 'scroll', direction: 'down', count: 3 } },
    describe: ({ on }) => selectorText(on),
    check: ({ on }) => checkSelector(on),
    perform: (context, { on, ambiguity, gesture }, { timeoutMs }) =>
      context.point(on, gesture, ambiguity, timeoutMs),
  }),
  defineStep({
    name: 'resize',
    summary: 'Resize the terminal.',
    shape: actions.resize.value,
    example: { rows: 30, cols: 100 },
    perform: (context, value) => context.send({ type: 'resize', value }),
  }),
  defineStep({
    name: 'signal',
    summary: 'Send a signal to the foreground process group.',
    shape: actions.signal.value,
    example: 'int',
    perform: (context, value) => context.send({ type: 'signal', value }),
  }),
  defineStep({
    name: 'action',
    summary: 'Perform an action, in the form that `session.input` accepts.',
    shape: Action,
    example: { type: 'focus', value: { focused: true } },
    describe: ({ type }) => type,
    perform: (context, action) => context.send(action),
  }),
];
