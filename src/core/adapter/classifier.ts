/** Asks a plugin what state its program is in. What it answers is checked and redacted; that it fails is a state too. */
import { limits } from '../limits.ts';
import type { Instance, RuleTrace } from '../plugin/instance.ts';
import type { Plugin } from '../plugin/registry.ts';
import { lookAt } from '../session/look.ts';
import type { Session } from '../session/session.ts';
import { closedFault } from '../session/sessionFaults.ts';
import { fitsState } from './fitsState.ts';
import { Classified, failedState, type State, stateOf } from './state.ts';

export interface Sighting {
  readonly state: State;
  /** The session's clock when it was looked at. */
  readonly at: number;
  /** When the answer may be another one, though nothing happens. */
  readonly recheckAt?: number | undefined;
  /** The rules that the plugin tried, when it was asked to tell. */
  readonly rules: readonly RuleTrace[];
}

export interface Question {
  /** Only events of the turn after this one. */
  readonly lastEventSeq?: number | undefined;
  readonly trace?: boolean;
}

export class Classifier {
  /** What the last intent left behind. */
  lastIntent: string | null = null;
  readonly #plugin: Plugin;
  readonly #session: Session;
  readonly #instance: Instance;
  #eventsShown = 0;
  #underWay: { readonly key: string; readonly sighting: Promise<Sighting> } | undefined;

  constructor(plugin: Plugin, session: Session, instance: Instance) {
    this.#plugin = plugin;
    this.#session = session;
    this.#instance = instance;
  }

  /** As it is now. Who asks while the same question is under way gets its answer: a change wakes all waits at once. */
  now(): Promise<Sighting> {
    const { screen, changes, exit } = this.#session;
    const key = `${screen.sequence} ${changes.outputAt} ${exit !== null} ${this.lastIntent}`;
    if (this.#underWay?.key === key) return this.#underWay.sighting;
    const asked = { key, sighting: this.ask() };
    this.#underWay = asked;
    const over = () => {
      if (this.#underWay === asked) this.#underWay = undefined;
    };
    asked.sighting.then(over, over);
    return asked.sighting;
  }

  async ask({ lastEventSeq, trace = false }: Question = {}): Promise<Sighting> {
    const session = this.#session;
    if (session.closed) throw closedFault(session);
    const at = session.clock.now();
    const shown = this.#eventsShown;
    const look = lookAt(session, shown);
    // Moved at once: whoever asks before this is answered must not be shown the same events.
    this.#eventsShown = look.events.at(-1)?.number ?? shown;
    const facts = {
      ...this.facts(),
      ...(lastEventSeq !== undefined && { last_event_seq: lastEventSeq }),
    };
    try {
      const answered = await this.#instance.call({
        function: 'classify',
        args: 'context',
        look,
        facts,
        trace,
      });
      return this.#read(answered.value, answered.trace, at, look.sequence, look.stableMs);
    } catch (problem) {
      if (session.closed) throw closedFault(session);
      this.#eventsShown = Math.min(this.#eventsShown, shown);
      return this.#failed((problem as Error).message, at, look.sequence);
    }
  }

  /** The number of the last terminal event that the plugin has classified. */
  get eventsShown(): number {
    return this.#eventsShown;
  }

  /** What a function of the plugin is told besides the screen. */
  facts(): Readonly<Record<string, unknown>> {
    return {
      last_intent: this.lastIntent,
      completed_turn_stable_ms: limits.completedTurnStableMs,
      status_rows: this.#plugin.manifest.status_rows,
    };
  }

  #read(
    value: unknown,
    rules: readonly RuleTrace[],
    at: number,
    sequence: number,
    stableMs: number,
  ): Sighting {
    if (!fitsState(value)) return this.#failed('classify gave more than a state may hold', at, sequence);
    const read = Classified.safeParse(value);
    if (!read.success) return this.#failed(wrong(read.error.issues[0]!), at, sequence);
    for (const { label } of read.data.host_marks) this.#mark(label);
    const { redaction } = this.#session;
    const state = redaction.value(stateOf(read.data, { sequence, lastIntent: this.lastIntent }));
    const quiet = limits.completedTurnStableMs - stableMs;
    const recheckMs = read.data.recheck_ms ?? (quiet > 0 ? quiet : undefined);
    const recheckIn = recheckMs === undefined ? undefined : Math.max(recheckMs, limits.recheckMs);
    return {
      state,
      at,
      recheckAt: recheckIn === undefined ? undefined : at + recheckIn,
      rules: redaction.value(rules),
    };
  }

  /** A label too many is the plugin's own loss. */
  #mark(label: string): void {
    this.#session.transcript.mark(label);
  }

  #failed(why: string, at: number, sequence: number): Sighting {
    const { redaction } = this.#session;
    const evidence = redaction.text(why).slice(0, limits.evidenceChars);
    const state = redaction.value(failedState(evidence, { sequence, lastIntent: this.lastIntent }));
    return { state, at, rules: [] };
  }
}

const wrong = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  `classify gave no state: ${path.length > 0 ? `${path.map(String).join('.')}: ` : ''}${message}`;
