/** Turns the states of an adapter into session updates: text, thoughts, tools, the plan and the mode. */
import { resolve } from 'node:path';
import type { SessionUpdate, ToolCallStatus, ToolKind } from '@agentclientprotocol/sdk';
import type { AgentDescription } from '#adapters/pluginRegistry.ts';
import type { State } from '#adapters/state.ts';

import { type TextPiece, TurnText } from './turnText.ts';

type TurnEvent = State['events'][number];

/** How a turn ended, from its last events. */
interface TurnEnd {
  readonly interrupted: boolean;
  readonly error?: { readonly category: string; readonly message: string };
  /** Whether all text of the turn was seen. */
  readonly whole: boolean;
}

export interface RunningTool {
  /** The id in ACP. */
  readonly id: string;
  readonly name: string;
  /** Absent if only a dialog has named the tool. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export class TurnUpdates {
  /** Set once the events contain the end of the turn that began last. */
  end: TurnEnd | undefined;
  mode: string | undefined;
  readonly #agent: AgentDescription;
  readonly #cwd: string;
  #text = new TurnText();
  #error: TurnEnd['error'];
  #turn = 0;
  #awaitsBeginning = false;
  #lastSeq = 0;
  #whole = true;
  /** Tools that have not ended, by the id in the plugin. */
  readonly #tools = new Map<string, RunningTool>();
  /** Tools that a dialog has announced before the program has drawn them. */
  #announced: RunningTool[] = [];
  /** Announced tools that were refused. The program may draw them later. */
  readonly #refused = new Set<RunningTool>();
  #plan = '';

  constructor(agent: AgentDescription, cwd: string) {
    this.#agent = agent;
    this.#cwd = cwd;
  }

  /** Call before a prompt is sent. Until its turn has begun, events belong to other turns. */
  begin(): void {
    this.#reset();
    this.#awaitsBeginning = true;
  }

  of(state: State): readonly SessionUpdate[] {
    const updates = state.events.flatMap((event) => this.#ofEvent(event));
    return [...updates, ...this.#ofText(false), ...this.#ofPlan(state), ...this.#ofMode(state)];
  }

  /** Returns the rest of the text, before a dialog or at the end. */
  rest(): readonly SessionUpdate[] {
    return this.#ofText(true);
  }

  /** Ends the turn. Without events, its text is that on the screen. */
  finish(state: State): readonly SessionUpdate[] {
    if (!this.#agent.events) {
      const { text = '', whole } = (state.metadata['turn'] ?? {}) as { text?: string; whole?: boolean };
      if (whole === false) this.#markLost();
      this.#text.complete(text);
    }
    this.end ??= { interrupted: false, whole: this.#whole };
    return [...this.rest(), ...this.#endTools()];
  }

  /** Returns the tool that a dialog is about: a running one, or a new one that the program will draw later. */
  toolFor(name: string, dialog: string): RunningTool {
    const running = [...this.#tools.values()].findLast((tool) => tool.name === name);
    if (running) return running;
    const tool = { id: `${this.#turn}:dialog:${dialog}`, name };
    this.#announced.push(tool);
    return tool;
  }

  refuse(tool: RunningTool): readonly SessionUpdate[] {
    this.#refused.add(tool);
    return [completed(tool, 'failed')];
  }

  kindOf = (tool: string): ToolKind => (this.#agent.tools[tool] ?? 'other') as ToolKind;

  #ofEvent(event: TurnEvent): readonly SessionUpdate[] {
    const { seq = 0, kind } = event;
    if (seq <= this.#lastSeq) return [];
    if (seq > this.#lastSeq + 1) {
      this.#markLost();
      // The beginning may be among the missing events.
      this.#awaitsBeginning = false;
    }
    this.#lastSeq = seq;
    if (this.#awaitsBeginning && kind !== 'turn_started') return [];
    return this.#handlers[kind]?.(event) ?? [];
  }

  readonly #handlers: Readonly<Record<string, (event: TurnEvent) => readonly SessionUpdate[]>> = {
    turn_started: () => {
      if (!this.#awaitsBeginning) this.#reset();
      this.#awaitsBeginning = false;
      return [];
    },
    text_delta: ({ text, gap }) => {
      if (gap) this.#markLost();
      this.#text.append(String(text));
      return [];
    },
    text_replaced: ({ from_line, text }) => {
      this.#text.replace(Number(from_line), String(text));
      return [];
    },
    thought_delta: ({ text }) => [chunk('agent_thought_chunk', { text: String(text) })],
    tool_started: (event) => [...this.rest(), ...this.#started(event)],
    tool_completed: ({ id, status }) => {
      const tool = this.#tools.get(String(id));
      if (!tool) return [];
      this.#tools.delete(String(id));
      if (this.#refused.has(tool)) return [];
      return [completed(tool, status === 'completed' ? 'completed' : 'failed')];
    },
    error: ({ category, message }) => {
      this.#error = { category: String(category), message: String(message) };
      return [];
    },
    turn_complete: ({ text, whole, interrupted }) => {
      if (whole === false) this.#markLost();
      this.#text.complete(String(text ?? ''));
      const end = { interrupted: interrupted === true, whole: this.#whole };
      this.end = { ...end, ...(this.#error && { error: this.#error }) };
      return [...this.rest(), ...this.#endTools()];
    },
  };

  #reset(): void {
    this.#turn += 1;
    this.#text = new TurnText();
    this.#error = undefined;
    this.#whole = true;
    this.end = undefined;
  }

  #markLost(): void {
    this.#whole = false;
    this.#text.markLost();
  }

  #started({ id, name, input }: TurnEvent): readonly SessionUpdate[] {
    const known = this.#announced.findIndex((tool) => tool.name === name);
    const [announced] = known < 0 ? [] : this.#announced.splice(known, 1);
    const given = input as Readonly<Record<string, unknown>>;
    const tool = announced ?? { id: `${this.#turn}:${id}`, name: String(name), input: given };
    this.#tools.set(String(id), tool);
    if (this.#refused.has(tool)) return [];
    const call = { ...this.describe(tool, given), status: 'in_progress' } as const;
    return [{ sessionUpdate: announced ? 'tool_call_update' : 'tool_call', ...call }];
  }

  describe({ id, name }: RunningTool, input: Readonly<Record<string, unknown>> = {}) {
    const subject = Object.values(input).find((value) => typeof value === 'string');
    const path = input['file_path'] ?? input['path'];
    return {
      toolCallId: id,
      title: subject ? `${name}: ${subject}` : name,
      kind: this.kindOf(name),
      rawInput: input,
      ...(typeof path === 'string' && { locations: [{ path: resolve(this.#cwd, path) }] }),
    };
  }

  /** Tools whose end was never drawn. */
  #endTools(): readonly SessionUpdate[] {
    const left = [...this.#tools.values(), ...this.#announced].filter((tool) => !this.#refused.has(tool));
    this.#tools.clear();
    this.#announced = [];
    this.#refused.clear();
    return left.map((tool) => completed(tool, this.end?.interrupted ? 'failed' : 'completed'));
  }

  #ofText(all: boolean): readonly SessionUpdate[] {
    const piece = this.#text.take(all);
    return piece ? [chunk('agent_message_chunk', piece)] : [];
  }

  #ofPlan({ metadata }: State): readonly SessionUpdate[] {
    const todos = metadata['todos'] as readonly { text: string; status: 'pending' }[] | undefined;
    const plan = JSON.stringify(todos);
    if (!todos || plan === this.#plan) return [];
    this.#plan = plan;
    const entries = todos.map(({ text, status }) => ({ content: text, status, priority: 'medium' as const }));
    return [{ sessionUpdate: 'plan', entries }];
  }

  #ofMode({ metadata }: State): readonly SessionUpdate[] {
    const { mode } = metadata;
    if (typeof mode !== 'string' || mode === this.mode) return [];
    const known = this.mode !== undefined;
    this.mode = mode;
    return known ? [{ sessionUpdate: 'current_mode_update', currentModeId: mode }] : [];
  }
}

function chunk(
  sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' | 'user_message_chunk',
  { text, lost, replacesFromLine }: TextPiece,
): SessionUpdate {
  const mark = {
    ...(lost && { text_lost: true }),
    ...(replacesFromLine !== undefined && { replaces_from_line: replacesFromLine }),
  };
  const marked = Object.keys(mark).length > 0 && { _meta: { ptywright: mark } };
  return { sessionUpdate, content: { type: 'text', text }, ...marked };
}

export const textChunk = chunk;

const completed = ({ id }: RunningTool, status: ToolCallStatus): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: id,
  status,
});
