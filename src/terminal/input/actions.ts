/** The table of all actions. */
import { z } from '#platform/schema.ts';
import { eofAction, interruptAction, keyAction, keysAction } from './keyActions.ts';
import { mouseAction } from './mouse.ts';
import {
  focusAction,
  killAction,
  markTranscriptAction,
  resizeAction,
  signalAction,
} from './sessionActions.ts';
import { bracketedPasteAction, pasteAction, rawAction, streamTextAction, textAction } from './textActions.ts';

/** In the order of the capabilities and the reference. */
const declared = [
  bracketedPasteAction,
  eofAction,
  focusAction,
  interruptAction,
  keyAction,
  keysAction,
  killAction,
  markTranscriptAction,
  mouseAction,
  pasteAction,
  rawAction,
  resizeAction,
  signalAction,
  streamTextAction,
  textAction,
] as const;

type AnyAction = (typeof declared)[number];

/** All actions by wire name. */
export const actions = Object.fromEntries(declared.map((each) => [each.name, each])) as {
  readonly [Each in AnyAction as Each['name']]: Each;
};

type DeclaredSchema = AnyAction['wire'];

export const Action = z
  .discriminatedUnion(
    'type',
    declared.map(({ wire }) => wire) as unknown as [DeclaredSchema, ...DeclaredSchema[]],
  )
  .meta({
    id: 'Action',
    description: 'An input to a session. `type` names the action; `value` is its argument, if it takes one.',
  });
export type Action = z.output<typeof Action>;
