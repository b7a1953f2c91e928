import { limits } from '../limits.ts';
import type { Redaction, RowSpan, RowText } from '../redact/redaction.ts';
import type { Secret } from './mask.ts';

/** Rows that may be looked at, of which some are shown. */
export interface Shown {
  readonly first: number;
  readonly count: number;
  /** Rows that exist before and behind them. */
  readonly before: number;
  readonly behind: number;
  row(index: number): RowText;
}

/**
 * Where secrets stand on the shown rows, by row. Rows beyond them on both sides are looked at too, as far as a
 * secret could reach: half a key at the top of the screen is still a secret. Null when there is none.
 */
export function findSecrets(shown: Shown, redaction: Redaction): readonly (readonly Secret[])[] | null {
  const { first, count } = shown;
  const above = contextRows(shown, -1).reverse();
  const inside = Array.from({ length: count }, (_, at) => shown.row(first + at));
  const rows = [...above, ...inside, ...contextRows(shown, 1)];
  const spans = redaction.rows(rows).slice(above.length, above.length + count);
  if (spans.every((row) => row.length === 0)) return null;
  return fromFirstShown(spans);
}

/**
 * Goes on while a secret could: through rows that run into one another, then through the body of a key, then as
 * many lines more as a key may have of headers. On a narrow screen a line of a key is many rows.
 */
function contextRows({ first, count, before, behind, row }: Shown, step: 1 | -1): RowText[] {
  const most = step < 0 ? before : behind;
  const edge = step < 0 ? first : first + count - 1;
  const taken: RowText[] = [];
  if (most === 0) return taken;
  let near = row(edge);
  let line = near.text;
  let chars = 0;
  let plain = 0;
  let inKey = keyBody.test(line);
  while (taken.length < most && plain < headerLines && isNear(taken.length, chars, inKey)) {
    const far = row(edge + step * (taken.length + 1));
    const [upper, lower] = step < 0 ? [far, near] : [near, far];
    const joined = lower.wrapped || upper.full;
    line = joined ? lengthen(line, far.text, step) : far.text;
    inKey = keyBody.test(line);
    plain = inKey ? 0 : plain + (joined ? 0 : 1);
    chars += far.text.length;
    taken.push(far);
    near = far;
  }
  return taken;
}

/** A key may be longer than anything else that is a secret. */
const isNear = (rows: number, chars: number, inKey: boolean) =>
  inKey ? chars < limits.blockChars : rows < limits.contextRows && chars < limits.contextChars;

/** Only its far end, which is enough to know the body of a key by. */
const lengthen = (line: string, text: string, step: 1 | -1) =>
  step < 0 ? (text + line).slice(0, telling) : (line + text).slice(-telling);

const headerLines = 8;
const keyBody = /[A-Za-z0-9+/=]{32}/;
const telling = 256;

/** What began above the shown rows begins on the first of them, as nothing stands for it yet. */
function fromFirstShown(rows: readonly (readonly RowSpan[])[]): readonly (readonly Secret[])[] {
  let begun = false;
  return rows.map((row) =>
    row.map(({ start, end, continued }) => {
      const secret = { start, end, continued: continued && begun };
      begun = true;
      return secret;
    }),
  );
}
