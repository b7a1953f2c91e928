/** Formats the outcome as text: passed scenarios per version, confused states, and the delay of the ends of turns. */
import { byNumber } from '../program/install.ts';
import {
  type Confusion,
  confusionOf,
  failed,
  incomplete,
  type Outcome,
  programOf,
  spreadOf,
} from './outcome.ts';
import type { Checks } from './sessionFileScore.ts';
import type { RunResult, StepResult } from './step.ts';

const nameOf = ({ scenario, variant }: RunResult) =>
  variant === 'plain' ? scenario : `${scenario}@${variant}`;

/** Each kind of tables has separate markers on the page. */
export const tableKinds = ['all', 'variants', 'forgeries'] as const;
export type TableKind = (typeof tableKinds)[number];

/** Returns the page with updated tables. Without the two markers, the tables are appended. */
export function withTables(page: string, tables: string, kind: TableKind): string {
  const name = `npm run agents${kind === 'all' ? '' : `: ${kind}`}`;
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  const whole = `${begin}\n${tables.trim()}\n${end}`;
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n${whole}\n`;
  return page.slice(0, from) + whole + page.slice(to + end.length);
}

/** A delay that a person does not notice. */
const unnoticedMs = 50;

export const failuresIn = ({ failures, late }: StepResult) => [...failures, ...late];

/** One line per run, printed while others still run. */
export function summaryLine(played: RunResult): string {
  const { steps, problem, leftovers, file } = played;
  const verdict = failed(played) ? 'FAILED' : 'passed';
  const why = problem ? [problem] : [...steps.flatMap(failuresIn), ...(file?.failures ?? [])];
  const at = incomplete(played) ? ` (step ${steps.length})` : '';
  const checked = file ? `, ${sumOf(file.checks)} checks against the session file` : '';
  const late = steps.flatMap((step) => ((step.turnEndMs ?? 0) > unnoticedMs ? [lateText(step)] : []));
  const rest = leftovers.length > 0 ? [`killed processes that it left running: ${leftovers.join(', ')}`] : [];
  return [`${verdict} ${programOf(played)} ${nameOf(played)}${at}${checked}`, ...why, ...late, ...rest].join(
    '\n    ',
  );
}

function lateText({ turnEndMs = 0, turnEndShares }: StepResult): string {
  const received = `the end of a turn was reported ${ms(turnEndMs)} after its screen`;
  if (!turnEndShares) return received;
  const { ranMs, waitedMs } = turnEndShares;
  return `${received}: ${ms(ranMs)} of work, ${ms(waitedMs)} of waiting for a CPU`;
}

const byVersion = (played: readonly RunResult[]) =>
  played
    .filter((one, at) => played.findIndex((other) => programOf(other) === programOf(one)) === at)
    .toSorted((one, other) => one.agent.localeCompare(other.agent) || byNumber(one.version, other.version))
    .map(programOf)
    .map((program) => [program, played.filter((one) => programOf(one) === program)] as const);

export function report({ absent, results }: Outcome): string {
  const rows = byVersion(results);
  return [
    summary(rows),
    ...Object.entries(absent).map(([version, why]) => `\nNot run: ${version} (${why}).`),
    ...failuresOf(results),
    ...(results.some(({ file }) => file) ? [`\n### The session file\n`, fileTable(rows)] : []),
    `\n### Scenarios\n`,
    scenarioTable(results),
    ...rows.flatMap(([version, runs]) => [`\n### ${version}\n`, confusionTable(confusionOf(runs))]),
    '',
  ].join('\n');
}

/** Which scenarios passed, without the other tables. */
export const forgeryReport = ({ results }: Outcome): string =>
  [summary(byVersion(results)), ...failuresOf(results), '', scenarioTable(results), ''].join('\n');

function summary(rows: readonly (readonly [string, readonly RunResult[]])[]): string {
  return table(
    [
      'version',
      'runs',
      'steps',
      'wrong steps',
      'longest wrong state',
      "turn's end seen after (median, worst)",
      'work in it (median, worst)',
      'load',
    ],
    rows.map(([version, played]) => {
      const steps = played.flatMap((one) => one.steps);
      const wrong = steps.flatMap((step) => step.wrong.map(({ ms }) => ms));
      const ends = spreadOf(steps.flatMap(({ turnEndMs }) => turnEndMs ?? []));
      const work = spreadOf(steps.flatMap(({ turnEndShares }) => turnEndShares?.ranMs ?? []));
      const load = spreadOf(played.flatMap((one) => one.load ?? []));
      return [
        version,
        `${played.filter((one) => !failed(one)).length} of ${played.length}`,
        String(steps.length),
        String(steps.filter((step) => failuresIn(step).length > 0).length),
        wrong.length > 0 ? ms(Math.max(...wrong)) : 'none',
        ends ? `${ms(ends.median)}, ${ms(ends.worst)} (${ends.count} turns)` : 'none',
        work ? `${ms(work.median)}, ${ms(work.worst)}` : 'not measured',
        load ? `${load.median.toFixed(1)} to ${load.worst.toFixed(1)}` : 'not measured',
      ];
    }),
  );
}

const sumOf = (claims: Checks) => Object.values(claims).reduce((sum, count) => sum + count, 0);

const checkKinds: readonly (keyof Checks)[] = ['prompts', 'turns', 'texts', 'tools', 'interruptions'];

/** The number of comparisons with the session file, and how many of them failed. */
function fileTable(rows: readonly (readonly [string, readonly RunResult[]])[]): string {
  return table(
    ['version', 'runs', ...checkKinds, 'wrong', 'runs without any'],
    rows.map(([version, played]) => {
      const files = played.flatMap(({ file }) => file ?? []);
      const counts = checkKinds.map((kind) => files.reduce((sum, { checks }) => sum + checks[kind], 0));
      const wrong = files.flatMap(({ failures }) => failures).length;
      const without = files.filter(({ checks }) => sumOf(checks) === 0).length;
      return [version, files.length, ...counts, wrong, without].map(String);
    }),
  );
}

const ms = (span: number) => `${Math.round(span)} ms`;

export const failuresOf = (played: readonly RunResult[]) =>
  played.filter(failed).map((one) => `\n\`\`\`\n${summaryLine(one)}\n\`\`\``);

/** How many variants of a scenario passed, in each version that has the feature. */
function scenarioTable(played: readonly RunResult[]): string {
  const rows = byVersion(played);
  const names = [...new Set(played.map(({ scenario }) => scenario))];
  const cell = (runs: readonly RunResult[]) => {
    const passed = runs.filter((one) => !failed(one)).length;
    if (runs.length === 0) return '';
    return passed === runs.length ? String(passed) : `${passed} of ${runs.length}`;
  };
  return table(
    ['scenario', ...rows.map(([version]) => version)],
    names.map((name) => [name, ...rows.map(([, runs]) => cell(runs.filter((one) => one.scenario === name)))]),
  );
}

/** Rows are the expected states, columns the reported ones. */
function confusionTable(confusion: Confusion): string {
  const expectedStates = [...confusion.keys()].sort();
  const reportedStates = [...new Set([...confusion.values()].flatMap((row) => [...row.keys()]))].sort();
  return table(
    ['expected \\ reported', ...reportedStates],
    expectedStates.map((expected) => [
      expected,
      ...reportedStates.map((state) =>
        String(confusion.get(expected)!.get(state) ?? (expected === state ? '0' : '')),
      ),
    ]),
  );
}

export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
