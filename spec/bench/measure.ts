/** Runs a row: sets up its contenders, runs them in rounds, and judges the results. */
import type { Bench } from './bench.ts';
import { missing, type Need } from './needs.ts';
import { holdOnOneCore } from './oneCore.ts';
import type { Comparison, Contender, Row, Side, Subject } from './row.ts';
import { quantile, shuffled } from './statistics.ts';

export interface Judged extends Comparison {
  readonly our: number;
  readonly their: number | undefined;
  readonly value: number;
  /** Undefined when it could not be measured. `reason` says why. */
  readonly met: boolean | undefined;
  readonly reason?: string;
}

export interface Measured {
  readonly row: Row;
  readonly judged: readonly Judged[];
  /** The value of each round, by contender and figure. */
  readonly rounds: Readonly<Record<string, readonly number[]>>;
}

export async function measure(row: Row, bench: Bench): Promise<Measured> {
  const absent = new Map<string, readonly Need[]>();
  const open = new Map<string, Subject>();
  const letGo = row.oneCore ? holdOnOneCore() : () => {};
  try {
    for (const contender of row.contenders) await setUp(contender, bench, absent, open);
    const rounds = await play(row, bench, open);
    const judged = row.comparisons.map((comparison) => judge(comparison, rounds, absent));
    return { row, judged, rounds: Object.fromEntries(rounds) };
  } finally {
    for (const subject of open.values()) await subject.close?.();
    letGo();
  }
}

async function setUp(
  contender: Contender,
  bench: Bench,
  absent: Map<string, readonly Need[]>,
  open: Map<string, Subject>,
): Promise<void> {
  const lacks = missing(contender.needs);
  if (lacks.length > 0) absent.set(contender.name, lacks);
  else open.set(contender.name, await contender.open(bench));
}

type Rounds = Map<string, number[]>;

async function play(row: Row, bench: Bench, open: ReadonlyMap<string, Subject>): Promise<Rounds> {
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

function judge(comparison: Comparison, rounds: Rounds, absent: ReadonlyMap<string, readonly Need[]>): Judged {
  const { ours, theirs, bar, quantile: part = 0.5 } = comparison;
  const figure = (side: Side) => quantile(rounds.get(keyOf(side)) ?? [], part);
  const our = figure(ours);
  const their = theirs && figure(theirs);
  const value = compared(bar.form, our, their);
  const lacking = [ours, theirs].flatMap((side) => (side && absent.get(side.of)) ?? []);
  if (lacking.length > 0) {
    return {
      ...comparison,
      our,
      their,
      value,
      met: undefined,
      reason: `${lacking.join(', ')} not installed`,
    };
  }
  return { ...comparison, our, their, value, met: bar.form === 'none' || bar.meets(value) };
}

function compared(form: Comparison['bar']['form'], our: number, their: number | undefined): number {
  if (form === 'figure' || form === 'none' || their === undefined) return our;
  return form === 'difference' ? our - their : our / their;
}
