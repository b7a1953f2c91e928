/** Compares what ptywright reported in a step with the expectations and with the hooks of the agent. */
import type { ReportedTurn } from '../../plugins/claude-code/turnCollector.ts';
import type { HookEvent } from '../program/hookEvents.ts';
import type { Step } from '../scenarios/scenario.ts';
import type { Served } from '../stub/stub.ts';
import type { StateDuration, Timeline, TimelinePoint } from '../timeline.ts';
import type { Shares } from './processor.ts';
import { formatTexts, isSamePrompt } from './promptText.ts';
import type { FileScore } from './sessionFileScore.ts';

interface State {
  readonly state: string;
  readonly evidence: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface StepObservation {
  /** `states`: the last reported state, and the state of the step before, whose report may still arrive. */
  readonly begun: TimelinePoint & { readonly states: readonly string[] };
  readonly reached: TimelinePoint;
  readonly ended: TimelinePoint;
  readonly refusal: string | undefined;
  readonly missing: readonly string[];
  readonly events: readonly HookEvent[];
  /** Undefined if the agent has exited. */
  readonly state: State | undefined;
  readonly timeline: Timeline;
  /** Turns that the events reported as ended. */
  readonly turns: readonly ReportedTurn[];
  readonly served: readonly Served[];
  readonly files: readonly string[];
  readonly screen: string;
}

/** A reported state that is not the expected one. */
export interface WrongState {
  readonly expected: string;
  readonly reported: string;
  readonly ms: number;
  /** How long the processes waited for a CPU in that time. */
  readonly waitedMs: number;
  /** The state asks the user a question. It was neither the state before nor expected. */
  readonly asksUser: boolean;
}

export interface StepResult {
  /** The expected state. If there are several, the reported one of them. */
  readonly expected: string;
  readonly reported: string;
  readonly failures: readonly string[];
  /** Failures of timing: other wrong states that lasted too long. */
  readonly late: readonly string[];
  readonly wrong: readonly WrongState[];
  /** From the screen that ended a turn to its report. */
  readonly turnEndMs?: number;
  /** CPU time of the server and of this process in that time. */
  readonly turnEndShares?: Shares;
  /** From the agent's hook to the report of the end. Negative when the report came first. */
  readonly afterHookMs?: number;
  /** The scenario ends here, because this version lacks the feature. */
  readonly ends?: true;
  /** Only of failed steps: the screen, and the hooks that ran. */
  readonly screen?: string;
  readonly hooks?: readonly string[];
}

export interface RunResult {
  readonly agent: string;
  readonly version: string;
  readonly scenario: string;
  readonly variant: string;
  readonly steps: readonly StepResult[];
  readonly skipped: number;
  readonly problem?: string;
  /** Result of the comparison with the session file. Undefined if the run failed before. */
  readonly file?: FileScore;
  readonly leftovers: readonly string[];
  readonly unexpectedRequests: readonly string[];
  /** Load average of the machine in the last minute. */
  readonly load?: number;
}

/** Two frames of an agent that draws sixty per second: one to draw, one to report. */
export const frameMs = 34;

/** Clock tolerance: a turn may end at most this long before the last byte of its answer left the stub. */
const clockSlackMs = 20;

export function scoreStep(step: Step, seen: StepObservation): StepResult {
  if (step.unless !== undefined && seen.refusal?.includes(step.unless)) return withoutFeature(seen);
  const expectedStates: readonly string[] = [step.state].flat();
  const reported = seen.state?.state ?? 'exited';
  const wrong = wrongStates(step, expectedStates, seen);
  const failures = [
    ...refusalFailures(step, seen),
    ...(expectedStates.includes(reported)
      ? []
      : [`expected ${expectedStates.join(' or ')}, got ${reported} (${seen.state?.evidence})`]),
    ...missingFields('metadata', step.metadata ?? {}, seen.state?.metadata ?? {}),
    ...seen.missing.map((name) => `the hook ${name} did not run`),
    ...(step.noHooks ?? [])
      .filter((name) => seen.events.some((event) => event.name === name))
      .map((name) => `the hook ${name} ran`),
    ...promptFailures(step, seen),
    ...seen.files,
    ...prematureEnd(expectedStates, seen),
    ...(step.overwritten ? [] : eventFailures(expectedStates, seen)),
    ...toolFailures(step, seen),
    ...wrong.filter(({ asksUser }) => asksUser).map(describeWrongState),
  ];
  const late = wrong
    .filter(({ asksUser, ms, waitedMs }) => !asksUser && ms > frameMs + waitedMs)
    .map(describeWrongState);
  return {
    expected: expectedStates.includes(reported) ? reported : expectedStates[0]!,
    reported,
    failures,
    late,
    wrong,
    ...turnEndTimes(expectedStates, seen),
    ...(failures.length + late.length > 0 && {
      screen: seen.screen,
      hooks: seen.events.map(({ name }) => name),
    }),
  };
}

/** A refusal that was not expected, or an expected one that did not occur. */
function refusalFailures({ refused }: Step, { refusal }: StepObservation): readonly string[] {
  if (refused === undefined) return refusal ? [refusal] : [];
  if ([refused].flat().some((words) => refusal?.includes(words))) return [];
  return [`expected to be refused with ${JSON.stringify(refused)}, got ${refusal ?? 'no refusal'}`];
}

/** The agent reported that this version lacks the feature of the scenario. */
const withoutFeature = ({ state }: StepObservation): StepResult => {
  const reported = state?.state ?? 'exited';
  return { expected: reported, reported, failures: [], late: [], wrong: [], ends: true };
};

export const throughOf = ({ through = ['thinking'] }: Step): readonly string[] => through;

/** A client may answer such a state at once, so it must not be reported wrongly for any time. */
const asksUser = (state: string) => state.startsWith('waiting_for_');

const describeWrongState = ({ reported, ms, waitedMs, expected }: WrongState) =>
  `reported ${reported} for ${Math.round(ms)} ms instead of ${expected} (${Math.round(waitedMs)} ms of waiting for a CPU)`;

function wrongStates(
  step: Step,
  expectedStates: readonly string[],
  seen: StepObservation,
): readonly WrongState[] {
  const through = throughOf(step);
  const { begun, reached, ended, timeline } = seen;
  const before = new Set([...begun.states, ...through, ...expectedStates]);
  const wrongState = (expected: string, { state, ...duration }: StateDuration): WrongState => ({
    expected,
    reported: state,
    ...duration,
    asksUser: asksUser(state) && !before.has(state),
  });
  const onTheWay = timeline
    .between(begun, reached)
    .filter(({ state }) => !before.has(state))
    .map((one) => wrongState(through[0] ?? expectedStates[0]!, one));
  const afterwards = timeline
    .between(reached, ended)
    // Reports about an exited agent are not wrong.
    .filter(({ state }) => !expectedStates.includes(state) && !expectedStates.includes('exited'))
    .map((one) => wrongState(expectedStates[0]!, one));
  return [...onTheWay, ...afterwards];
}

/** Checks that no prompt was lost or duplicated. */
function promptFailures({ prompts }: Step, { events }: StepObservation): readonly string[] {
  if (!prompts) return [];
  const received = events.filter(({ name }) => name === 'UserPromptSubmit').map(({ prompt = '' }) => prompt);
  const same =
    received.length === prompts.length && prompts.every((text, at) => isSamePrompt(text, received[at]!));
  return same ? [] : [`expected the prompts ${formatTexts(prompts)}, got ${formatTexts(received)}`];
}

/** Checks that a turn did not end before its answer was sent. */
function prematureEnd(
  expectedStates: readonly string[],
  { served, timeline, begun, events }: StepObservation,
): readonly string[] {
  const stop = events.findLast(({ name }) => name === 'Stop')?.at ?? Number.POSITIVE_INFINITY;
  // After a turn, some versions send more requests, such as one for a suggestion of the next prompt.
  const last = served.findLast(({ requestedAt }) => requestedAt <= stop);
  const first = turnEnd(timeline, begun.at);
  if (!expectedStates.includes('completed_turn') || expectedStates.length > 1 || !last?.answeredAt || !first)
    return [];
  const early = last.answeredAt - first.wall;
  return early > clockSlackMs ? [`the end of the turn was reported ${Math.round(early)} ms too early`] : [];
}

/** Checks that the deltas of each turn join to its text, and that it ended once. A queued prompt ends the turn before. */
function eventFailures(
  expectedStates: readonly string[],
  { turns, state, events }: StepObservation,
): readonly string[] {
  const inconsistent = turns.filter(({ joined, end }) => joined !== end['text']);
  // A step may interrupt the turn of an earlier step.
  const ends = turns.filter(({ end }) => !end['continued'] && !end['interrupted']);
  const ended = expectedStates.includes('completed_turn') && events.some(({ name }) => name === 'Stop');
  const { text, whole } = (state?.metadata['turn'] ?? {}) as { text?: string; whole?: boolean };
  const last = ends.at(-1);
  return [
    ...inconsistent.map(
      ({ joined, end }) =>
        `the events add up to ${formatTexts([joined])}, not ${formatTexts([String(end['text'])])}`,
    ),
    ...(ended && ends.length !== 1
      ? [
          `the events report ${ends.length} ends of a turn: ${formatTexts(ends.map(({ end }) => String(end['text'])))}`,
        ]
      : []),
    ...(ended && whole && last && last.end['text'] !== text
      ? [
          `the events report ${formatTexts([String(last.end['text'])])}, the metadata ${formatTexts([text ?? ''])}`,
        ]
      : []),
  ];
}

/** Checks the tools of the last turn that has ended. */
function toolFailures({ tools }: Step, { turns }: StepObservation): readonly string[] {
  const reported = turns.at(-1)?.tools ?? [];
  if (!tools || tools.join() === reported.join()) return [];
  return [`expected the events of the tools ${formatTexts(tools)}, got ${formatTexts(reported)}`];
}

/** Finds the first report of the end. The end of the turn before may be reported again with other text. */
const turnEnd = ({ states }: Timeline, from: number) =>
  states.find(
    ({ state, at }, place) =>
      at > from && state === 'completed_turn' && states[place - 1]?.state !== 'completed_turn',
  );

function turnEndTimes(
  expectedStates: readonly string[],
  { timeline, events, begun }: StepObservation,
): Partial<StepResult> {
  const end = turnEnd(timeline, begun.at);
  if (!expectedStates.includes('completed_turn') || !end) return {};
  const stop = events.findLast(({ name }) => name === 'Stop');
  return {
    turnEndMs: end.lagMs,
    turnEndShares: end.shares,
    ...(stop && { afterHookMs: end.wall - stop.at }),
  };
}

/** Lists the differences. Objects may have more fields than expected. */
function missingFields(path: string, expected: unknown, got: unknown): readonly string[] {
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length)
    return expected.flatMap((each, at) => missingFields(`${path}.${at}`, each, got[at]));
  if (isTable(expected) && isTable(got))
    return Object.entries(expected).flatMap(([key, each]) => missingFields(`${path}.${key}`, each, got[key]));
  if (Object.is(expected, got)) return [];
  return [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`];
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
