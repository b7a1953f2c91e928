/** A scenario: what is done to the program step by step, what state has to follow, and what the program itself has to say. */
import type { Methods } from '../../../src/client/index.ts';
import type { Wishes } from '../program/settings.ts';
import type { VariantName } from './variants.ts';

export type StateName =
  | 'starting'
  | 'ready'
  | 'waiting_for_login'
  | 'waiting_for_trust'
  | 'waiting_for_model_select'
  | 'waiting_for_enter_plan_mode'
  | 'waiting_for_plan_approval'
  | 'waiting_for_permission'
  | 'waiting_for_external_editor'
  | 'usage_screen'
  | 'local_ui_screen'
  | 'waiting_for_user_input'
  | 'thinking'
  | 'cancelling'
  | 'completed_turn'
  | 'error'
  | 'exited';

export type Action = Methods['session.input']['params']['action'];

/** Something that is done before the state is looked for. */
export type Deed =
  | {
      readonly intent: string;
      readonly params?: Readonly<Record<string, unknown>>;
      /** With the identity of the dialog that is there, or of the one before it, which is gone. */
      readonly dialog?: 'this' | 'before';
    }
  | { readonly keys: readonly Action[] }
  /** Lets the answer go on that stands before it. */
  | { readonly open: string }
  /** The screen as it is becomes what the model can repeat. */
  | { readonly keep: true }
  | { readonly write: string }
  /** Nothing may change on the screen for so many milliseconds: what has just been drawn may not read keys yet. */
  | { readonly rest: number };

export interface Step {
  readonly do?: Deed | readonly Deed[];
  /** Any of them, where versions or sizes differ for good reason. */
  readonly state: StateName | readonly StateName[];
  /** States that may be passed on the way, in any order; any other is a wrong one. */
  readonly through?: readonly StateName[];
  /** What at least stands in the metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Hooks that have to have run since the step began. */
  readonly truth?: readonly string[];
  /** Hooks that may not have run since the step began. */
  readonly never?: readonly string[];
  /** The prompts that have to have arrived since the step began, word for word and no other. */
  readonly prompts?: readonly string[];
  /** Files of the project that have to be there, or may not be. */
  readonly files?: Readonly<Record<string, boolean>>;
  /** The name under which its screen is kept as a picture. */
  readonly picture?: string;
  /** The intent has to be refused with these words. */
  readonly refused?: string;
  /** The intent may be refused with these words, where a version has no such thing; the scenario then ends well. */
  readonly unless?: string;
  /** A text that is on the screen before the step counts as reached. */
  readonly sees?: string;
  readonly timeoutMs?: number;
}

export interface Scenario {
  readonly name: string;
  readonly about: string;
  readonly steps: readonly Step[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly wishes?: Wishes;
  /** The first and the last version that have what it is about. */
  readonly since?: string;
  readonly until?: string;
  /** Besides the plain one. */
  readonly variants?: readonly VariantName[];
  /** Takes minutes: run only where it is asked for by name. */
  readonly long?: boolean;
}
