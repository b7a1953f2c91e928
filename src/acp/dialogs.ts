/** Dialogs of the program as requests to the client, and the intents that its answers mean. */
import type {
  CreateElicitationRequest,
  ElicitationPropertySchema,
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
import type { AgentDescription } from '#adapters/pluginRegistry.ts';
import type { State } from '#adapters/state.ts';
import type { RunningTool, TurnUpdates } from './turnUpdates.ts';

type AgentState = AgentDescription['states'][string];

interface DialogOption {
  readonly index: number;
  readonly label: string;
  readonly description?: string;
  readonly meaning?: string;
}

/** What a dialog shows. Which fields there are depends on the dialog. */
interface DialogDetails {
  readonly options?: readonly DialogOption[];
  readonly tool?: string;
  readonly title?: string;
  readonly text?: string;
  readonly question?: string;
  readonly description?: string;
  readonly summary?: string;
  readonly body?: string;
  readonly plan?: string;
  readonly path?: string;
  readonly multi_select?: boolean;
  readonly cut?: boolean;
  readonly doubt?: string;
  readonly unseen?: string;
  readonly wrapped?: boolean;
}

export interface Intent {
  readonly intent: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const kinds: Readonly<Record<string, PermissionOptionKind>> = {
  yes: 'allow_once',
  yes_manually: 'allow_once',
  yes_and_remember: 'allow_always',
  yes_and_switch_mode: 'allow_always',
  no: 'reject_once',
};

const rejectId = 'reject';

/** A dialog that is on the screen. Every answer names its id, so that it cannot reach another dialog. */
export class Dialog {
  readonly id: string;
  readonly #state: State;
  readonly #agentState: AgentState;
  readonly #details: DialogDetails;
  /** Why an earlier Yes was refused. */
  readonly #refusal: string | undefined;

  constructor(state: State, agentState: AgentState, refusal?: string) {
    const { metadata } = state;
    this.#state = state;
    this.#agentState = agentState;
    this.#details = (
      agentState.details === undefined ? metadata : metadata[agentState.details]
    ) as DialogDetails;
    this.#refusal = refusal;
    this.id = String(metadata['dialog_id'] ?? state.state);
  }

  permission(
    sessionId: string,
    updates: TurnUpdates,
  ): { request: RequestPermissionRequest; tool: RunningTool } {
    const { summary, tool: name = this.#title, body, plan, path, description, wrapped } = this.#details;
    const tool = updates.toolFor(name, this.id);
    const words = [body ?? summary ?? plan ?? path, description, ...this.#warnings()].filter((one) => one);
    const field = updates.kindOf(name) === 'edit' && !summary?.includes('\n') ? 'file_path' : 'summary';
    const toolCall = {
      ...updates.describe(tool, tool.input ?? (summary === undefined ? {} : { [field]: summary })),
      status: 'pending' as const,
      content: words.map((text) => ({
        type: 'content' as const,
        content: { type: 'text' as const, text: text! },
      })),
      ...(wrapped && { _meta: { ptywright: { wrapped } } }),
    };
    return { request: { sessionId, toolCall, options: this.#permissionOptions() }, tool };
  }

  /** Returns the intent for the option that the client selected, or for none. */
  permissionIntent(optionId: string | undefined): Intent & { readonly rejects: boolean } {
    const { yes, no } = this.#agentState;
    const option = this.#options.find(({ index }) => String(index) === optionId);
    if (!option || option.meaning === 'no') return { ...this.#intent(no), rejects: true };
    const once = this.#options.filter(({ meaning }) => kinds[meaning ?? ''] === 'allow_once');
    // The warning about it was in the request.
    const accepts = this.#details.unseen !== undefined && { accept_unseen: true };
    if (once.length === 1 && option === once[0])
      return { ...this.#intent(yes, { ...accepts }), rejects: false };
    return { ...this.#intent('choose_option', { index: option.index, ...accepts }), rejects: false };
  }

  /** For clients with forms. */
  elicitation(sessionId: string): CreateElicitationRequest {
    const oneOf = this.#answers.map(({ label, description }) => ({
      const: label,
      title: label,
      ...(description && { description }),
    }));
    const answer: ElicitationPropertySchema = this.#details.multi_select
      ? { type: 'array', title: 'Answers', items: { anyOf: oneOf } }
      : { type: 'string', title: 'Answer', oneOf };
    const requestedSchema = { type: 'object' as const, properties: { answer }, required: ['answer'] };
    return { mode: 'form', sessionId, message: this.#title, requestedSchema };
  }

  /** For clients without forms, which can select one answer only. */
  question(
    sessionId: string,
    updates: TurnUpdates,
  ): { request: RequestPermissionRequest; tool: RunningTool } {
    const tool = updates.toolFor(this.#title, this.id);
    const options = this.#answers.map(({ index, label }) => ({
      optionId: String(index),
      name: label,
      kind: 'allow_once' as const,
    }));
    const toolCall = { ...updates.describe(tool), status: 'pending' as const };
    return { request: { sessionId, toolCall, options: [...options, reject('Cancel')] }, tool };
  }

  answeredLabel(optionId: string | undefined): string | undefined {
    return this.#answers.find(({ index }) => String(index) === optionId)?.label;
  }

  /** Returns the intent for an answer, or for a question that was declined. */
  answerIntent(answer: unknown): Intent {
    if (answer === undefined) return this.#intent(this.#agentState.no);
    return this.#intent('answer_question', { answers: [answer], partial: true });
  }

  #intent(intent: string, params: Readonly<Record<string, unknown>> = {}): Intent {
    const { dialog_id } = this.#state.metadata;
    return { intent, params: { ...params, ...(dialog_id !== undefined && { dialog_id }) } };
  }

  get #title(): string {
    const { title, text, question } = this.#details;
    return text ?? title ?? question ?? this.#state.state.replaceAll('_', ' ');
  }

  get #options(): readonly DialogOption[] {
    return this.#details.options ?? [];
  }

  /** Without the options that need text or lead elsewhere. */
  get #answers(): readonly DialogOption[] {
    return this.#options.filter(({ meaning = 'answer' }) => meaning === 'answer');
  }

  #warnings(): readonly (string | undefined)[] {
    const { cut, doubt, unseen } = this.#details;
    return [
      cut ? 'Part of this is not on the screen of the program, so it can only be refused.' : undefined,
      doubt === undefined ? undefined : `It can only be refused: ${doubt}`,
      unseen === undefined
        ? undefined
        : `The program may do more than this, because it does not draw ${unseen}.`,
      this.#refusal,
    ];
  }

  /** A Yes that would be refused is not offered. */
  #permissionOptions(): PermissionOption[] {
    const { cut, doubt } = this.#details;
    const onlyNo = cut === true || doubt !== undefined || this.#refusal !== undefined;
    const offered = this.#options.flatMap(({ index, label, meaning = '' }) => {
      const kind = kinds[meaning];
      return kind && !(onlyNo && kind !== 'reject_once')
        ? [{ optionId: String(index), name: label, kind }]
        : [];
    });
    return offered.some(({ kind }) => kind === 'reject_once') ? offered : [...offered, reject('No')];
  }
}

const reject = (name: string): PermissionOption => ({ optionId: rejectId, name, kind: 'reject_once' });
