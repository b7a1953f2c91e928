/** The table of all actions. */
import { Fault, fault } from '#faults.ts';
import { z } from '#platform/schema.ts';
import type { InputTarget, PerformResult } from './action.ts';
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

const joinPath = (path: string, inner: string) => [path, inner].filter(Boolean).join('.');

/**
 * Performs an action, synchronously unless the action pauses. `path` is the path of the action in the parameters, so
 * that a fault names the field that the client wrote.
 */
export function performAction(target: InputTarget, { type, value }: Action, path = 'action'): PerformResult {
  try {
    return actions[type].perform(target, value as never);
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.name !== 'Invalid') throw failure;
    const { data, message } = failure as Fault<'Invalid'>;
    throw fault.Invalid({ ...data, path: joinPath(path, data.path) }, message);
  }
}
