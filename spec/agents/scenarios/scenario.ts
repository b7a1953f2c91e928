/** A scenario: the input of each step, the expected state, and the expected hooks of the agent. */
import type { Methods } from '#client/index.ts';
import type { Protocol } from '../clients.ts';
import type { AgentOptions } from '../program/agent.ts';
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

/** An operation before the state is checked. */
export type Operation =
  | {
      readonly intent: string;
      readonly params?: Readonly<Record<string, unknown>>;
      /** Adds the id of the current dialog, or of the one before it, which is closed. */
      readonly dialog?: 'this' | 'before';
    }
  | { readonly keys: readonly Action[] }
  /** Continues the answer that waits at this gate. */
  | { readonly openGate: string }
  /** Stores the current screen, so that the model can repeat it. */
  | { readonly storeScreen: true }
  /** Writes a file into the project: the stored screen, or an empty file. */
  | { readonly writeFile: string; readonly storedScreen?: true }
  /** Waits until the screen did not change for this many milliseconds. A new dialog may not read keys yet. */
  | { readonly stableMs: number };

export interface Step {
  readonly do?: Operation | readonly Operation[];
  /** The expected state. A list where versions or sizes differ for a good reason. */
  readonly state: StateName | readonly StateName[];
  /** States that may occur on the way, in any order. Any other is an error. */
  readonly through?: readonly StateName[];
  /** Minimum content of the metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Hooks that must have run since the step began. */
  readonly hooks?: readonly string[];
  /** Hooks that must not have run since the step began. */
  readonly noHooks?: readonly string[];
  /** The exact prompts that must have arrived since the step began, and no others. */
  readonly prompts?: readonly string[];
  /** Files of the project that must exist, or must not. */
  readonly files?: Readonly<Record<string, boolean>>;
  /** The tools that the events of the turn must report, in order. */
  readonly tools?: readonly string[];
  /** The terminal wraps rows, so the agent draws text of the answer over other text. */
  readonly overwritten?: true;
  /** Name of the picture that is saved of the screen. */
  readonly picture?: string;
  /** The intent must be refused with this text, or with one of several. */
  readonly refused?: string | readonly string[];
  /** The intent may be refused with this text if a version lacks the feature. The scenario then passes. */
  readonly unless?: string;
  /** A text that must be on the screen before the step counts as reached. */
  readonly screenText?: string;
  readonly timeoutMs?: number;
}

export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly Step[];
  /** Run by a client of this protocol. The steps are the same for all agents. */
  readonly client?: Protocol;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: AgentOptions;
  /** The first and the last version with the tested feature. */
  readonly since?: string;
  readonly until?: string;
  /** Variants besides `plain`. */
  readonly variants?: readonly VariantName[];
  /**
   * Skips the comparison with the session file in all variants, or in these: the screen shows tools that were not called.
   */
  readonly skipSessionFile?: true | readonly VariantName[];
  /** Takes minutes, so it runs only when it is selected by name. */
  readonly long?: boolean;
}
