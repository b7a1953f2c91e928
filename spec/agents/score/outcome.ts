/** The combined outcome of all runs. */
import type { Played } from './step.ts';

export interface Outcome {
  /** Versions that could not be installed, with the reason. */
  readonly absent: Readonly<Record<string, string>>;
  readonly played: readonly Played[];
}

export const failed = (played: Played): boolean =>
  failedForCertain(played) || played.steps.some(({ late }) => late.length > 0);

/** Failed, and not by the time that something took. */
export const failedForCertain = ({ file, ...played }: Played): boolean =>
  broken(played) || (file?.failures.length ?? 0) > 0;

/** The run did not reach its end. */
export const broken = ({ steps, problem }: Pick<Played, 'steps' | 'problem'>): boolean =>
  problem !== undefined || steps.some(({ failures }) => failures.length > 0);

/** If a run was repeated, the later one counts. */
export function merged(outcomes: readonly Outcome[]): Outcome {
  const nameOf = ({ agent, version, scenario, variant }: Played) =>
    `${agent} ${version} ${scenario} ${variant}`;
  const played = new Map(outcomes.flatMap((one) => one.played).map((one) => [nameOf(one), one]));
  const absent = Object.assign({}, ...outcomes.map((one) => one.absent)) as Outcome['absent'];
  return { absent, played: [...played.values()] };
}

/** Names a version, and its agent unless that is Claude Code, with which the reports began. */
export const programOf = ({ agent, version }: Pick<Played, 'agent' | 'version'>) =>
  agent === 'claude-code' ? version : `${agent} ${version}`;

/** Confusion matrix by true state: how often each state was reported. */
export type Confusion = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function confusionOf(played: readonly Played[]): Confusion {
  const table = new Map<string, Map<string, number>>();
  const count = (truth: string, said: string) => {
    const row = table.get(truth) ?? new Map<string, number>();
    table.set(truth, row.set(said, (row.get(said) ?? 0) + 1));
  };
  for (const { steps } of played)
    for (const { truth, said, wrong } of steps) {
      count(truth, said);
      for (const one of wrong) count(one.truth, one.said);
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
