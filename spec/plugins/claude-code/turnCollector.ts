/** Assembles the events of a turn as a client does: the text, the tools, and the end. */

export interface TurnEvent {
  readonly seq?: number | undefined;
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface ReportedTurn {
  /** Deltas and replacements, joined. */
  readonly joined: string;
  readonly tools: readonly string[];
  readonly end: TurnEvent;
}

export class TurnCollector {
  readonly turns: ReportedTurn[] = [];
  /** The text of the running turn. */
  text = '';
  tools: string[] = [];
  #seen = 0;

  receive(events: readonly TurnEvent[]): void {
    for (const event of events.filter(({ seq = 0 }) => seq > this.#seen)) {
      this.#seen = event.seq ?? this.#seen;
      this.#one(event);
    }
  }

  #one(event: TurnEvent): void {
    if (event.kind === 'text_delta') this.text += event['text'];
    if (event.kind === 'text_replaced') {
      const kept = this.text.split('\n').slice(0, Number(event['from_line']));
      this.text = [...kept, event['text']].join('\n');
    }
    if (event.kind === 'tool_started') this.tools.push(String(event['name']));
    if (event.kind !== 'turn_complete') return;
    this.turns.push({ joined: this.text, tools: this.tools, end: event });
    this.text = '';
    this.tools = [];
  }
}
