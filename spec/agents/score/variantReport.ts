/** Formats the results of the variants by version, and of the long scenarios. */
import { agents } from '../agents.ts';
import { byNumber } from '../program/install.ts';
import { variantNames } from '../scenarios/variants.ts';
import { failed, type Outcome, programOf } from './outcome.ts';
import { failuresIn, failuresOf, table } from './report.ts';
import type { RunResult } from './step.ts';

const long = new Set(
  agents.flatMap(({ scenarios }) => scenarios.flatMap((one) => (one.long ? [one.name] : []))),
);

const rightOf = (runs: readonly RunResult[]) => {
  const right = runs.filter((one) => !failed(one)).length;
  return runs.length === 0 ? '' : `${right} of ${runs.length}`;
};

export function variantReport({ results }: Outcome): string {
  const short = results.filter(({ scenario }) => !long.has(scenario));
  const programs = [...new Map(short.map((one) => [programOf(one), one])).entries()].sort(
    ([, one], [, other]) => one.agent.localeCompare(other.agent) || byNumber(one.version, other.version),
  );
  const names = variantNames.filter((name) => short.some(({ variant }) => variant === name));
  const rows = programs.map(([program]) => [
    program,
    ...names.map((name) =>
      rightOf(short.filter((one) => programOf(one) === program && one.variant === name)),
    ),
  ]);
  const scenariosOf = [...new Set(short.map(({ scenario }) => scenario))].map((name) => `\`${name}\``);
  return [
    `${scenariosOf.join(', ')}, in each variant below. Features that a version lacks are left out.`,
    '',
    table(['version', ...names], rows),
    ...longRuns(results.filter(({ scenario }) => long.has(scenario))),
    ...failuresOf(results),
    '',
  ].join('\n');
}

/** How many prompts were sent in sequence, and how many of them are in the session file. */
function longRuns(runs: readonly RunResult[]): readonly string[] {
  const rows = runs.map((one) => [
    one.scenario,
    one.version,
    String(one.steps.length),
    String(one.file?.checks.prompts ?? 0),
    String(one.steps.filter((step) => failuresIn(step).length > 0).length + (one.file?.failures.length ?? 0)),
    failed(one) ? 'no' : 'yes',
  ]);
  if (rows.length === 0) return [];
  return [
    '',
    table(['scenario', 'version', 'steps', 'prompts, each once in its file', 'wrong', 'right'], rows),
  ];
}
