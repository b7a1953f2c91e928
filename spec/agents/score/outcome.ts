/** The combined outcome of all runs. */
import type { RunResult } from './step.ts';

export interface Outcome {
  /** Versions that could not be installed, with the reason. */
  readonly absent: Readonly<Record<string, string>>;
  readonly results: readonly RunResult[];
}

export const failed = (played: RunResult): boolean =>
  failedOnContent(played) || played.steps.some(({ late }) => late.length > 0);

/** Whether the run failed for another reason than its timing. */
export const failedOnContent = ({ file, ...played }: RunResult): boolean =>
  incomplete(played) || (file?.failures.length ?? 0) > 0;

/** Whether the run did not reach its end. */
export const incomplete = ({ steps, problem }: Pick<RunResult, 'steps' | 'problem'>): boolean =>
  problem !== undefined || steps.some(({ failures }) => failures.length > 0);

/** Merges outcomes. The last one of repeated runs counts. */
export function mergeOutcomes(outcomes: readonly Outcome[]): Outcome {
  const nameOf = ({ agent, version, scenario, variant }: RunResult) =>
    `${agent} ${version} ${scenario} ${variant}`;
  const played = new Map(outcomes.flatMap((one) => one.results).map((one) => [nameOf(one), one]));
  const absent = Object.assign({}, ...outcomes.map((one) => one.absent)) as Outcome['absent'];
  return { absent, results: [...played.values()] };
}

/** Returns the agent and its version. The tables of Claude Code omit the name of the agent. */
export const programOf = ({ agent, version }: Pick<RunResult, 'agent' | 'version'>) =>
  agent === 'claude-code' ? version : `${agent} ${version}`;

/** Confusion matrix: how often each state was reported, by expected state. */
export type Confusion = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function confusionOf(played: readonly RunResult[]): Confusion {
  const table = new Map<string, Map<string, number>>();
  const count = (expected: string, reported: string) => {
    const row = table.get(expected) ?? new Map<string, number>();
    table.set(expected, row.set(reported, (row.get(reported) ?? 0) + 1));
  };
  for (const { steps } of played)
    for (const { expected, reported, wrong } of steps) {
      count(expected, reported);
      for (const one of wrong) count(one.expected, one.reported);
    }
  return table;
}

export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly worst: number;
}

export function spreadOf(numbers: readonly number[]): Spread | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  if (sorted.length === 0) return undefined;
  return { count: sorted.length, median: sorted[Math.floor(sorted.length / 2)]!, worst: sorted.at(-1)! };
}
