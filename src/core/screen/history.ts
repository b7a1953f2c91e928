/** The main screen with all that has scrolled off it, the oldest row first, as runs and as it may be told. */
import type { Redaction } from '../redact/redaction.ts';
import { mergeRowSpans } from '../redact/spans.ts';
import type { Run } from './cells.ts';
import { maskCells } from './mask.ts';
import { openInHistory } from './openHistory.ts';
import { runsOf } from './runs.ts';
import type { Screen } from './screen.ts';
import { findSecrets } from './secrets.ts';
import { redactedLinks } from './snapshot.ts';

export interface HistoryRead {
  /** The first row, from 0. */
  readonly start: number;
  readonly count: number;
  readonly redaction: Redaction;
  /** How much of what may become a secret is hidden. */
  readonly least?: number;
}

export function readHistory(screen: Screen, { start, count, redaction, least }: HistoryRead) {
  const { scrollback } = screen;
  const total = scrollback.length + scrollback.behind;
  const first = Math.min(start, total);
  const last = Math.min(total, first + count);
  if (first === last) return { rows: [], start: first, total };
  const secrets = findSecrets(
    {
      first,
      count: last - first,
      before: first,
      behind: total - last,
      row: (index) => scrollback.row(index),
    },
    redaction,
  );
  const open = openInHistory(screen, redaction, least);
  const linkTo = redactedLinks(screen, redaction);
  const rows = Array.from({ length: last - first }, (_, at): Run[] => {
    const line = scrollback.line(first + at);
    const half = open.get(first + at);
    const whole = secrets?.[at] ?? [];
    const found = half ? mergeRowSpans([...whole, half], line.isWrapped) : whole;
    const mask = found.length > 0 ? maskCells(line, found, redaction.replacement) : undefined;
    return runsOf(line, mask, 0, line.length, linkTo);
  });
  return { rows, start: first, total };
}
