/** Declares types of steps, and what a step can do to the session. */
import type { Core } from '#core.ts';
import { Fault } from '#faults.ts';
import type { CompiledMatcher } from '#matchers/matcher.ts';
import {
  type AmbiguityPolicy,
  ambiguityPolicies,
  chooseTarget,
  compileSelector,
  createSelectorProbe,
  type Selector,
  type SelectorFinder,
  SelectorSchema,
  type SelectorTarget,
} from '#matchers/selector.ts';
import { z } from '#platform/schema.ts';
import type { ArtifactFolder } from '#rendering/artifactFolder.ts';
import { type PositionlessGesture, pointAt, sendActions } from '#session/input.ts';
import type { Session } from '#session/session.ts';
import type { WaitResult } from '#session/waits.ts';
import type { Action } from '#terminal/input/actions.ts';

export interface StepType<Shape extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly shape: Shape;
  /** As written in a file. */
  readonly example: unknown;
  /** Text for the report. It never contains what is typed. */
  describe?(value: z.output<Shape>): string;
  /** Reads or writes files, so the command needs a folder. */
  readonly needsArtifacts?: true;
  /** Raises Invalid for an invalid selector or matcher, before anything starts. */
  check?(value: z.output<Shape>): void;
  /** Texts to redact everywhere. */
  secrets?(value: z.output<Shape>): readonly string[];
  /** Resolves when the step is done, or rejects when it fails. The result is part of the report. */
  perform(context: StepContext, value: z.output<Shape>, options: StepOptions): Promise<unknown> | unknown;
}

/** Options of a step, with defaults filled in. */
interface StepOptions {
  readonly timeoutMs: number;
}

export const defineStep = <Shape extends z.ZodType>(declaration: StepType<Shape>): StepType =>
  declaration as StepType;

/** The expectation of a step was not met. */
export class ScriptStepError extends Error {}

/** A selector as a user writes it: a text, a pattern between slashes, or a complete selector. */
export const StepSelector = z
  .union([z.string().min(1), SelectorSchema])
  .describe('A text, a pattern between slashes (RE2), or a selector as in `session.find`.');
export type StepSelector = z.output<typeof StepSelector>;

export const AmbiguityField = z
  .enum(ambiguityPolicies)
  .describe('What to do when there are several matches.');

export function fromStepSelector(which: StepSelector): Selector {
  if (typeof which !== 'string') return which;
  const [, pattern] = /^\/(.+)\/$/s.exec(which) ?? [];
  return pattern === undefined ? { type: 'exact', text: which } : { type: 'regex', pattern };
}

/** Raises Invalid. */
export const createFinder = (which: StepSelector): SelectorFinder => compileSelector(fromStepSelector(which));

export const checkSelector = (which: StepSelector): void => void createFinder(which);

export const selectorText = (which: StepSelector) =>
  typeof which === 'string' ? which : JSON.stringify(which);

/** Replaces a timeout by an error that names what was expected. `what` is continued with "within … ms". */
async function withTimeoutMessage<T>(awaited: Promise<T>, what: () => string, timeoutMs: number): Promise<T> {
  try {
    return await awaited;
  } catch (problem) {
    if (problem instanceof Fault && problem.name === 'Timeout')
      throw new ScriptStepError(`${what()} within ${timeoutMs} ms`);
    throw problem;
  }
}

export const notSeenMessage = (which: StepSelector, fresh = false) =>
  `${quoteSelector(which)} was not ${fresh ? 'written to' : 'seen on'} the screen`;

export const notGoneMessage = (which: StepSelector) =>
  `${quoteSelector(which)} did not disappear from the screen`;

/** Patterns and complete selectors are not quoted. */
const quoteSelector = (which: StepSelector): string =>
  typeof which === 'string' && !/^\/.+\/$/s.test(which) ? JSON.stringify(which) : selectorText(which);

/** The session of a script, with the operations that steps share. */
export class StepContext {
  readonly core: Core;
  readonly session: Session;
  /** Saves baselines instead of comparing with them. */
  readonly updatesBaselines: boolean;
  #baseline: ReturnType<Session['baseline']> | undefined;

  constructor(world: Core, session: Session, updates: boolean) {
    this.core = world;
    this.session = session;
    this.updatesBaselines = updates;
  }

  /** Raises a fault if the command has no folder. */
  get artifacts(): ArtifactFolder {
    return this.core.artifacts;
  }

  async send(...actions: readonly Action[]): Promise<void> {
    await sendActions(this.session, actions, () => '');
    this.#baseline?.dirtyRows?.dispose();
    this.#baseline = this.session.baseline(true);
  }

  /** `what` describes the expectation for the timeout error. With `fresh`, only output since the last input counts. */
  wait(probe: CompiledMatcher, what: () => string, timeoutMs: number, fresh = false): Promise<WaitResult> {
    const { session } = this;
    const baseline = fresh && this.#baseline ? this.#baseline : session.baseline(false);
    if (baseline === this.#baseline) this.#baseline = undefined;
    const { result } = session.wait(probe, { timeoutMs }, { baseline });
    return withTimeoutMessage(result, what, timeoutMs);
  }

  async find(
    which: StepSelector,
    ambiguity: AmbiguityPolicy,
    timeoutMs: number,
    fresh = false,
  ): Promise<SelectorTarget> {
    const find = createFinder(which);
    const missed = () => notSeenMessage(which, fresh);
    const { view } = await this.wait(
      createSelectorProbe(find, quoteSelector(which)),
      missed,
      timeoutMs,
      fresh,
    );
    return chooseTarget(find(view), ambiguity, this.session.redaction)!;
  }

  async point(
    which: StepSelector,
    gesture: PositionlessGesture,
    ambiguity: AmbiguityPolicy,
    timeoutMs: number,
  ): Promise<SelectorTarget> {
    const { session } = this;
    const options = {
      find: createFinder(which),
      gesture,
      ambiguity,
      redaction: session.redaction,
    };
    const pointed = pointAt(session, options, { timeoutMs });
    return (await withTimeoutMessage(pointed, () => notSeenMessage(which), timeoutMs)).target;
  }
}
