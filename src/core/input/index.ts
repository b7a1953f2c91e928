/** What can be done to a program from outside, as words that become bytes, sizes and signals. */
import { z } from '../../platform/schema.ts';
import { Fault, fault } from '../faults.ts';
import * as declared from './actions/index.ts';
import type { InputTarget, Performed } from './target.ts';

type Declared = (typeof declared)[keyof typeof declared];

/** Every action by its name on the wire. */
export const actions = Object.fromEntries(Object.values(declared).map((each) => [each.name, each])) as {
  readonly [Each in Declared as Each['name']]: Each;
};

type Wire = Declared['wire'];

export const Action = z
  .discriminatedUnion('type', Object.values(declared).map(({ wire }) => wire) as [Wire, ...Wire[]])
  .meta({
    id: 'Action',
    description:
      'Something to do to a session: `type` names the action, `value` says with what, where it takes one.',
  });
export type Action = z.output<typeof Action>;

const beneath = (path: string, inner: string) => [path, inner].filter(Boolean).join('.');

/**
 * Does the action, synchronously unless the action itself asks for pauses. `path` is where the action stands in
 * the request's parameters, so that a fault names the field that the client wrote.
 */
export function perform(target: InputTarget, { type, value }: Action, path = 'action'): Performed {
  try {
    return actions[type].perform(target, value as never);
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.name !== 'Invalid') throw failure;
    const { data, message } = failure as Fault<'Invalid'>;
    throw fault.Invalid({ ...data, path: beneath(path, data.path) }, message);
  }
}
