/**
 * Input of a session: its lock and its queue, performs actions in order, acts and then waits, and points the mouse at a
 * selector.
 *
 * Long because each input passes the lock, the queue and the deadline that are here.
 */
import { Fault, fault, raise } from '#faults.ts';
import type { CompiledMatcher } from '#matchers/matcher.ts';
import {
  type AmbiguityPolicy,
  chooseTarget,
  createSelectorProbe,
  type SelectorFinder,
  type SelectorTarget,
} from '#matchers/selector.ts';
import type { CellPosition } from '#matchers/sessionView.ts';
import type { Permission } from '#permissions.ts';
import { type Disposable, disposeAll, Emitter, LinkedAbortController, onAbort } from '#platform/lifetimes.ts';
import { z } from '#platform/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { ActionResult, InputTarget, PerformResult } from '#terminal/input/action.ts';
import { type Action, actions as declared } from '#terminal/input/actions.ts';
import { MouseGesture } from '#terminal/input/mouse.ts';
import type { Operation, Session } from './session.ts';
import { cancelledFault, closedFault, timeoutFault, type Wait, type WaitDeadline } from './waits.ts';
import { WaitView } from './waitView.ts';

/** Returns the signal that cancels the input. Called only if the input has to wait: some signals are created then. */
type SignalSource = () => AbortSignal | undefined;

const noSignal: SignalSource = () => undefined;

/**
 * Input that pauses between writes keeps the queue until its last write, so inputs never mix. Input without pauses
 * runs synchronously and nothing waits for it.
 */
export class InputQueue {
  readonly #waiting = new Set<() => void>();
  #busy = false;

  run<T>(operation: () => T | Promise<T>, signal = noSignal): T | Promise<T> {
    return this.#busy ? this.#enqueue(operation, signal()) : this.#start(operation);
  }

  #enqueue<T>(operation: () => T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        listener.dispose();
        try {
          resolve(this.#start(operation));
        } catch (problem) {
          reject(problem);
        }
      };
      const listener = onAbort(signal, () => {
        this.#waiting.delete(begin);
        reject(cancelledFault(signal));
      });
      this.#waiting.add(begin);
    });
  }

  #start<T>(operation: () => T | Promise<T>): T | Promise<T> {
    const done = operation();
    if (!(done instanceof Promise)) return done;
    this.#busy = true;
    return done.finally(() => this.#runNext());
  }

  /** Runs the next inputs in this tick, up to the first one that pauses. Later callers queue behind it. */
  #runNext(): void {
    this.#busy = false;
    for (const begin of this.#waiting) {
      if (this.#busy) return;
      this.#waiting.delete(begin);
      begin();
    }
  }
}

type InputLockScope = 'everyone' | 'people';

interface InputLockHolder {
  /** Identifies the holder, usually its connection. */
  readonly owner: object;
  /** Display name of the holder. */
  readonly name: string | null;
  /** The holder is a person at a viewer. Programs cannot take the lock over. */
  readonly person: boolean;
  readonly from: InputLockScope;
  /** Wall-clock time in milliseconds since the epoch. */
  readonly since: number;
  /** Whether the holder has unread input events. */
  readonly isCongested?: (() => boolean) | undefined;
}

interface InputCapture {
  readonly from: InputLockScope;
  readonly name?: string | undefined;
  readonly person?: boolean;
  /** Takes the lock from its holder. A program cannot take it from a person. */
  readonly takeOver?: boolean;
  readonly isCongested?: () => boolean;
}

/**
 * Who may write to the program. With the scope `everyone`, input of other clients is refused. With the scope `people`,
 * programs still write, and keys typed at viewers go to the holder instead of the program.
 */
export class InputLock {
  readonly #session: Pick<Session, 'id' | 'clock'>;
  readonly #onChange = new Emitter();
  readonly onChange = this.#onChange.event;
  #holder: InputLockHolder | undefined;

  constructor(session: Pick<Session, 'id' | 'clock'>) {
    this.#session = session;
  }

  get holder(): InputLockHolder | undefined {
    return this.#holder;
  }

  /** Takes the lock. Its holder may call this again to change the options. */
  capture(
    owner: object,
    { from, name, person = false, takeOver = false, isCongested }: InputCapture,
  ): InputLockHolder {
    const { clock } = this.#session;
    const held = this.#holder;
    if (held && held.owner !== owner && !(takeOver && (person || !held.person))) throw this.#heldFault(held);
    const since = held?.owner === owner ? held.since : clock.wall();
    this.#holder = { owner, name: name ?? null, person, from, since, isCongested };
    this.#onChange.fire();
    return this.#holder;
  }

  /** Returns false if `owner` does not hold the lock. Without an owner, any holder is released. */
  release(owner?: object): boolean {
    if (!this.#holder || (owner !== undefined && this.#holder.owner !== owner)) return false;
    this.#holder = undefined;
    this.#onChange.fire();
    return true;
  }

  /** The fault if a program of `owner` may not write now. */
  refusal(owner: object | undefined): Fault | undefined {
    const held = this.#holder;
    return held?.from === 'everyone' && held.owner !== owner ? this.#heldFault(held) : undefined;
  }

  /** Raises InputHeld if a program of `owner` may not write now. */
  throwIfHeld(owner: object | undefined): void {
    const refusal = this.refusal(owner);
    if (refusal) throw refusal;
  }

  /** Whether keys typed at a viewer of `owner` go to the holder instead of the program. */
  captures(owner: object): boolean {
    const held = this.#holder;
    return held !== undefined && (held.from === 'people' || held.owner !== owner);
  }

  #heldFault({ name, person, from, since }: InputLockHolder): Fault {
    const { id } = this.#session;
    return fault.InputHeld(
      { session: id, holder: name, person, from, since },
      `${name ?? 'another client'}${person ? ' (a person)' : ''} holds the input lock of ${id}; see session.capture_input`,
    );
  }
}

const createInputTarget = (
  session: Session,
  { signal = noSignal, by }: SendOptions,
  wroteUnseen: () => void,
): InputTarget => ({
  get modes() {
    return session.screen.modes;
  },
  get size() {
    return session.screen.size;
  },
  get canonicalLine() {
    return session.pty.lineModes()?.canonical === true;
  },
  write: (bytes) => {
    session.inputLock.throwIfHeld(by);
    if (session.write(bytes)) wroteUnseen();
  },
  resize: (size) => session.changeSize(size),
  signal: (name) => session.pty.signal(name),
  kill: () => session.pty.kill(),
  mark: (label) => session.mark(label),
  setFocus: (focused) => session.emitTerminalEvent('focus', { focused }),
  movePointer: (row, col) => {
    const link = session.screen.pointer.moveTo(session.screen, row, col);
    if (link) session.emitTerminalEvent('link_hovered', { ...link });
  },
  delay: (ms) => pause(session, ms, signal(), by),
});

const pause = (session: Session, ms: number, signal: AbortSignal | undefined, by: object | undefined) =>
  new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => () => {
      disposeAll(waiting);
      settle();
    };
    const waiting = [
      session.clock.after(ms, end(resolve)),
      onAbort(
        signal,
        end(() => reject(cancelledFault(signal))),
      ),
      session.onExit(end(() => reject(closedFault(session)))),
      // A taken input lock ends other clients' pauses at once, so the new owner does not wait for them.
      session.inputLock.onChange(() => {
        const refusal = session.inputLock.refusal(by);
        if (refusal) end(() => reject(refusal))();
      }),
    ];
  });

interface SendOptions {
  readonly signal?: SignalSource | undefined;
  /** Reported to observers: the actions, if absent. */
  readonly operation?: Operation | undefined;
  /** The client that may hold the input lock. */
  readonly by?: object | undefined;
}

interface InputResult {
  readonly bytes: number;
  readonly warnings: readonly string[];
}

/** Checks all actions before the first one runs, so that a list is never performed by half. */
export function requireActionPermissions(actions: readonly Action[], grants: ReadonlySet<Permission>): void {
  for (const { type } of actions) {
    const { needs } = declared[type];
    if (!grants.has(needs))
      raise(fault.PermissionDenied({ required_permission: needs, reason: `action ${type}` }));
  }
}

/**
 * Synchronous, unless an action pauses or another caller's pausing input is still running. Inputs are written in the
 * order of their calls, each in one piece. Actions that write nothing, such as a signal, skip the queue.
 */
export function sendActions(
  session: Session,
  actions: readonly Action[],
  pathOf: (at: number) => string,
  options: SendOptions = {},
): InputResult | Promise<InputResult> {
  const perform = () => sendActionsNow(session, actions, pathOf, options);
  return actions.some(isInput) ? session.inputQueue.run(perform, options.signal) : perform();
}

/** Runs without the input queue. The caller must hold its place in the queue. */
function sendActionsNow(
  session: Session,
  actions: readonly Action[],
  pathOf: (at: number) => string,
  options: SendOptions,
): InputResult | Promise<InputResult> {
  const { operation = { call: 'input', actions }, by } = options;
  const unseen = new Set<Action>();
  let now = actions[0];
  if (session.exit) throw closedFault(session);
  const target = createInputTarget(session, options, () => unseen.add(now!));
  if (actions.some(isInput)) session.inputLock.throwIfHeld(by);
  session.observers.notify({ kind: 'operation', operation });
  const begins = (action: Action) => {
    now = action;
  };
  const done = () => session.observers.notify({ kind: 'performed', operation, unseen });
  let pauses = false;
  try {
    const sent = performActions(target, actions, pathOf, begins);
    pauses = sent instanceof Promise;
    return sent instanceof Promise ? sent.finally(done) : sent;
  } finally {
    if (!pauses) done();
  }
}

const isInput = ({ type }: Action) => declared[type].needs === 'input.write';

function performActions(
  target: InputTarget,
  actions: readonly Action[],
  pathOf: (at: number) => string,
  begins: (action: Action) => void,
  from = 0,
  sent = { bytes: 0, warnings: [] as string[] },
): InputResult | Promise<InputResult> {
  for (let at = from; at < actions.length; at++) {
    begins(actions[at]!);
    const outcome = performAction(target, actions[at]!, pathOf(at));
    if (outcome instanceof Promise)
      return outcome.then((paused) => {
        addOutcome(sent, paused);
        return performActions(target, actions, pathOf, begins, at + 1, sent);
      });
    addOutcome(sent, outcome);
  }
  return sent;
}

/** `path` is the path of the action in the parameters, so that a fault names the field that the client wrote. */
function performAction(target: InputTarget, { type, value }: Action, path: string): PerformResult {
  try {
    return declared[type].perform(target, value as never);
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.name !== 'Invalid') throw failure;
    const { data, message } = failure as Fault<'Invalid'>;
    throw fault.Invalid({ ...data, path: [path, data.path].filter(Boolean).join('.') }, message);
  }
}

function addOutcome(sent: { bytes: number; warnings: string[] }, outcome: ActionResult | undefined): void {
  sent.bytes += outcome?.bytes ?? 0;
  sent.warnings.push(...(outcome?.warnings ?? []));
}

export interface ActResult {
  readonly sent: InputResult;
  readonly wait: Wait;
}

/**
 * Sends actions, then waits for a matcher. The baseline of the wait is taken in the tick that writes the last byte.
 * Output is parsed in later ticks. So the wait misses nothing that the input caused, and ignores earlier content. The
 * wait is counted against the limit before anything is written.
 */
export function act(
  session: Session,
  actions: readonly Action[],
  probe: CompiledMatcher,
  deadline: WaitDeadline,
  redaction = session.redaction,
  by?: object,
): ActResult | Promise<ActResult> {
  const { source } = probe;
  const { timeoutMs } = deadline;
  const operation = source && ({ call: 'act', actions, matcher: source, timeoutMs } as const);
  const reservation = session.reserveWait();
  const typing = new InputDeadline(session, deadline, redaction, 'all of the input to be written');
  const waitFor = (sent: InputResult): ActResult => ({
    sent,
    wait: session.wait(probe, typing.finish(), {
      redaction,
      baseline: session.baseline(true),
      reservation,
    }),
  });
  const signal = () => typing.startSignal();
  const giveUp = (problem: unknown): never => {
    reservation.dispose();
    throw typing.toFault(problem);
  };
  try {
    const sent = sendActions(session, actions, (at) => `actions.${at}`, { signal, operation, by });
    return sent instanceof Promise ? sent.then(waitFor, giveUp) : waitFor(sent);
  } catch (problem) {
    return giveUp(problem);
  }
}

/** One timeout for the input and the wait after it. It cancels input that is still being typed. */
class InputDeadline {
  #controller: LinkedAbortController | undefined;
  readonly #session: Session;
  readonly #deadline: WaitDeadline;
  readonly #redaction: Redaction;
  readonly #matcherText: string;
  readonly #startedAt: number;
  #timer: Disposable | undefined;
  #timedOut = false;
  #ended = false;

  /** The timeout starts now. `matcherText` is the text for the timeout error: the step or matcher that is pending. */
  constructor(session: Session, deadline: WaitDeadline, redaction: Redaction, matcherText: string) {
    this.#matcherText = matcherText;
    this.#session = session;
    this.#deadline = deadline;
    this.#redaction = redaction;
    this.#startedAt = session.clock.now();
  }

  /** Starts the timer with what is left of the time. Input that does not pause needs neither a timer nor a signal. */
  startSignal(): AbortSignal {
    if (this.#ended) throw new Error('the input has ended');
    if (this.#controller) return this.#controller.signal;
    const controller = new LinkedAbortController(this.#deadline.signal);
    this.#controller = controller;
    const { clock } = this.#session;
    const left = this.#startedAt + this.#deadline.timeoutMs - clock.now();
    this.#timer = clock.after(Math.max(0, Math.ceil(left)), () => {
      this.#timedOut = true;
      controller.abort('request');
    });
    return controller.signal;
  }

  /** Stops the timer and returns the deadline for the wait. The time spent on input still counts. */
  finish(): WaitDeadline {
    this.#end();
    return { ...this.#deadline, since: this.#startedAt };
  }

  toFault(problem: unknown): unknown {
    this.#end();
    if (!this.#timedOut) return problem;
    const session = this.#session;
    return timeoutFault(session, {
      timeoutMs: this.#deadline.timeoutMs,
      elapsedMs: session.clock.now() - this.#startedAt,
      redaction: this.#redaction,
      matcherText: this.#matcherText,
    });
  }

  #end(): void {
    this.#ended = true;
    this.#timer?.dispose();
    this.#controller?.dispose();
  }
}

type WithoutPosition<One> = One extends CellPosition ? Omit<One, keyof CellPosition> : never;

/** A mouse gesture without a position. */
export const PositionlessGesture = z.discriminatedUnion(
  'event',
  MouseGesture.options.map((gesture) => (gesture as z.ZodObject).omit({ row: true, col: true })) as never,
) as unknown as z.ZodType<WithoutPosition<MouseGesture>, WithoutPosition<z.input<typeof MouseGesture>>>;
export type PositionlessGesture = z.output<typeof PositionlessGesture>;

interface PointOptions {
  readonly find: SelectorFinder;
  readonly ambiguity: AmbiguityPolicy;
  readonly gesture: PositionlessGesture;
  readonly redaction: Redaction;
  /** The selector in words, for a Timeout. */
  readonly matcherText?: string;
}

interface PointResult {
  readonly target: SelectorTarget;
  readonly bytes: number;
}

/**
 * Performs a mouse gesture on the match of a selector. The match is looked up again in the tick that writes the bytes.
 * Raises Timeout if nothing matches in time, Ambiguous if too many targets match, and all faults of the mouse action.
 */
export async function pointAt(
  session: Session,
  options: PointOptions,
  deadline: WaitDeadline,
): Promise<PointResult> {
  const { find, ambiguity, gesture, redaction, matcherText = 'a match of the selector' } = options;
  const typing = new InputDeadline(session, deadline, redaction, matcherText);
  const signal = () => typing.startSignal();
  const perform = async (): Promise<PointResult | undefined> => {
    const target = chooseTarget(findOnScreen(session, find), ambiguity, redaction);
    if (!target) return undefined;
    const value = { ...gesture, ...target.cell } as MouseGesture;
    const actions: readonly Action[] = [{ type: 'mouse', value }];
    const { bytes } = await sendActionsNow(session, actions, () => '', { signal });
    return { target, bytes };
  };
  const since = session.clock.now();
  try {
    for (;;) {
      await session.wait(
        createSelectorProbe(find, matcherText),
        { ...deadline, since, signal: signal() },
        { redaction },
      ).result;
      const done = await session.inputQueue.run(perform, signal);
      if (done) return done;
    }
  } catch (problem) {
    throw typing.toFault(problem);
  } finally {
    typing.finish();
  }
}

/** Finds the selector's targets on the current screen. */
const findOnScreen = (session: Session, find: SelectorFinder) =>
  find(new WaitView(session, session.baseline(false)));
