/** One thing that a selector means: where it stands, what it says, and the cell that a finger would be put on. */
import { type Fault, type FaultData, fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import type { Found } from '../matcher/matcher.ts';
import type { Place } from '../matcher/moment.ts';
import type { Redaction } from '../redact/redaction.ts';

/** What to do when several are meant. */
export const ambiguities = ['fail', 'first', 'last'] as const;
export type Ambiguity = (typeof ambiguities)[number];

export interface Target extends Place {
  /** The last cell of it. */
  readonly end: Place;
  /** The cell in its middle; of its first row, where it stands in several. */
  readonly cell: Place;
  readonly text: string;
}

export function targetOf({ view, start, end }: Found, redaction: Redaction): Target {
  const first = view.place!(start);
  const last = view.place!(end - 1);
  const col = last.row === first.row ? Math.floor((first.col + last.col) / 2) : first.col;
  return { ...first, end: last, cell: { row: first.row, col }, text: view.told(start, end, redaction) };
}

/** Undefined when nothing is meant. Raises Ambiguous where several are and none was asked for. */
export function choose(
  found: readonly Found[],
  ambiguity: Ambiguity,
  redaction: Redaction,
): Target | undefined {
  if (ambiguity === 'fail' && found.length > 1) refuseSeveral(found, redaction);
  const one = ambiguity === 'last' ? found.at(-1) : found[0];
  return one && targetOf(one, redaction);
}

function refuseSeveral(found: readonly Found[], redaction: Redaction): never {
  const candidates = found.slice(0, limits.ambiguousTold).map((one) => {
    const { row, col, text } = targetOf(one, redaction);
    return { row, col, text: text.slice(0, limits.nameChars) };
  });
  return raise(ambiguous({ path: 'selector', matched: found.length, candidates }));
}

/** The places are told as they stand in the data: who counts otherwise counts them there. */
export function ambiguous(data: FaultData<'Ambiguous'>): Fault {
  const { matched, candidates } = data;
  const places = candidates.map(({ row, col, text }) => `${JSON.stringify(text)} at ${row}:${col}`);
  const more = matched > candidates.length ? [`${matched - candidates.length} more`] : [];
  return fault.Ambiguous(
    data,
    `Ambiguous selector; matched ${matched} elements: ${[...places, ...more].join(', ')}`,
  );
}
