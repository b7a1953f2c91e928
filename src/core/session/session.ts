/** One program on one terminal: its output becomes a screen and a transcript, its input is written, waits are asked. */
import type { Clock } from '../../platform/clock.ts';
import { openPty, type Pty } from '../../platform/pty/pty.ts';
import { fault, raise } from '../faults.ts';
import type { InputTarget } from '../input/target.ts';
import { Layers } from '../layer/layers.ts';
import { limits } from '../limits.ts';
import type { Probe } from '../matcher/matcher.ts';
import type { Area, Exit } from '../matcher/moment.ts';
import { createRedaction, type RedactionPolicy } from '../redact/policy.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { EventKind, Facts } from '../screen/events.ts';
import { Screen } from '../screen/screen.ts';
import { refuseHuge, type Size } from '../size.ts';
import { Holding } from '../viewer/holding.ts';
import { Viewers } from '../viewer/viewers.ts';
import { Changes } from './changes.ts';
import { Followers } from './followers.ts';
import { inputTarget } from './inputTarget.ts';
import { InputTurns } from './inputTurns.ts';
import { Intake } from './intake.ts';
import { Onlookers } from './onlookers.ts';
import type { RawTranscript } from './rawTranscript.ts';
import { RedactedTail } from './redactedTail.ts';
import { Resizing } from './resizing.ts';
import { closedFault, timeoutFault } from './sessionFaults.ts';
import type { SessionNews, SessionOptions, Surroundings, WaitTerms } from './sessionTerms.ts';
import { areaVersion, type Baseline, baselineOf, Sight } from './sight.ts';
import { planSpawn, type SpawnRequest } from './spawnPlan.ts';
import { Transcript } from './transcript.ts';
import { atAnyOutput, type Cancellation, type Deadline, Wait, type WaitCancel, Waits } from './waits.ts';

export type { SessionListener, SessionNews, SessionOptions } from './sessionTerms.ts';

export class Session {
  readonly id: string;
  name: string | undefined;
  tags: readonly string[];
  readonly program: string;
  readonly args: readonly string[];
  /** By which its programs can be told from those of every other session. */
  readonly tag: string;
  /** As it was asked for, for who would start the same again. */
  readonly asked: SpawnRequest;
  readonly policy: RedactionPolicy;
  readonly redaction: Redaction;
  readonly transcript: Transcript;
  readonly followers: Followers;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly pty: Pty;
  readonly turns = new InputTurns();
  readonly onlookers = new Onlookers();
  readonly holding = new Holding(this);
  readonly viewers = new Viewers(this);
  readonly layers: Layers;
  readonly #surroundings: Surroundings;
  readonly #screen: Screen;
  readonly #resizing: Resizing;
  readonly #intake: Intake;
  readonly #waits = new Waits();
  readonly #raw: RawTranscript | undefined;
  #warnings: string[] = [];
  #tail: RedactedTail | undefined;
  #screenBroke = false;
  #exit: Exit | null = null;
  #closed = false;
  readonly #onExit = new Set<() => void>();
  #gone!: () => void;
  /** Kept when the program has ended and its last output has been seen. */
  readonly exited: Promise<void>;

  constructor(id: string, options: SessionOptions, surroundings: Surroundings) {
    const { clock } = surroundings;
    const plan = planSpawn(options.spawn, process.env, surroundings.tagPrefix);
    this.id = id;
    this.name = options.name;
    this.tags = options.tags;
    this.program = plan.program;
    this.args = plan.args;
    this.tag = plan.tag;
    this.asked = options.spawn;
    this.policy = options.policy;
    this.redaction = createRedaction(options.policy);
    this.clock = clock;
    this.#surroundings = surroundings;
    this.#raw = options.rawTranscript;
    this.exited = new Promise((resolve) => {
      this.#gone = resolve;
    });
    this.transcript = new Transcript(options.transcriptMaxChars, () => this.#screen.size.cols);
    this.followers = new Followers(this.transcript, this.redaction, options.transcriptMaxChars, clock, () =>
      this.#tell('output'),
    );
    this.#screen = new Screen({
      size: plan.size,
      scrollback: options.scrollback,
      clock,
      replies: options.terminalReplies,
      reply: (bytes) => this.#reply(bytes),
    });
    this.#resizing = new Resizing(clock, (size) => {
      this.#screen.resize(size);
      this.onlookers.tell({ kind: 'resized', size });
      this.#parsed();
    });
    this.layers = new Layers(plan.size, (size) => {
      if (this.#exit === null) this.pty.resize(size);
      this.#resizing.ask(size);
    });
    this.changes = new Changes(this.#screen, clock);
    this.#intake = new Intake(
      { take: (slice) => this.#take(slice), parsed: () => this.#parsed(), resume: () => this.pty.resume() },
      clock,
    );
    this.pty = openPty(
      plan,
      { output: (bytes) => this.#intake.output(bytes), exit: (exit) => this.#exited(exit) },
      clock,
    );
    this.#raw?.onFailure((reason) => this.warn(`the raw transcript ended: ${reason}`));
  }

  get screen(): Screen {
    this.#resizing.settle();
    return this.#screen;
  }

  /** The end of the transcript as it may be told; kept up to date from the first time that somebody asks. */
  redactedTail(): string {
    this.#tail ??= new RedactedTail(this.transcript, this.redaction);
    return this.#tail.text();
  }

  get exit(): Exit | null {
    return this.#exit;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get enforced(): boolean {
    return this.#surroundings.redactionEnforced;
  }

  get pendingWaits(): number {
    return this.#waits.size;
  }

  get waits(): Pick<Waits, 'size' | 'hoped' | 'onChange'> {
    return this.#waits;
  }

  /** What went wrong beside the session's own work, oldest first. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  write(bytes: Uint8Array): void {
    if (this.#exit) throw closedFault(this);
    this.pty.write(bytes);
    this.changes.activity.came();
    this.onlookers.tell({ kind: 'typed', bytes });
  }

  /** What actions act on. `by` is whose they are, for one who may hold the input. */
  input(cancellation: Cancellation, by?: object): InputTarget {
    if (this.#exit) throw closedFault(this);
    return inputTarget(this, cancellation, by);
  }

  /** For one whose interest may end before the program does; who stays takes `exited`. */
  onExit(listener: () => void): () => void {
    this.#onExit.add(listener);
    return () => this.#onExit.delete(listener);
  }

  mark(label: string): void {
    if (!this.transcript.mark(label))
      raise(fault.Busy({ reason: 'busy', limit: 'markers', max: limits.markers }));
    this.onlookers.tell({ kind: 'marked', label });
  }

  /** Of the whole terminal: the program gets what panels leave of it. */
  resize(size: Size): void {
    this.changeSize(size);
    this.onlookers.tell({ kind: 'deed', deed: { call: 'resize', size } });
  }

  /** As a part of another deed. */
  changeSize(size: Size): void {
    refuseHuge(size);
    this.layers.resize(size);
  }

  /** What a wait that is about to begin counts from. */
  baseline(afterInput: boolean): Baseline {
    return baselineOf(this, afterInput);
  }

  /** Of the terminal's own doing, as if the program had said it. */
  tellEvent(kind: EventKind, facts: Facts): void {
    this.screen.tell(kind, facts);
    this.#parsed();
  }

  /** Takes room for one more wait; what it gives lets go of it. */
  admitWait(): () => void {
    return this.#surroundings.admitWait();
  }

  wait(probe: Probe, deadline: Deadline, terms: WaitTerms = {}): Wait {
    const { redaction = this.redaction, baseline = this.baseline(false) } = terms;
    const { leave = this.admitWait() } = terms;
    const sight = new Sight(this, baseline);
    const watched = {
      moment: () => sight.now(),
      version: (area: Area) => areaVersion(this, area),
      exited: () => this.#exit !== null || this.#closed,
      closedFault: () => closedFault(this),
      timeoutFault: (timeoutMs: number, elapsedMs: number) =>
        timeoutFault(this, redaction, timeoutMs, elapsedMs),
    };
    const asked = baseline.afterInput ? atAnyOutput(probe) : probe;
    const wait = this.#waits.add(new Wait(asked, deadline, watched, this.#surroundings.looks, this.clock));
    // One that has a baseline of its own is a part of another deed.
    if (!terms.baseline) this.onlookers.watchWait(probe, deadline.timeoutMs, wait.ended);
    wait.onEnd(() => {
      baseline.freshness?.stop();
      leave();
    });
    return wait;
  }

  /** Ends the program and keeps the session, so that its last screen can be read. */
  async kill(force = false): Promise<void> {
    if (this.#exit) return;
    if (force) this.pty.kill();
    await Promise.all([force ? undefined : this.pty.terminate(), this.exited]);
  }

  cancelWaits(reason: WaitCancel): void {
    this.#waits.cancel(reason);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#tell('closed');
    this.#waits.close();
    await this.kill();
    await Promise.all([this.#raw?.file.close(), this.onlookers.done()]);
    this.pty.close();
    this.followers.close();
    this.#resizing.settle();
    this.#screen.dispose();
  }

  #take(slice: Uint8Array): void {
    this.#resizing.settle();
    this.#raw?.file.write(slice);
    this.onlookers.tellBytes(slice);
    this.#told(this.transcript.append(slice));
    if (!this.#screenBroke) this.#feed(slice);
    this.changes.outputAt = this.clock.now();
  }

  #told(output: string): void {
    this.followers.push(output);
    if (output !== '') this.onlookers.tell({ kind: 'output', text: output });
    this.#tail?.push(output);
  }

  /** A program that does not read what it asked for gets no more answers, and no room in the queue for them. */
  #reply(bytes: string): void {
    if (this.pty.queuedBytes < limits.replyBytes) this.pty.write(Buffer.from(bytes, 'latin1'));
  }

  /** Should the emulator ever fail, one screen stands still: the session and everybody else's go on. */
  #feed(slice: Uint8Array): void {
    try {
      this.#screen.feed(slice);
    } catch (problem) {
      this.#screenBroke = true;
      this.warn(`the screen failed and stands still: ${(problem as Error).message}`);
    }
  }

  /** Something has come in: those who wait are asked at once, those who follow are told. */
  #parsed(): void {
    const happenings = this.changes.since();
    if (happenings.size === 0) return;
    this.#waits.happened(happenings);
    if (this.changes.advanced) {
      this.onlookers.tell({ kind: 'changed' });
      this.#tell('changed');
    }
    if (this.changes.told) this.#tell('terminal');
    if (happenings.has('output')) this.#tell('output');
  }

  #exited(exit: Exit): void {
    this.#intake.finish();
    this.#told(this.transcript.end());
    this.followers.end();
    this.#exit = exit;
    this.onlookers.tell({ kind: 'exited', exit });
    this.#tell('output');
    this.#tell('exited');
    this.#waits.askAll();
    for (const listener of this.#onExit) listener();
    void this.#raw?.file.close();
    this.#gone();
  }

  /** Something beside the session's own work went wrong; whoever follows it is told. */
  warn(line: string): void {
    this.#warnings = [...this.#warnings.slice(-15), line];
    this.#surroundings.log(line, { session: this.id });
    this.#tell('warning');
  }

  #tell(news: SessionNews): void {
    this.#surroundings.listener(this, news);
  }
}
