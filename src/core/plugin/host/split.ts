/** Cuts a screen in body and status: interfaces keep what they tell about themselves at the bottom. */
import { limits } from '../../limits.ts';

export interface Split {
  readonly body: readonly string[];
  readonly status: readonly string[];
}

/** Blank rows at the end do not count. A screen of few rows, up to twice the status, is all body. */
export function splitRows(rows: readonly string[], statusRows: number = limits.statusRows): Split {
  const text = rows.slice(0, rows.findLastIndex((row) => row !== '') + 1);
  const cut = text.length <= 2 * statusRows ? text.length : text.length - Math.max(statusRows, 0);
  return { body: text.slice(0, cut), status: text.slice(cut) };
}
