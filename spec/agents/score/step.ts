/** Compares what was seen in a step with the expectations and with the reports of the agent. */
import type { ReportedTurn } from '../../plugins/claude-code/turnCollector.ts';
import type { HookEvent } from '../program/truth.ts';
import type { Step } from '../scenarios/scenario.ts';
import type { Served } from '../stub/stub.ts';
import type { Lasted, Timeline, TimelinePoint } from '../timeline.ts';
import type { FileScore } from './againstFile.ts';
import type { Shares } from './processor.ts';
import { arrivedAs, brief } from './words.ts';

interface State {
  readonly state: string;
  readonly evidence: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Seen {
  /** `said`: the states that held: the last reported one, and that of the step before, whose report may still come. */
  readonly begun: TimelinePoint & { readonly said: readonly string[] };
  readonly reached: TimelinePoint;
  readonly ended: TimelinePoint;
  readonly refusal: string | undefined;
  readonly missing: readonly string[];
  readonly events: readonly HookEvent[];
  /** Undefined for an agent that has exited. */
  readonly state: State | undefined;
  readonly timeline: Timeline;
  /** Turns whose end the events have reported. */
  readonly turns: readonly ReportedTurn[];
  readonly served: readonly Served[];
  readonly files: readonly string[];
  readonly screen: string;
}

/** A reported state that is not the expected one. */
export interface Wrong {
  readonly truth: string;
  readonly said: string;
  readonly ms: number;
  /** How long the processes waited for a processor in that time. */
  readonly waitedMs: number;
  /** The state asks the user, and neither held before nor was expected. */
  readonly asks: boolean;
}

export interface StepPlayed {
  /** The expected state. If there are several, the reported one of them. */
  readonly truth: string;
  readonly said: string;
  readonly failures: readonly string[];
  /** Failures of time alone: other wrong states that lasted too long. */
  readonly late: readonly string[];
  readonly wrong: readonly Wrong[];
  /** From the screen that ended a turn to its report. */
  readonly turnEndMs?: number;
  /** Processor time of the server and of this process in that time. */
  readonly turnEndShares?: Shares;
  /** From the agent's hook to the report of the end. Negative when the report came first. */
  readonly afterHookMs?: number;
  /** The scenario ends here, as expected. */
  readonly ends?: true;
  /** Only of failed steps: the screen, and the hooks that ran. */
  readonly screen?: string;
  readonly hooks?: readonly string[];
}

export interface Played {
  readonly agent: string;
  readonly version: string;
  readonly scenario: string;
  readonly variant: string;
  readonly steps: readonly StepPlayed[];
  readonly skipped: number;
  readonly problem?: string;
  /** Result of the comparison with the session file. Absent if the run failed before. */
  readonly file?: FileScore;
  readonly left: readonly string[];
  readonly strange: readonly string[];
  /** Load average of the machine in the last minute. */
  readonly load?: number;
}

/** Two frames of an agent that draws sixty per second: one to draw, one to report. */
export const frameMs = 34;

/** Clock tolerance: a turn may end at most this long before the last byte of its answer left the stub. */
const clockSlackMs = 20;

export function scoreStep(step: Step, seen: Seen): StepPlayed {
  if (step.unless !== undefined && seen.refusal?.includes(step.unless)) return withoutIt(seen);
  const requested: readonly string[] = [step.state].flat();
  const said = seen.state?.state ?? 'exited';
  const wrong = wrongOf(step, requested, seen);
  const failures = [
    ...refusals(step, seen),
    ...(requested.includes(said)
      ? []
      : [`expected ${requested.join(' or ')}, got ${said} (${seen.state?.evidence})`]),
    ...lacking('metadata', step.metadata ?? {}, seen.state?.metadata ?? {}),
    ...seen.missing.map((name) => `the hook ${name} did not run`),
    ...(step.never ?? [])
      .filter((name) => seen.events.some((event) => event.name === name))
      .map((name) => `the hook ${name} ran`),
    ...arrived(step, seen),
    ...seen.files,
    ...premature(requested, seen),
    ...(step.displaced ? [] : streamed(requested, seen)),
    ...called(step, seen),
    ...wrong.filter(({ asks }) => asks).map(textOf),
  ];
  const late = wrong.filter(({ asks, ms, waitedMs }) => !asks && ms > frameMs + waitedMs).map(textOf);
  return {
    truth: requested.includes(said) ? said : requested[0]!,
    said,
    failures,
    late,
    wrong,
    ...timesOf(requested, seen),
    ...(failures.length + late.length > 0 && {
      screen: seen.screen,
      hooks: seen.events.map(({ name }) => name),
    }),
  };
}

/** A refusal that was not expected, or an expected one that did not occur. */
function refusals({ refused }: Step, { refusal }: Seen): readonly string[] {
  if (refused === undefined) return refusal ? [refusal] : [];
  if ([refused].flat().some((words) => refusal?.includes(words))) return [];
  return [`expected to be refused with ${JSON.stringify(refused)}, got ${refusal ?? 'no refusal'}`];
}

/** This version lacks the feature of the scenario and says so. */
const withoutIt = ({ state }: Seen): StepPlayed => {
  const said = state?.state ?? 'exited';
  return { truth: said, said, failures: [], late: [], wrong: [], ends: true };
};

export const throughOf = ({ through = ['thinking'] }: Step): readonly string[] => through;

/** A client may answer such a state at once, so it must not be reported wrongly for any time. */
const asksUser = (state: string) => state.startsWith('waiting_for_');

const textOf = ({ said, ms, waitedMs, truth }: Wrong) =>
  `said ${said} for ${Math.round(ms)} ms while it was ${truth} (${Math.round(waitedMs)} ms of waiting for a processor)`;

function wrongOf(step: Step, requested: readonly string[], seen: Seen): readonly Wrong[] {
  const through = throughOf(step);
  const { begun, reached, ended, timeline } = seen;
  const before = new Set([...begun.said, ...through, ...requested]);
  const wrongly = (truth: string, { state, ...lasted }: Lasted): Wrong => ({
    truth,
    said: state,
    ...lasted,
    asks: asksUser(state) && !before.has(state),
  });
  const onTheWay = timeline
    .between(begun, reached)
    .filter(({ state }) => !before.has(state))
    .map((one) => wrongly(through[0] ?? requested[0]!, one));
  const afterwards = timeline
    .between(reached, ended)
    // Reports about an exited agent are not wrong.
    .filter(({ state }) => !requested.includes(state) && !requested.includes('exited'))
    .map((one) => wrongly(requested[0]!, one));
  return [...onTheWay, ...afterwards];
}

/** No prompt is lost or duplicated. */
function arrived({ prompts }: Step, { events }: Seen): readonly string[] {
  if (!prompts) return [];
  const come = events.filter(({ name }) => name === 'UserPromptSubmit').map(({ prompt = '' }) => prompt);
  const same = come.length === prompts.length && prompts.every((text, at) => arrivedAs(text, come[at]!));
  return same ? [] : [`expected the prompts ${brief(prompts)}, got ${brief(come)}`];
}

/** A turn never ends before its answer was sent. */
function premature(
  requested: readonly string[],
  { served, timeline, begun, events }: Seen,
): readonly string[] {
  const stop = events.findLast(({ name }) => name === 'Stop')?.at ?? Number.POSITIVE_INFINITY;
  // After a turn, versions request more, such as a suggestion for the next prompt.
  const last = served.findLast(({ askedAt }) => askedAt <= stop);
  const first = turnEnd(timeline, begun.at);
  if (!requested.includes('completed_turn') || requested.length > 1 || !last?.answeredAt || !first) return [];
  const early = last.answeredAt - first.wall;
  return early > clockSlackMs ? [`the end of the turn was seen ${Math.round(early)} ms too early`] : [];
}

/** The pieces of a turn make up its whole text, and it ends once. A queued prompt ends the turn before. */
function streamed(requested: readonly string[], { turns, state, events }: Seen): readonly string[] {
  const torn = turns.filter(({ joined, end }) => joined !== end['text']);
  // A step may interrupt the turn of an earlier step.
  const ends = turns.filter(({ end }) => !end['continued'] && !end['interrupted']);
  const over = requested.includes('completed_turn') && events.some(({ name }) => name === 'Stop');
  const { text, whole } = (state?.metadata['turn'] ?? {}) as { text?: string; whole?: boolean };
  const last = ends.at(-1);
  return [
    ...torn.map(
      ({ joined, end }) => `the events add up to ${brief([joined])}, not ${brief([String(end['text'])])}`,
    ),
    ...(over && ends.length !== 1
      ? [
          `the events tell ${ends.length} ends of a turn: ${brief(ends.map(({ end }) => String(end['text'])))}`,
        ]
      : []),
    ...(over && whole && last && last.end['text'] !== text
      ? [`the events tell ${brief([String(last.end['text'])])}, the screen ${brief([text ?? ''])}`]
      : []),
  ];
}

/** Compares the tools of the last turn that has ended. */
function called({ tools }: Step, { turns }: Seen): readonly string[] {
  const named = turns.at(-1)?.tools ?? [];
  if (!tools || tools.join() === named.join()) return [];
  return [`expected the events of the tools ${brief(tools)}, got ${brief(named)}`];
}

/** The first report. The end of the turn before may be reported again with other text. */
const turnEnd = ({ states }: Timeline, from: number) =>
  states.find(
    ({ state, at }, place) =>
      at > from && state === 'completed_turn' && states[place - 1]?.state !== 'completed_turn',
  );

function timesOf(requested: readonly string[], { timeline, events, begun }: Seen): Partial<StepPlayed> {
  const end = turnEnd(timeline, begun.at);
  if (!requested.includes('completed_turn') || !end) return {};
  const stop = events.findLast(({ name }) => name === 'Stop');
  return {
    turnEndMs: end.lagMs,
    turnEndShares: end.shares,
    ...(stop && { afterHookMs: end.wall - stop.at }),
  };
}

/** Tables may contain more than was expected. */
function lacking(path: string, expected: unknown, got: unknown): readonly string[] {
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length)
    return expected.flatMap((each, at) => lacking(`${path}.${at}`, each, got[at]));
  if (isTable(expected) && isTable(got))
    return Object.entries(expected).flatMap(([key, each]) => lacking(`${path}.${key}`, each, got[key]));
  if (Object.is(expected, got)) return [];
  return [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`];
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
