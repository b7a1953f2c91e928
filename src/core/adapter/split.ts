/** A screen cut into body and status: rows at the bottom that tell of the program rather than of its work. */
import { limits } from '../limits.ts';
import { joinRows } from '../screen/rows.ts';

export interface Split {
  readonly body_text: string;
  readonly status_text: string;
}

/** A screen that would be half status is all body. */
export function splitRows(rows: readonly string[], statusRows = limits.statusRows): Split {
  const status = rows.length <= 2 * limits.statusRows ? 0 : Math.min(statusRows, rows.length);
  const cut = rows.length - status;
  return { body_text: joinRows(rows.slice(0, cut)), status_text: joinRows(rows.slice(cut)) };
}
