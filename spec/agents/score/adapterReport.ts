/** Collects what the adapter reported in a run besides its states: turns, tools, and permissions. */
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
  /** Text in the middle is missing. */
  readonly gap: boolean;
  readonly interrupted: boolean;
  readonly tools: readonly ReportedTool[];
  /** Names and inputs of all tools that the metadata listed during the turn. */
  readonly displayedTools: ReadonlySet<string>;
}

interface StateReport {
  readonly state: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly events: readonly TurnEvent[];
}

interface DisplayedTool {
  readonly name?: string;
  readonly summary?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

export class AdapterReport {
  readonly turns: ReportedTurn[] = [];
  /** Name of the tool by dialog id. */
  readonly permissions = new Map<string, string>();
  /** Names of all metadata fields that were reported. */
  readonly fields = new Set<string>();
  state = '';
  #lastSeq = 0;
  #gap = false;
  #tools: ReportedTool[] = [];
  #displayedTools = new Set<string>();

  receive({ state, metadata, events }: StateReport): void {
    this.state = state;
    for (const name of Object.keys(metadata)) this.fields.add(name);
    const { permission, dialog_id, tools } = metadata as {
      permission?: { tool?: string };
      dialog_id?: string;
      tools?: readonly DisplayedTool[];
    };
    if (permission?.tool !== undefined) this.permissions.set(dialog_id ?? '', permission.tool);
    for (const { name = '', summary = '', input } of tools ?? [])
      this.#displayedTools.add(`${name} ${summary} ${JSON.stringify(input ?? {})}`);
    for (const event of events.filter(({ seq = 0 }) => seq > this.#lastSeq)) {
      this.#lastSeq = event.seq ?? this.#lastSeq;
      this.#receiveEvent(event);
    }
  }

  #receiveEvent({ kind, gap, ...event }: TurnEvent): void {
    if (gap) this.#gap = true;
    if (kind === 'tool_started') {
      const { id, name, input = {} } = event as unknown as ReportedTool;
      this.#tools.push({ id, name, input, status: undefined });
    }
    if (kind === 'tool_completed') {
      const tool = this.#tools.findLast(({ id }) => id === event['id']);
      if (tool) tool.status = String(event['status']);
    }
    if (kind === 'turn_complete') this.#endTurn(event);
  }

  #endTurn({ text, whole, interrupted }: Readonly<Record<string, unknown>>): void {
    this.turns.push({
      text: String(text ?? ''),
      whole: whole === true,
      gap: this.#gap,
      interrupted: interrupted === true,
      tools: this.#tools,
      displayedTools: this.#displayedTools,
    });
    this.#gap = false;
    this.#tools = [];
    this.#displayedTools = new Set();
  }
}
