/** Runs a row: sets up its contenders, runs them in rounds, and compares the results with the limits. */
import type { Bench } from './bench.ts';
import { missing, type Need } from './needs.ts';
import { pinToOneCore } from './oneCore.ts';
import type { Comparison, Contender, Row, Side, Subject } from './row.ts';
import { quantile, shuffled } from './statistics.ts';

export interface Result extends Comparison {
  readonly our: number;
  readonly their: number | undefined;
  readonly value: number;
  /** Undefined if it could not be measured, for the reason in `reason`. */
  readonly met: boolean | undefined;
  readonly reason?: string;
}

export interface MeasuredRow {
  readonly row: Row;
  readonly results: readonly Result[];
  /** The value of each round, by contender and figure. */
  readonly rounds: Readonly<Record<string, readonly number[]>>;
}

export async function measure(row: Row, bench: Bench): Promise<MeasuredRow> {
  const absent = new Map<string, readonly Need[]>();
  const open = new Map<string, Subject>();
  const release = row.oneCore ? pinToOneCore() : () => {};
  try {
    for (const contender of row.contenders) await setUp(contender, bench, absent, open);
    const rounds = await runRounds(row, bench, open);
    const results = row.comparisons.map((comparison) => checkComparison(comparison, rounds, absent));
    return { row, results, rounds: Object.fromEntries(rounds) };
  } finally {
    for (const subject of open.values()) await subject.close?.();
    release();
  }
}

async function setUp(
  contender: Contender,
  bench: Bench,
  absent: Map<string, readonly Need[]>,
  open: Map<string, Subject>,
): Promise<void> {
  const missingPrograms = missing(contender.needs);
  if (missingPrograms.length > 0) absent.set(contender.name, missingPrograms);
  else open.set(contender.name, await contender.open(bench));
}

type Rounds = Map<string, number[]>;

async function runRounds(row: Row, bench: Bench, open: ReadonlyMap<string, Subject>): Promise<Rounds> {
  const rounds: Rounds = new Map();
  const count = bench.quick ? Math.ceil(row.rounds / 3) : row.rounds;
  for (let round = 0; round < count; round++) {
    for (const [name, subject] of shuffled([...open], bench.random)) {
      for (const [figure, value] of Object.entries(await subject.round())) {
        const key = keyOf({ of: name, figure });
        rounds.set(key, [...(rounds.get(key) ?? []), value]);
      }
    }
  }
  return rounds;
}

const keyOf = ({ of, figure }: Side) => `${of}: ${figure}`;

function checkComparison(
  comparison: Comparison,
  rounds: Rounds,
  absent: ReadonlyMap<string, readonly Need[]>,
): Result {
  const { ours, theirs, limit, quantile: part = 0.5 } = comparison;
  const figure = (side: Side) => quantile(rounds.get(keyOf(side)) ?? [], part);
  const our = figure(ours);
  const their = theirs && figure(theirs);
  const value = compareFigures(limit.form, our, their);
  const missingPrograms = [ours, theirs].flatMap((side) => (side && absent.get(side.of)) ?? []);
  if (missingPrograms.length > 0) {
    return {
      ...comparison,
      our,
      their,
      value,
      met: undefined,
      reason: `${missingPrograms.join(', ')} not installed`,
    };
  }
  return { ...comparison, our, their, value, met: limit.form === 'none' || limit.meets(value) };
}

function compareFigures(form: Comparison['limit']['form'], our: number, their: number | undefined): number {
  if (form === 'figure' || form === 'none' || their === undefined) return our;
  return form === 'difference' ? our - their : our / their;
}
