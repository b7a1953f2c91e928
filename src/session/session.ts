/**
 * A session: connects a program on a PTY with its screen, transcript, waits and observers. Detects which changes an output
 * caused, and reports them to the waits, the observers and the listeners.
 *
 * Long because each part of a session is connected with the others here, and only here.
 */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { CompiledMatcher, SessionChange } from '#matchers/matcher.ts';
import type { Matcher } from '#matchers/registry.ts';
import type { ProgramExit } from '#matchers/sessionView.ts';
import { type PermissionContext, requireRawPermission } from '#permissionCheck.ts';
import type { Clock } from '#platform/clock.ts';
import { createDeferred, type Disposable, Emitter } from '#platform/lifetimes.ts';
import { isInputHidden, openPty, type Pty, type PtySpec } from '#platform/pty/pty.ts';
import { requireSizeInMemory, type Size } from '#platform/pty/size.ts';
import { openRawFile, type RawFile } from '#platform/rawFile.ts';
import {
  composeRedactions,
  createRedaction,
  mergePolicies,
  noRedaction,
  type RedactionOptions,
  type RedactionPolicy,
  toPolicy,
} from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { ReplyTarget } from '#terminal/deviceReports.ts';
import type { EventFacts, TerminalEventKind } from '#terminal/events.ts';
import type { Action } from '#terminal/input/actions.ts';
import { Screen } from '#terminal/screen.ts';
import type { WidthRule } from '#terminal/unicodeWidth.ts';
import { Layers } from '#viewers/layers.ts';
import { Viewers } from '#viewers/viewers.ts';
import { InputLock, InputQueue } from './input.ts';
import { OutputPump, ResizeQueue, SynchronizedOutput } from './outputPump.ts';
import { OutputSubscribers } from './outputSubscribers.ts';
import { planSpawn, type SpawnHost, type SpawnRequest } from './process.ts';
import { RedactedTail, Transcript } from './transcript.ts';
import {
  type CancelReason,
  closedFault,
  Wait,
  type WaitDeadline,
  type WaitScheduler,
  Waits,
} from './waits.ts';
import { type Baseline, createBaseline } from './waitView.ts';

/** Each output and each input counts as one activity. */
class SessionActivity {
  readonly #clock: Clock;
  readonly #onActivity = new Emitter();
  readonly onActivity = this.#onActivity.event;
  /** Clock time of the last activity. */
  lastAt: number;
  count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.lastAt = clock.now();
  }

  record(): void {
    this.count += 1;
    this.lastAt = this.#clock.now();
    this.#onActivity.fire();
  }
}

/** Reports which kinds of change, as matchers watch them, a screen had since the last call. */
class ChangeDetector {
  readonly #screen: Screen;
  readonly activity: SessionActivity;
  /** Clock time of the program's last output. */
  lastOutputAt: number;
  /** Screen sequence at the last bell; 0 if the bell never rang. */
  lastBell = 0;
  /** Whether the sequence had advanced at the last call of `takeChanges`. */
  screenAdvanced = false;
  /** Whether the last call of `takeChanges` found new terminal events. */
  terminalEventSeen = false;
  #previousOutputAt: number;
  #recordedOutputAt = -1;
  #lastEvent = 0;
  #previous = {
    sequence: 0,
    content: 0,
    cursor: '',
    title: null as string | null,
    bells: 0,
    alternate: false,
  };

  constructor(screen: Screen, clock: Clock) {
    this.#screen = screen;
    this.activity = new SessionActivity(clock);
    this.lastOutputAt = clock.now();
    this.#previousOutputAt = this.lastOutputAt;
    this.#previous = this.#readState();
  }

  takeChanges(): ReadonlySet<SessionChange> {
    const before = this.#previous;
    const now = this.#readState();
    const changes = new Set<SessionChange>();
    if (this.lastOutputAt !== this.#previousOutputAt) changes.add('output');
    this.#previousOutputAt = this.lastOutputAt;
    this.#recordActivity();
    const { lastNumber } = this.#screen.events;
    this.terminalEventSeen = lastNumber !== this.#lastEvent;
    this.#lastEvent = lastNumber;
    if (this.terminalEventSeen) changes.add('event');
    this.screenAdvanced = now.sequence !== before.sequence;
    if (!this.screenAdvanced) return changes;
    const unseen = changes.size;
    if (now.content !== before.content) changes.add('content');
    if (now.cursor !== before.cursor) changes.add('cursor');
    if (now.alternate !== before.alternate) changes.add('mode');
    if (now.title !== before.title) changes.add('title');
    if (now.bells !== before.bells) {
      changes.add('bell');
      this.lastBell = now.sequence;
    }
    // The size, or a mode without a matcher, changed. Matchers that watch for any change must still be evaluated.
    if (changes.size === unseen) changes.add('mode');
    this.#previous = now;
    return changes;
  }

  /** Output and a resize both count as activity. */
  #recordActivity(): void {
    const { sequence } = this.#screen;
    if (this.lastOutputAt === this.#recordedOutputAt && sequence === this.#previous.sequence) return;
    this.#recordedOutputAt = this.lastOutputAt;
    this.activity.record();
  }

  #readState() {
    const { sequence, contentVersion, cursor, title, bellCount, alternateScreen } = this.#screen;
    return {
      sequence,
      content: contentVersion,
      cursor: `${cursor.row} ${cursor.col} ${cursor.visible}`,
      title,
      bells: bellCount,
      alternate: alternateScreen,
    };
  }
}

/** What a script needs to reach the same screen. */
export type Operation =
  | { readonly call: 'input'; readonly actions: readonly Action[] }
  | {
      readonly call: 'act';
      readonly actions: readonly Action[];
      readonly matcher: Matcher;
      readonly timeoutMs: number;
    }
  | { readonly call: 'wait'; readonly matcher: Matcher; readonly timeoutMs: number }
  | { readonly call: 'resize'; readonly size: Size };

/**
 * Events in the order in which they happen, unredacted. Observers, such as recordings, must redact before they store
 * or send anything.
 */
export type SessionEvent =
  | { readonly kind: 'output'; readonly text: string }
  /**
   * Bytes written to the program by any client, without the terminal's own replies. `unseen` means that the terminal
   * did not echo them; always false if no observer follows input.
   */
  | { readonly kind: 'typed'; readonly bytes: Uint8Array; readonly unseen: boolean }
  | { readonly kind: 'resized'; readonly size: Size }
  /** A wait is reported when it is satisfied, because its condition may depend on operations that come later. */
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** All actions of an operation ended, or one failed. Some text of the actions in `unseen` was not echoed. */
  | { readonly kind: 'performed'; readonly operation: Operation; readonly unseen: ReadonlySet<Action> }
  | { readonly kind: 'marked'; readonly label: string }
  /** The screen sequence advanced. */
  | { readonly kind: 'changed' }
  /** The last event of a session. */
  | { readonly kind: 'exited'; readonly exit: ProgramExit };

export interface Observer {
  /** The observer stores or sends typed input, and hides input that was not echoed. */
  readonly observesInput?: boolean;
  handleEvent(event: SessionEvent): void;
  /** Raw output before decoding. The bytes are valid only during the call. */
  handleBytes?(bytes: Uint8Array): void;
  /** Resolves when everything observed is stored. */
  done(): Promise<unknown>;
}

export class Observers {
  readonly #all = new Set<Observer>();

  add(observer: Observer): Disposable {
    this.#all.add(observer);
    return { dispose: () => void this.#all.delete(observer) };
  }

  get observesInput(): boolean {
    for (const { observesInput } of this.#all) if (observesInput) return true;
    return false;
  }

  notify(event: SessionEvent): void {
    for (const observer of this.#all) observer.handleEvent(event);
  }

  notifyBytes(bytes: Uint8Array): void {
    for (const observer of this.#all) observer.handleBytes?.(bytes);
  }

  /** Reports the wait when it is satisfied. */
  watchWait({ source }: CompiledMatcher, timeoutMs: number, ended: Promise<unknown>): void {
    if (this.#all.size === 0 || !source) return;
    const operation = { call: 'wait', matcher: source, timeoutMs } as const;
    ended.then(
      () => this.notify({ kind: 'operation', operation }),
      () => {},
    );
  }

  async done(): Promise<void> {
    await Promise.all([...this.#all].map((observer) => observer.done()));
  }
}

export interface SessionOptions {
  readonly spawn: SpawnRequest;
  readonly name?: string;
  readonly tags: readonly string[];
  readonly scrollback: number;
  readonly transcriptMaxChars: number;
  readonly terminalReplies: boolean;
  /** Width rule until the program sets one; by code points if absent. */
  readonly widths?: WidthRule | undefined;
  readonly policy: RedactionPolicy;
  /** A file for every output byte, unredacted. A client must request it explicitly. */
  readonly rawTranscript?: { readonly path: string; readonly append: boolean } | undefined;
}

/** What the listeners of all sessions get. A listener of one session gets the other updates too. */
export type SessionLifecycle = 'opened' | 'labelled' | 'exited' | 'closed';
export type SessionUpdate = SessionLifecycle | 'changed' | 'terminal' | 'output' | 'warning';
export type SessionListener = (session: Session, update: SessionLifecycle) => void;

interface ReadRedactionOptions {
  readonly redact: boolean;
  readonly redaction?: RedactionOptions;
}

interface WaitOptions {
  /** Redacts the screen in timeout errors; the session's redaction if absent. */
  readonly redaction?: Redaction;
  readonly baseline?: Baseline;
  /** The place that was reserved for the wait. */
  readonly reservation?: Disposable;
}

interface SessionDependencies extends SpawnHost {
  readonly clock: Clock;
  readonly redactionEnforced: boolean;
  readonly listener: SessionListener;
  readonly waitScheduler: WaitScheduler;
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
}

export class Session {
  readonly id: string;
  name: string | undefined;
  tags: readonly string[];
  readonly program: string;
  readonly args: readonly string[];
  /** Identifies the session's processes among those of all sessions. */
  readonly tag: string;
  /** The original request, for starting the same program again. */
  readonly spawnRequest: SpawnRequest;
  readonly policy: RedactionPolicy;
  readonly redaction: Redaction;
  readonly transcript: Transcript;
  readonly outputSubscribers: OutputSubscribers;
  readonly changes: ChangeDetector;
  readonly clock: Clock;
  readonly pty: Pty;
  readonly inputQueue = new InputQueue();
  readonly observers = new Observers();
  readonly inputLock = new InputLock(this);
  readonly viewers = new Viewers(this);
  readonly layers: Layers;
  readonly #dependencies: SessionDependencies;
  readonly #screen: Screen;
  readonly #resizeQueue: ResizeQueue;
  readonly #outputPump: OutputPump;
  readonly #synchronizedOutput: SynchronizedOutput;
  readonly #waits = new Waits();
  readonly #rawTranscript: RawFile | undefined;
  #warnings: string[] = [];
  #tail: RedactedTail | undefined;
  #screenFailed = false;
  #exit: ProgramExit | null = null;
  #closed = false;
  readonly #onUpdate = new Emitter<[update: SessionUpdate]>();
  readonly onUpdate = this.#onUpdate.event;
  readonly #onExit = new Emitter();
  /** For listeners that may be disposed before the exit; others use `exited`. */
  readonly onExit = this.#onExit.event;
  readonly #end = createDeferred();
  /** Resolves when the program has ended and its last output is parsed. */
  readonly exited = this.#end.promise;

  constructor(id: string, options: SessionOptions, dependencies: SessionDependencies) {
    const { clock } = dependencies;
    const plan = planSpawn(options.spawn, process.env, dependencies);
    this.id = id;
    this.name = options.name;
    this.tags = options.tags;
    this.program = plan.program;
    this.args = plan.args;
    this.tag = plan.tag;
    this.spawnRequest = options.spawn;
    this.policy = options.policy;
    this.redaction = createRedaction(options.policy);
    this.clock = clock;
    this.#dependencies = dependencies;
    this.transcript = new Transcript(options.transcriptMaxChars, () => this.#screen.size.cols);
    this.outputSubscribers = new OutputSubscribers(
      this.transcript,
      this.redaction,
      options.transcriptMaxChars,
      clock,
      () => this.#onUpdate.fire('output'),
    );
    this.#screen = new Screen({
      size: plan.size,
      scrollback: options.scrollback,
      widths: options.widths,
      clock,
      replies: options.terminalReplies ? this.#replyTarget() : undefined,
    });
    this.#resizeQueue = new ResizeQueue(clock, (size) => {
      this.#screen.resize(size);
      this.observers.notify({ kind: 'resized', size });
      this.#handleParsed();
    });
    this.layers = new Layers(plan.size, (size) => {
      if (this.#exit === null) this.pty.resize(size);
      this.#resizeQueue.request(size);
    });
    this.changes = new ChangeDetector(this.#screen, clock);
    this.#synchronizedOutput = new SynchronizedOutput(
      {
        screen: this.#screen,
        apply: (bytes) => this.#feedScreen(bytes),
        onTimeout: () => this.#outputPump.continueParsing(),
      },
      clock,
    );
    this.#outputPump = this.#createOutputPump();
    this.#rawTranscript =
      options.rawTranscript &&
      openRawFile(options.rawTranscript.path, options.rawTranscript, ({ reason }) =>
        this.warn(`the raw transcript ended: ${reason}`),
      );
    this.pty = this.#openPty(plan);
  }

  #openPty(plan: PtySpec): Pty {
    const exit = (how: ProgramExit) =>
      this.#outputPump.finish(() => {
        this.#synchronizedOutput.flush();
        this.#outputPump.finish(() => this.#exited(how));
      });
    try {
      return openPty(plan, { output: (bytes) => this.#outputPump.push(bytes), exit }, this.clock);
    } catch (problem) {
      this.#rawTranscript?.discard();
      throw problem;
    }
  }

  get screen(): Screen {
    this.#resizeQueue.flush();
    return this.#screen;
  }

  /** The session's redaction with the additions of one read. A read without redaction requires `raw.read`. */
  redactionForRead({ redact, redaction }: ReadRedactionOptions, granting: PermissionContext): Redaction {
    if (!redact) requireRawPermission('raw.read', granting);
    if (!redact) return noRedaction;
    if (!redaction) return this.redaction;
    const more = { ...toPolicy(redaction, 'redaction'), enabled: true };
    if (this.redactionEnforced) return composeRedactions(this.redaction, createRedaction(more));
    return createRedaction(mergePolicies(this.policy, more));
  }

  /**
   * The redacted end of the transcript, at most `limits.pluginTranscriptChars` characters. It is kept up to date from the
   * first call on.
   */
  redactedTail(): string {
    this.#tail ??= new RedactedTail(this.transcript, this.redaction);
    return this.#tail.text();
  }

  get exit(): ProgramExit | null {
    return this.#exit;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get redactionEnforced(): boolean {
    return this.#dependencies.redactionEnforced;
  }

  get waits(): Pick<Waits, 'size' | 'list' | 'onChange'> {
    return this.#waits;
  }

  /** Problems outside the session's main work, oldest first. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** Returns true if an observer follows input and the terminal does not echo it. */
  write(bytes: Uint8Array): boolean {
    if (this.#exit) throw closedFault(this);
    const unseen = this.observers.observesInput && isInputHidden(this.pty, bytes);
    this.pty.write(bytes);
    this.changes.activity.record();
    this.observers.notify({ kind: 'typed', bytes, unseen });
    return unseen;
  }

  setLabels(name: string | undefined, tags: readonly string[]): void {
    this.name = name;
    this.tags = tags;
    this.#emitLifecycle('labelled');
  }

  mark(label: string): void {
    if (!this.transcript.mark(label))
      raise(fault.Busy({ reason: 'busy', limit: 'markers', max: limits.markers }));
    this.observers.notify({ kind: 'marked', label });
  }

  /** Resizes the whole terminal. The program gets the area that panels leave free. */
  resize(size: Size): void {
    this.changeSize(size);
    this.observers.notify({ kind: 'operation', operation: { call: 'resize', size } });
  }

  /** Resizes as part of another operation. */
  changeSize(size: Size): void {
    requireSizeInMemory(size);
    this.layers.resize(size);
  }

  /** The baseline for a new wait. */
  baseline(afterInput: boolean): Baseline {
    return createBaseline(this, afterInput);
  }

  /** Emits an event of the terminal itself, as if the program had caused it. */
  emitTerminalEvent(kind: TerminalEventKind, facts: EventFacts): void {
    this.screen.emitEvent(kind, facts);
    this.#handleParsed();
  }

  /** Reserves a place for one more wait. */
  reserveWait(): Disposable {
    return this.#dependencies.waitScheduler.reserve();
  }

  wait(probe: CompiledMatcher, deadline: WaitDeadline, options: WaitOptions = {}): Wait {
    const { redaction = this.redaction, baseline = this.baseline(false) } = options;
    const { reservation = this.reserveWait() } = options;
    const wait = this.#waits.add(
      new Wait(this, probe, deadline, { baseline, redaction }, this.#dependencies.waitScheduler),
    );
    // A wait with a baseline belongs to another operation, which reports it.
    if (!options.baseline) this.observers.watchWait(probe, deadline.timeoutMs, wait.result);
    wait.onEnd(() => {
      baseline.dirtyRows?.dispose();
      reservation.dispose();
    });
    return wait;
  }

  /** Ends the program but keeps the session, so that its last screen can be read. */
  async kill(force = false): Promise<void> {
    if (this.#exit) return;
    if (force) this.pty.kill();
    await Promise.all([force ? undefined : this.pty.terminate(), this.exited]);
  }

  cancelWaits(reason: CancelReason): void {
    this.#waits.cancel(reason);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#emitLifecycle('closed');
    this.#waits.close();
    await this.kill();
    await Promise.all([this.#rawTranscript?.close(), this.observers.done()]);
    this.pty.close();
    this.outputSubscribers.close();
    this.#resizeQueue.flush();
    this.#screen.dispose();
  }

  #createOutputPump(): OutputPump {
    const stages = {
      screen: this.#screen,
      frames: this.#synchronizedOutput,
      parse: (slice: Uint8Array) => this.#handleOutput(slice),
      afterParse: () => this.#handleParsed(),
      resume: () => this.pty.resume(),
    };
    return new OutputPump(stages, this.clock);
  }

  #handleOutput(slice: Uint8Array): void {
    this.#resizeQueue.flush();
    this.#rawTranscript?.write(slice);
    this.observers.notifyBytes(slice);
    this.#publishText(this.transcript.append(slice));
    this.#synchronizedOutput.feed(slice);
    this.changes.lastOutputAt = this.clock.now();
  }

  #publishText(output: string): void {
    this.outputSubscribers.feed?.push(output);
    if (output !== '') this.observers.notify({ kind: 'output', text: output });
    this.#tail?.push(output);
  }

  #replyTarget(): ReplyTarget {
    return {
      send: (bytes, taken) => this.pty.reply(Buffer.from(bytes, 'latin1'), taken),
      onUnblocked: () => this.#outputPump.continueParsing(),
    };
  }

  /** If the emulator fails, only this screen stops. The session and all others continue. */
  #feedScreen(slice: Uint8Array): void {
    if (this.#screenFailed) return;
    try {
      this.#screen.feed(slice);
    } catch (problem) {
      this.#screenFailed = true;
      this.warn(`the screen failed and is no longer updated: ${(problem as Error).message}`);
    }
  }

  /** Reports changes after parsing: evaluates waits first, then notifies observers and listeners. */
  #handleParsed(): void {
    const changes = this.changes.takeChanges();
    if (changes.size === 0) return;
    this.#waits.handleChanges(changes);
    if (this.changes.screenAdvanced) {
      this.observers.notify({ kind: 'changed' });
      this.#onUpdate.fire('changed');
    }
    if (this.changes.terminalEventSeen) this.#onUpdate.fire('terminal');
    if (changes.has('output')) this.#onUpdate.fire('output');
  }

  #exited(exit: ProgramExit): void {
    this.#publishText(this.transcript.end());
    this.outputSubscribers.feed?.end();
    this.#exit = exit;
    this.observers.notify({ kind: 'exited', exit });
    this.#onUpdate.fire('output');
    this.#emitLifecycle('exited');
    this.#waits.evaluateAll();
    this.#onExit.fire();
    void this.#rawTranscript?.close();
    this.#end.resolve();
  }

  /** Records a problem outside the session's main work and emits `warning`. */
  warn(line: string): void {
    this.#warnings = [...this.#warnings.slice(-15), line];
    this.#dependencies.log(line, { session: this.id });
    this.#onUpdate.fire('warning');
  }

  #emitLifecycle(update: SessionLifecycle): void {
    this.#dependencies.listener(this, update);
    this.#onUpdate.fire(update);
  }
}
