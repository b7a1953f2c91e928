/** What the adapter reported in a run besides its states: turns as events, tools, and permission requests. */
import type { TurnEvent } from '../../plugins/claude-code/turnCollector.ts';

export interface ReportedTool {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  status: string | undefined;
}

export interface ReportedTurn {
  readonly text: string;
  readonly whole: boolean;
  /** Some text in the middle was never seen. */
  readonly gap: boolean;
  readonly interrupted: boolean;
  readonly tools: readonly ReportedTool[];
  /** Names and inputs of all tools that the metadata listed during the turn. */
  readonly shown: ReadonlySet<string>;
}

interface StateReport {
  readonly state: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly events: readonly TurnEvent[];
}

interface Displayed {
  readonly name?: string;
  readonly summary?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

export class Account {
  readonly turns: ReportedTurn[] = [];
  /** The tool named by each dialog. */
  readonly permissions = new Map<string, string>();
  /** All fields that the metadata had. */
  readonly fields = new Set<string>();
  state = '';
  #seen = 0;
  #gap = false;
  #tools: ReportedTool[] = [];
  #visible = new Set<string>();

  receive({ state, metadata, events }: StateReport): void {
    this.state = state;
    for (const name of Object.keys(metadata)) this.fields.add(name);
    const { permission, dialog_id, tools } = metadata as {
      permission?: { tool?: string };
      dialog_id?: string;
      tools?: readonly Displayed[];
    };
    if (permission?.tool !== undefined) this.permissions.set(dialog_id ?? '', permission.tool);
    for (const { name = '', summary = '', input } of tools ?? [])
      this.#visible.add(`${name} ${summary} ${JSON.stringify(input ?? {})}`);
    for (const event of events.filter(({ seq = 0 }) => seq > this.#seen)) {
      this.#seen = event.seq ?? this.#seen;
      this.#one(event);
    }
  }

  #one({ kind, gap, ...event }: TurnEvent): void {
    if (gap) this.#gap = true;
    if (kind === 'tool_started') {
      const { id, name, input = {} } = event as unknown as ReportedTool;
      this.#tools.push({ id, name, input, status: undefined });
    }
    if (kind === 'tool_completed') {
      const tool = this.#tools.findLast(({ id }) => id === event['id']);
      if (tool) tool.status = String(event['status']);
    }
    if (kind === 'turn_complete') this.#ended(event);
  }

  #ended({ text, whole, interrupted }: Readonly<Record<string, unknown>>): void {
    this.turns.push({
      text: String(text ?? ''),
      whole: whole === true,
      gap: this.#gap,
      interrupted: interrupted === true,
      tools: this.#tools,
      shown: this.#visible,
    });
    this.#gap = false;
    this.#tools = [];
    this.#visible = new Set();
  }
}
