/** Steps that do something to the program. */
import { Action, actions } from '../../../core/input/index.ts';
import { readChord } from '../../../core/input/keys/chord.ts';
import { Pointing } from '../../../core/session/point.ts';
import { z } from '../../../platform/schema.ts';
import { kind } from '../kind.ts';
import { Ambiguity, checkWhich, toldOf, Which } from '../selector.ts';
import { secretsIn, Typed, textOf } from '../typed.ts';

const enter = { type: 'key', value: readChord('enter') } as const;

const typed = { shape: Typed, check: (value: Typed) => void textOf(value), secrets: secretsIn };

const Pointed = z.strictObject({ on: Which, ambiguity: Ambiguity.default('fail') });

const onOf = (value: Which | { readonly on: Which }): Which =>
  typeof value === 'object' && 'on' in value ? value.on : value;

export const inputKinds = [
  kind({
    ...typed,
    name: 'type',
    summary: 'Types a text as it is.',
    example: 'ls -l',
    perform: (stage, value) => stage.send({ type: 'text', value: textOf(value) }),
  }),
  kind({
    ...typed,
    name: 'line',
    summary: 'Types a text and presses enter.',
    example: { env: 'API_KEY' },
    perform: (stage, value) => {
      const text = textOf(value);
      return text === '' ? stage.send(enter) : stage.send({ type: 'text', value: text }, enter);
    },
  }),
  kind({
    name: 'press',
    summary: 'Presses keys, one after the other.',
    shape: actions.keys.value,
    example: 'escape ctrl+x',
    perform: (stage, value) => stage.send({ type: 'keys', value }),
  }),
  kind({
    ...typed,
    name: 'paste',
    summary: 'Pastes a text, in brackets where the program asks for them.',
    example: 'two\nlines',
    perform: (stage, value) => {
      const { bracketedPaste } = stage.session.screen.modes;
      return stage.send({ type: bracketedPaste ? 'bracketed_paste' : 'paste', value: textOf(value) });
    },
  }),
  kind({
    name: 'click',
    summary: 'Clicks on something once it is there.',
    shape: z.union([
      Which,
      Pointed.extend({
        button: z.enum(['left', 'middle', 'right']).default('left'),
        count: z.int().min(1).max(3).default(1),
      }),
    ]),
    example: '[ OK ]',
    told: (value) => toldOf(onOf(value)),
    check: (value) => checkWhich(onOf(value)),
    perform: (stage, value, { timeoutMs }) => {
      const plain = { on: value as Which, ambiguity: 'fail', button: 'left', count: 1 } as const;
      const asked = typeof value === 'object' && 'on' in value ? value : plain;
      const { on, ambiguity, button, count } = asked;
      return stage.point(on, { event: 'click', button, count, modifiers: [] }, ambiguity, timeoutMs);
    },
  }),
  kind({
    name: 'mouse',
    summary: 'Does with the mouse on something what a hand would.',
    shape: Pointed.extend({ gesture: Pointing }),
    example: { on: 'item 3', gesture: { event: 'scroll', direction: 'down', count: 3 } },
    told: ({ on }) => toldOf(on),
    check: ({ on }) => checkWhich(on),
    perform: (stage, { on, ambiguity, gesture }, { timeoutMs }) =>
      stage.point(on, gesture, ambiguity, timeoutMs),
  }),
  kind({
    name: 'resize',
    summary: 'Gives the terminal a new size.',
    shape: actions.resize.value,
    example: { rows: 30, cols: 100 },
    perform: (stage, value) => stage.send({ type: 'resize', value }),
  }),
  kind({
    name: 'signal',
    summary: 'Sends a signal to what runs in front.',
    shape: actions.signal.value,
    example: 'int',
    perform: (stage, value) => stage.send({ type: 'signal', value }),
  }),
  kind({
    name: 'action',
    summary: 'Does an action as `session.input` takes it.',
    shape: Action,
    example: { type: 'focus', value: { focused: true } },
    told: ({ type }) => type,
    perform: (stage, action) => stage.send(action),
  }),
];
