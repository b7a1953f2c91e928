/** One session: an adapter whose states become updates, and whose intents carry out prompts. */
import {
  type AgentContext,
  type ClientCapabilities,
  methods,
  type PromptRequest,
  type PromptResponse,
  RequestError,
  type RequestPermissionRequest,
  type SessionModeState,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import type { AgentDescription } from '#adapters/pluginRegistry.ts';
import type { State } from '#adapters/state.ts';
import { type Client, Refusal } from '#client/index.ts';
import { limits } from '#limits.ts';
import { Emitter, LinkedAbortController } from '#platform/lifetimes.ts';
import { Dialog, type Intent } from './dialogs.ts';
import type { Prompt, SessionFiles } from './sessionFiles.ts';
import { TurnUpdates, textChunk } from './turnUpdates.ts';

type Role = AgentDescription['states'][string]['role'];

interface AcpSessionOptions {
  readonly id: string;
  readonly cwd: string;
  readonly adapter: string;
  readonly agent: AgentDescription;
  /** The names of the intents of the plugin. */
  readonly intents: ReadonlySet<string>;
  readonly client: Client;
  readonly editor: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly files: SessionFiles;
}

interface RunningTurn {
  readonly controller: LinkedAbortController;
  /** The last `cancel` intent that was sent for this turn. */
  cancelling: Promise<void>;
  /** A dialog was refused, after which a program may end the turn. */
  rejected: boolean;
  /** The program has been idle for so long that its end will not be reported. */
  overdue: boolean;
}

export class AcpSession {
  readonly #options: AcpSessionOptions;
  readonly #updates: TurnUpdates;
  readonly #changed = new Emitter();
  /** Aborts when the session is closed. */
  readonly #ended = new AbortController();
  #state: State;
  #turn: RunningTurn | undefined;

  constructor(options: AcpSessionOptions, state: State) {
    this.#options = options;
    this.#state = state;
    this.#updates = new TurnUpdates(options.agent, options.cwd);
    this.#updates.of(state);
  }

  get modes(): SessionModeState | undefined {
    const { modes } = this.#options.agent;
    const { mode } = this.#updates;
    if (modes.length === 0 || mode === undefined) return undefined;
    const known = modes.some(({ id }) => id === mode);
    return { currentModeId: mode, availableModes: known ? modes : [...modes, { id: mode, name: mode }] };
  }

  /** Classifications may arrive out of order, because replies and events are sent independently. */
  handleState(state: State): void {
    if (state.sequence < this.#state.sequence) return;
    this.#state = state;
    for (const update of this.#updates.of(state)) this.#notify(update);
    this.#changed.fire();
  }

  /** Waits until the program accepts a prompt or needs an answer. */
  async started(): Promise<void> {
    const state = await this.#until(() => this.#role !== 'starting' && this.#role !== 'busy');
    this.#requireUsable(state);
  }

  announceCommands(): void {
    const { agent, intents } = this.#options;
    if (agent.commands.length === 0 || !intents.has('slash_command')) return;
    const availableCommands = agent.commands.map(({ name, description, hint }) => ({
      name,
      description,
      ...(hint !== undefined && { input: { hint } }),
    }));
    this.#notify({ sessionUpdate: 'available_commands_update', availableCommands });
  }

  /** Repeats the last turn of a resumed session. Earlier ones are not on the screen. */
  repeatLastTurn(): void {
    const { prompt, text } = (this.#state.metadata['turn'] ?? {}) as { prompt?: string; text?: string };
    if (prompt) this.#notify(textChunk('user_message_chunk', { text: prompt, lost: true }));
    if (text) this.#notify(textChunk('agent_message_chunk', { text }));
  }

  async prompt({ prompt }: PromptRequest, signal: AbortSignal): Promise<PromptResponse> {
    if (this.#turn) throw RequestError.invalidRequest(undefined, 'a prompt of this session is running');
    const turn: RunningTurn = {
      controller: new LinkedAbortController(signal),
      cancelling: Promise.resolve(),
      rejected: false,
      overdue: false,
    };
    this.#turn = turn;
    try {
      const sent = await this.#options.files.prompt(prompt);
      if (sent.text === '') throw RequestError.invalidParams(undefined, 'the prompt is empty');
      await this.#settle(turn, () => true);
      if (turn.controller.signal.aborted) return { stopReason: 'cancelled' };
      this.#requireUsable(this.#state);
      const end = await this.#run(turn, sent);
      for (const update of this.#updates.finish(end)) this.#notify(update);
      return this.#response(turn, end);
    } finally {
      this.#turn = undefined;
      turn.controller.dispose();
    }
  }

  async cancel(): Promise<void> {
    const turn = this.#turn;
    if (!turn) return;
    turn.controller.abort();
    // The prompt goes on until the program has stopped. If it has already stopped, the intent sends no key.
    turn.cancelling = this.#cancelUntilAtRest(turn);
    await turn.cancelling;
  }

  /** A program may ignore a key while a turn begins, and look idle then. The intent sends a key only if a turn runs. */
  async #cancelUntilAtRest(turn: RunningTurn): Promise<void> {
    const { client, adapter } = this.#options;
    const states = this.#states((role) => role !== 'busy' && role !== 'starting');
    const atRest = { adapter, states, stable_ms: limits.acpRestMs, timeout_ms: limits.acpCancelMs };
    let rests = false;
    for (let sent = 0; !rests && sent < limits.acpCancels && this.#turn === turn; sent++) {
      await this.#sendCancel();
      rests = this.#updates.end !== undefined;
      rests ||= (await client.calls.adapter.wait(atRest).catch(ignoreRefusal)) !== undefined;
    }
  }

  async setMode(mode: string): Promise<void> {
    await this.#send({ intent: 'set_mode', params: { mode } });
  }

  async close(): Promise<void> {
    const { client, adapter, files } = this.#options;
    this.#ended.abort();
    await client.calls.adapter.close({ adapter }).catch(() => undefined);
    await files.remove();
  }

  get #role(): Role {
    return this.#options.agent.states[this.#state.state]?.role ?? 'failed';
  }

  #notify(update: SessionUpdate): void {
    const { editor, id: sessionId } = this.#options;
    // The connection has closed, which ends the session.
    editor.notify(methods.client.session.update, { sessionId, update }).catch(() => undefined);
  }

  async #send({ intent, params }: Intent): Promise<void> {
    const { client, adapter } = this.#options;
    this.handleState((await client.calls.adapter.send({ adapter, intent, params })).state);
  }

  #sendCancel(): Promise<void> {
    return this.#send({ intent: 'cancel', params: {} }).catch(ignoreRefusal);
  }

  /** Resolves at once if the condition already holds. */
  #until(condition: () => boolean, signal: AbortSignal = this.#ended.signal): Promise<State> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (this.#ended.signal.aborted) reject(RequestError.sessionNotFound(this.#options.id));
        else if (signal.aborted || condition()) resolve(this.#state);
        else return;
        listener.dispose();
        signal.removeEventListener('abort', check);
        this.#ended.signal.removeEventListener('abort', check);
      };
      const listener = this.#changed.event(check);
      signal.addEventListener('abort', check);
      this.#ended.signal.addEventListener('abort', check);
      check();
    });
  }

  /** Sends the prompt, then answers dialogs until the turn is over. */
  async #run(turn: RunningTurn, { text, isCommand }: Prompt): Promise<State> {
    const { agent, intents } = this.#options;
    this.#updates.begin();
    if (isCommand && intents.has('slash_command')) {
      await this.#sendAndSettle({ intent: 'slash_command', params: { command: text } }, limits.acpCommandMs);
      return this.#settle(turn, () => true);
    }
    const prompt = { intent: 'send_prompt', params: { prompt: text } };
    if (!agent.events) {
      await this.#sendAndSettle(prompt);
      return this.#settle(turn, () => true);
    }
    await this.#send(prompt);
    return this.#settleWithEvents(turn);
  }

  /** Sends an intent, and waits until the program has reacted and needs the client again. */
  async #sendAndSettle(send: Intent, stable_ms = 0): Promise<void> {
    const { client, adapter } = this.#options;
    const wait = { states: this.#states((role) => role !== 'busy' && role !== 'starting'), stable_ms };
    const { state } = await client.calls.adapter.turn({
      adapter,
      send,
      wait: { ...wait, timeout_ms: limits.timeoutMs },
    });
    this.handleState(state);
  }

  /** Waits for the reported end of the turn. A turn that the client has cancelled may end without one. */
  async #settleWithEvents(turn: RunningTurn): Promise<State> {
    const { client, adapter } = this.#options;
    const deadline = new LinkedAbortController(this.#ended.signal);
    const idle = { adapter, states: this.#states((role) => role === 'idle'), stable_ms: limits.acpTurnEndMs };
    client.calls.adapter.wait({ ...idle, timeout_ms: limits.timeoutMs }, deadline).then(() => {
      turn.overdue = true;
      this.#changed.fire();
    }, ignoreRefusal);
    const isOver = () => this.#updates.end !== undefined || turn.controller.signal.aborted || turn.overdue;
    try {
      const state = await this.#settle(turn, isOver);
      if (!turn.controller.signal.aborted || this.#updates.end) return state;
      await turn.cancelling;
      return await this.#settle(turn, isOver);
    } finally {
      deadline.abort();
      deadline.dispose();
    }
  }

  #states(includes: (role: Role) => boolean): string[] {
    const { states } = this.#options.agent;
    return Object.keys(states).filter((name) => includes(states[name]!.role));
  }

  /** Answers dialogs and closes pages until no turn is running. `isOver` is asked while the program is idle. */
  async #settle(turn: RunningTurn, isOver: () => boolean): Promise<State> {
    /** Why the Yes of a dialog was refused, by its id. */
    const refusals = new Map<string, string>();
    for (;;) {
      const state = await this.#until(
        () => !['starting', 'busy'].includes(this.#role) && (this.#role !== 'idle' || isOver()),
      );
      const agentState = this.#options.agent.states[state.state];
      if (this.#role === 'page') await this.#closePage(agentState!.no);
      else if (this.#role !== 'permission' && this.#role !== 'question') return state;
      else if (turn.controller.signal.aborted) await this.#cancelDialog(turn, dialogIdOf(state));
      else
        await this.#answer(turn, new Dialog(state, agentState!, refusals.get(dialogIdOf(state))), refusals);
    }
  }

  async #closePage(intent: string): Promise<void> {
    const text = `${this.#state.evidence}\n`;
    await this.#send({ intent, params: {} });
    this.#notify(textChunk('agent_message_chunk', { text }));
  }

  /** Closes a dialog of a cancelled turn. An intent that ran before the dialog appeared has not closed it. */
  async #cancelDialog({ cancelling }: RunningTurn, id: string): Promise<void> {
    const isOpen = () => dialogIdOf(this.#state) === id;
    await cancelling;
    if (isOpen()) await this.#sendCancel();
    await this.#until(() => !isOpen());
  }

  /** Asks the client. The request is cancelled if the dialog is answered elsewhere. */
  async #answer(turn: RunningTurn, dialog: Dialog, refusals: Map<string, string>): Promise<void> {
    for (const update of this.#updates.rest()) this.#notify(update);
    const controller = new LinkedAbortController(turn.controller.signal);
    const left = this.#until(() => dialogIdOf(this.#state) !== dialog.id, controller.signal);
    left.then(
      () => controller.abort(),
      () => controller.abort(),
    );
    const isQuestion = this.#role === 'question';
    try {
      const intent = isQuestion
        ? await this.#ask(dialog, controller.signal)
        : await this.#requestPermission(turn, dialog, controller.signal);
      if (!intent || turn.controller.signal.aborted) return;
      await this.#send(intent);
      // A dialog may be visible for a moment after it has taken its answer. A question may have further ones.
      if (!isQuestion) await left;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      refusals.set(dialog.id, problem.reason);
      this.handleState(
        (await this.#options.client.calls.adapter.state({ adapter: this.#options.adapter })).state,
      );
    } finally {
      controller.abort();
      controller.dispose();
    }
  }

  async #requestPermission(
    turn: RunningTurn,
    dialog: Dialog,
    signal: AbortSignal,
  ): Promise<Intent | undefined> {
    const { request, tool } = dialog.permission(this.#options.id, this.#updates);
    const selected = await this.#select(request, signal);
    if (signal.aborted) return undefined;
    const { rejects, ...intent } = dialog.permissionIntent(selected);
    if (rejects) {
      turn.rejected = true;
      for (const update of this.#updates.refuse(tool)) this.#notify(update);
    }
    return intent;
  }

  async #ask(dialog: Dialog, signal: AbortSignal): Promise<Intent | undefined> {
    const { id, editor, capabilities } = this.#options;
    if (!capabilities.elicitation?.form) return this.#askByPermission(dialog, signal);
    const reply = await editor
      .request(methods.client.elicitation.create, dialog.elicitation(id), cancelledBy(signal))
      .catch(whenAborted(signal));
    if (signal.aborted) return undefined;
    const content =
      reply?.action === 'accept' ? (reply.content as Readonly<Record<string, unknown>>) : undefined;
    return dialog.answerIntent(content?.['answer']);
  }

  async #askByPermission(dialog: Dialog, signal: AbortSignal): Promise<Intent | undefined> {
    const { request, tool } = dialog.question(this.#options.id, this.#updates);
    const selected = await this.#select(request, signal);
    if (signal.aborted) return undefined;
    const label = dialog.answeredLabel(selected);
    const ended = label === undefined ? this.#updates.refuse(tool) : [];
    for (const update of ended) this.#notify(update);
    return dialog.answerIntent(label);
  }

  /** Returns the id of the selected option. */
  async #select(request: RequestPermissionRequest, signal: AbortSignal): Promise<string | undefined> {
    const reply = await this.#options.editor
      .request(methods.client.session.requestPermission, request, cancelledBy(signal))
      .catch(whenAborted(signal));
    return reply?.outcome.outcome === 'selected' ? reply.outcome.optionId : undefined;
  }

  /** Throws if the program needs a login or has ended. */
  #requireUsable(state: State): void {
    const { kind, message } = (state.metadata['error'] ?? {}) as { kind?: string; message?: string };
    if (this.#role === 'login')
      throw RequestError.authRequired(undefined, `log in with the program in a terminal: ${state.evidence}`);
    const ended = kind === 'exited' || this.#options.agent.states[state.state] === undefined;
    if (ended) throw RequestError.internalError({ state: state.state }, message ?? state.evidence);
  }

  #response({ controller, rejected }: RunningTurn, state: State): PromptResponse {
    const { end } = this.#updates;
    const lost = end?.whole === false && { _meta: { ptywright: { text_lost: true } } };
    if (controller.signal.aborted) return { stopReason: 'cancelled', ...lost };
    this.#requireUsable(state);
    const error = (state.metadata['error'] ?? undefined) as { kind?: string; message?: string } | undefined;
    const category = end?.error?.category ?? (this.#role === 'failed' ? error?.kind : undefined);
    if (category === 'refusal') return { stopReason: 'refusal', ...lost };
    if (category === 'too_long') return { stopReason: 'max_tokens', ...lost };
    if (category !== undefined)
      throw RequestError.internalError({ ...error }, end?.error?.message ?? error?.message ?? state.evidence);
    // Someone at the terminal of the program has ended the turn.
    const stopReason = end?.interrupted && !rejected ? 'cancelled' : 'end_turn';
    return { stopReason, ...lost };
  }
}

const dialogIdOf = ({ metadata, state }: State): string => String(metadata['dialog_id'] ?? state);

const cancelledBy = (cancellationSignal: AbortSignal) => ({ cancellationSignal, stopWaitingOnCancel: true });

/** The request was cancelled because its answer is no longer needed. */
const whenAborted = (signal: AbortSignal) => (problem: unknown) => {
  if (!signal.aborted) throw problem;
  return undefined;
};

const ignoreRefusal = (problem: unknown): void => {
  if (!(problem instanceof Refusal)) throw problem;
};
