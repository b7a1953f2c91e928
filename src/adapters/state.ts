/**
 * The state of a program: as a plugin returns it, and as clients get it. The answer of the plugin is checked and redacted;
 * a failed call is a state too. Also waits for a state, and reports each new state.
 *
 * Long because waits and reports share the classification and its timing.
 */
import { limits } from '#limits.ts';
import {
  type CompiledMatcher,
  formatHit,
  hit,
  type MatchResult,
  miss,
  type SessionChange,
} from '#matchers/matcher.ts';
import { AsyncQuery } from '#matchers/plugin.ts';
import type { HitPayload } from '#matchers/registry.ts';
import type { SessionView } from '#matchers/sessionView.ts';
import { type Disposable, disposeAll, Emitter } from '#platform/lifetimes.ts';
import { firstIssue, z } from '#platform/schema.ts';
import type { Session } from '#session/session.ts';
import { closedFault, type WaitDeadline } from '#session/waits.ts';
import { type Baseline, type ContextPosition, contextPosition, screenContextOf } from '#session/waitView.ts';
import type { Adapter, IntentParams } from './adapter.ts';
import type { RuleTrace } from './host/declaration.ts';
import type { PluginInstance } from './pluginInstance.ts';
import type { Plugin } from './pluginRegistry.ts';

const StateNameSchema = z.string().min(1).max(limits.stateChars);
const ConfidenceSchema = z
  .number()
  .min(0)
  .max(1)
  .transform((value) => Math.round(value * 1000) / 1000);

const CandidateSchema = z.object({ state: StateNameSchema, confidence: ConfidenceSchema });

const TurnEventSchema = z.looseObject({ kind: z.string(), seq: z.number().optional() });

/** A list from Lua. Lua cannot distinguish an empty list from an empty table. */
export const listSchema = <Item extends z.ZodType>(item: Item, most: number) =>
  z.preprocess(
    (value) => (isEmptyTable(value) ? [] : value),
    z.array(item).max(most).default([]) as z.ZodType<z.output<Item>[]>,
  );

const isEmptyTable = (value: unknown) =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** The state that `classify` returns. */
export const ClassifiedState = z.object({
  state: StateNameSchema,
  confidence: ConfidenceSchema.default(1),
  evidence: z.string().max(limits.evidenceChars).default(''),
  metadata: z.preprocess(
    (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
    z.record(z.string(), z.unknown()).default({}),
  ),
  candidates: listSchema(CandidateSchema, limits.candidates),
  events: listSchema(TurnEventSchema, limits.stateEvents),
  host_marks: listSchema(z.object({ label: z.string().min(1).max(limits.nameChars) }), limits.markers),
  recheck_ms: z.number().min(0).max(limits.timeoutMs).optional(),
});
export type ClassifiedState = z.output<typeof ClassifiedState>;

/** The state that clients get. */
export const State = z
  .object({
    state: z
      .string()
      .describe('The name of the state, defined by the plugin. `plugin_error` means that the plugin failed.'),
    confidence: z.number().describe('From 0 to 1.'),
    evidence: z.string().describe('Why the plugin reports this state.'),
    sequence: z.int().describe('The sequence of the screen that was classified.'),
    last_intent: z
      .string()
      .nullable()
      .describe('The value that the last intent set. It stays until another intent changes or clears it.'),
    metadata: z.record(z.string(), z.unknown()),
    candidates: z
      .array(z.object({ state: z.string(), confidence: z.number() }))
      .describe('Other states that the plugin considered.'),
    events: z
      .array(z.looseObject({ kind: z.string(), seq: z.number().optional() }))
      .describe('The events of the turn that the plugin reports, numbered by `seq`.'),
  })
  .meta({ id: 'State', description: 'The state of a program, as its plugin reports it. Redacted.' });
export type State = z.output<typeof State>;

const pluginErrorState = 'plugin_error';

interface StateOrigin {
  readonly sequence: number;
  readonly lastIntent: string | null;
}

const toState = (
  { state, confidence, evidence, metadata, candidates, events }: ClassifiedState,
  { sequence, lastIntent }: StateOrigin,
): State => ({
  state,
  confidence,
  evidence,
  sequence,
  last_intent: lastIntent,
  metadata,
  candidates,
  events,
});

interface StateBudget {
  values: number;
  chars: number;
}

/** Limits the size of a classified state. A larger one would block the server while it is redacted. */
function fitsState(value: unknown): boolean {
  const room: StateBudget = { values: limits.stateValues, chars: limits.stateTextChars };
  return fitsBudget(value, room);
}

function fitsBudget(value: unknown, room: StateBudget): boolean {
  if (typeof value === 'string') return textFitsBudget(value, room);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every((item) => fitsBudget(item, room));
  return Object.entries(value).every(([name, item]) => textFitsBudget(name, room) && fitsBudget(item, room));
}

function textFitsBudget(text: string, room: StateBudget): boolean {
  room.values -= 1;
  room.chars -= text.length;
  return room.values >= 0 && room.chars >= 0;
}

interface Classification {
  readonly state: State;
  /** Session clock time of the classification, in ms. */
  readonly at: number;
  /** Session clock time at which the state may change without any output, in ms. */
  readonly recheckAt?: number | undefined;
  /** The rules that the plugin tried, if a trace was requested. */
  readonly rules: readonly RuleTrace[];
}

interface ClassifyOptions {
  /** Only turn events after this one are requested. */
  readonly lastEventSeq?: number | undefined;
  readonly trace?: boolean;
}

export class Classifier {
  /** Set by the last intent; null when it was cleared. */
  lastIntent: string | null = null;
  readonly #plugin: Plugin;
  readonly #session: Session;
  readonly #instance: PluginInstance;
  readonly #onClassified = new Emitter<[Classification]>();
  /** Called with each classification that has all turn events. */
  readonly onClassified = this.#onClassified.event;
  #lastPosition: ContextPosition = { event: 0, line: 0 };
  /** Session clock time of the last call that was due only because time had passed, and of the next one, in ms. */
  #timedAt = Number.NEGATIVE_INFINITY;
  #recheckAt = Number.POSITIVE_INFINITY;
  #pending: { readonly key: string; readonly classification: Promise<Classification> } | undefined;

  constructor(plugin: Plugin, session: Session, instance: PluginInstance) {
    this.#plugin = plugin;
    this.#session = session;
    this.#instance = instance;
  }

  /** Classifies the current screen. Concurrent callers share one call, because a change evaluates all waits at once. */
  classifyNow(): Promise<Classification> {
    const { screen, changes, exit } = this.#session;
    const key = `${screen.sequence} ${changes.lastOutputAt} ${exit !== null} ${this.lastIntent}`;
    if (this.#pending?.key === key) return this.#pending.classification;
    const pending = { key, classification: this.classify() };
    this.#pending = pending;
    const over = () => {
      if (this.#pending === pending) this.#pending = undefined;
    };
    pending.classification.then(over, over);
    return pending.classification;
  }

  async classify(options: ClassifyOptions = {}): Promise<Classification> {
    const classification = await this.#classify(options);
    if (options.lastEventSeq === undefined) this.#onClassified.fire(classification);
    return classification;
  }

  async #classify({ lastEventSeq, trace = false }: ClassifyOptions): Promise<Classification> {
    const session = this.#session;
    if (session.closed) throw closedFault(session);
    const previous = this.#lastPosition;
    const { permissions, manifest } = this.#plugin;
    const context = screenContextOf(session, {
      permissions,
      previous,
      maxScrolled: manifest.scrolled_rows,
    });
    // The clock has moved on since the plugin's quiet period was measured.
    const at = session.screen.lastVisibleChange + context.stableMs;
    if (this.#recheckAt <= at) this.#timedAt = this.#recheckAt;
    // Set before the call, so that a second call is not given the same events and rows.
    this.#lastPosition = contextPosition(session);
    const facts = {
      ...this.facts(),
      ...(lastEventSeq !== undefined && { last_event_seq: lastEventSeq }),
    };
    try {
      const answered = await this.#instance.call({
        function: 'classify',
        args: 'context',
        screenContext: context,
        facts,
        trace,
      });
      return this.#readAnswer(answered.value, answered.trace, at, context.sequence, context.stableMs);
    } catch (problem) {
      if (session.closed) throw closedFault(session);
      const { event, line } = this.#lastPosition;
      this.#lastPosition = { event: Math.min(event, previous.event), line: Math.min(line, previous.line) };
      return this.#failedClassification((problem as Error).message, at, context.sequence);
    }
  }

  /** What the last context that was passed to the plugin contained. */
  get lastPosition(): ContextPosition {
    return this.#lastPosition;
  }

  /** Facts that each function of the plugin gets beside the screen. */
  facts(): Readonly<Record<string, unknown>> {
    return {
      last_intent: this.lastIntent,
      completed_turn_stable_ms: limits.completedTurnStableMs,
      status_rows: this.#plugin.manifest.status_rows,
    };
  }

  #readAnswer(
    value: unknown,
    rules: readonly RuleTrace[],
    at: number,
    sequence: number,
    stableMs: number,
  ): Classification {
    if (!fitsState(value))
      return this.#failedClassification('classify returned a state that exceeds the limits', at, sequence);
    const read = ClassifiedState.safeParse(value);
    if (!read.success) {
      const why = `classify returned no valid state: ${firstIssue(read.error).reason}`;
      return this.#failedClassification(why, at, sequence);
    }
    for (const { label } of read.data.host_marks) this.#mark(label);
    const { redaction } = this.#session;
    const state = redaction.value(toState(read.data, { sequence, lastIntent: this.lastIntent }));
    const quiet = limits.completedTurnStableMs - stableMs;
    const recheckMs = read.data.recheck_ms ?? (quiet > 0 ? quiet : undefined);
    const recheckAt =
      recheckMs === undefined ? undefined : Math.max(at + recheckMs, this.#timedAt + limits.recheckMs);
    this.#recheckAt = recheckAt ?? Number.POSITIVE_INFINITY;
    return { state, at, recheckAt, rules: redaction.value(rules) };
  }

  /** A label over the limit of the transcript is dropped. */
  #mark(label: string): void {
    this.#session.transcript.mark(label);
  }

  #failedClassification(why: string, at: number, sequence: number): Classification {
    const { redaction } = this.#session;
    const evidence = redaction.text(why).slice(0, limits.evidenceChars);
    const failed = ClassifiedState.parse({ state: pluginErrorState, evidence });
    const state = redaction.value(toState(failed, { sequence, lastIntent: this.lastIntent }));
    return { state, at, rules: [] };
  }
}

interface StateCondition {
  readonly states: readonly string[];
  /** How long the state must have been one of `states`, in ms. */
  readonly stableMs: number;
}

const allChanges: ReadonlySet<SessionChange> = new Set([
  'content',
  'cursor',
  'title',
  'bell',
  'mode',
  'output',
  'exit',
]);

/**
 * Compiles a condition to a matcher that classifies again at each change. `seen` gets the classification that matched,
 * because the program may be in another state when the wait returns.
 */
function createStateProbe(
  classifier: Classifier,
  { states, stableMs }: StateCondition,
  seen: (classification: Classification) => void,
): CompiledMatcher {
  let heldSince: number | undefined;
  let notifyAnswer = () => {};
  const judge = (classification: Classification): MatchResult => {
    const { state, at, recheckAt } = classification;
    if (!states.includes(state.state)) {
      heldSince = undefined;
      return miss(recheckAt);
    }
    heldSince ??= at;
    if (at - heldSince < stableMs) return miss(Math.min(heldSince + stableMs, recheckAt ?? Infinity));
    seen(classification);
    return hit('state');
  };
  const query = new AsyncQuery<Classification>(
    () => classifier.classifyNow(),
    judge,
    () => notifyAnswer(),
    () => classifier.lastIntent ?? '',
  );
  return {
    watches: allChanges,
    matcherText: `state ${states.join(' or ')}${stableMs > 0 ? ` for ${stableMs} ms` : ''}`,
    evaluate: (view: SessionView) => (view.hasProgressed ? query.evaluate(view) : miss()),
    onAnswer: (listener) => {
      notifyAnswer = listener;
    },
  };
}

/** The function that is called when a request names neither states nor an intent. */
const defaultWaitIntent = 'wait_turn_matcher';

export interface AdapterWaitRequest {
  readonly intent?: string | undefined;
  readonly params: IntentParams;
  readonly states?: StateCondition | undefined;
}

interface StateMatch {
  readonly kind: 'state';
  readonly state: string;
}

interface AdapterWaitResult {
  readonly state: State;
  readonly matched: HitPayload | StateMatch;
}

export async function waitForAdapter(
  adapter: Adapter,
  request: AdapterWaitRequest,
  deadline: WaitDeadline,
  baseline?: Baseline,
): Promise<AdapterWaitResult> {
  const { session } = adapter;
  const begun = { ...deadline, since: session.clock.now() };
  const options = baseline ? { baseline } : {};
  if (request.states) {
    let classification: Classification | undefined;
    const probe = createStateProbe(adapter.classifier, request.states, (seen) => {
      classification = seen;
    });
    const wait = session.wait(probe, begun, options);
    // An intent that writes nothing can change the state too.
    const acted = adapter.onActed(() => wait.evaluate());
    wait.onEnd(() => acted.dispose());
    await wait.result;
    const { state } = classification!;
    return { state, matched: { kind: 'state', state: state.state } };
  }
  const probe = await adapter.matcher(request.intent ?? defaultWaitIntent, request.params);
  const { hit } = await session.wait(probe, begun, options).result;
  return { matched: formatHit(hit, session.redaction), state: (await adapter.classifier.classify()).state };
}

/**
 * Reports each new state of an adapter to a subscriber, also one that another request has found: a client that gets a
 * state in a reply is notified of it no later. One classification runs at a time, and changes meanwhile cause one more
 * after it. A program that writes without a pause therefore costs no more than the plugin can handle.
 */
export class StateWatcher {
  readonly #adapter: Adapter;
  readonly #onState: (state: State) => void;
  readonly #listeners: readonly Disposable[];
  #last = '';
  #pending = false;
  #again = false;
  #ended = false;
  #timer: Disposable | undefined;

  constructor(adapter: Adapter, onState: (state: State) => void) {
    this.#adapter = adapter;
    this.#onState = onState;
    this.#listeners = [
      adapter.session.onUpdate(() => this.#check()),
      adapter.onActed(() => this.#check()),
      adapter.classifier.onClassified((classification) => this.#handleState(classification)),
    ];
    this.#check();
  }

  dispose(): void {
    this.#ended = true;
    this.#timer?.dispose();
    disposeAll(this.#listeners);
  }

  #check(): void {
    this.#timer?.dispose();
    this.#again = this.#pending;
    if (this.#pending || this.#ended || this.#adapter.session.closed) return;
    this.#pending = true;
    this.#adapter.classifier
      .classifyNow()
      // The session was closed meanwhile, so no state is reported.
      .catch(() => this.dispose())
      .finally(() => this.#handleAnswered());
  }

  #handleAnswered(): void {
    this.#pending = false;
    if (this.#again) this.#check();
  }

  #handleState({ state, recheckAt }: Classification): void {
    if (this.#ended) return;
    const { sequence, ...rest } = state;
    const json = JSON.stringify(rest);
    if (json !== this.#last) this.#onState(state);
    this.#last = json;
    this.#timer?.dispose();
    if (recheckAt === undefined || this.#again) return;
    const { clock } = this.#adapter.session;
    this.#timer = clock.after(Math.max(0, recheckAt - clock.now()), () => this.#check());
  }
}
