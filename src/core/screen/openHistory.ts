/** Half of a secret that stands before the cursor of the main screen: the rest of it may come when that is shown again. */
import { limits } from '../limits.ts';
import type { Redaction, RowSpan } from '../redact/redaction.ts';
import { columnsOf } from './rows.ts';
import type { Screen } from './screen.ts';

/** Where it stands, by the row of all that there are; nothing where less than `least` characters of it do. */
export function openInHistory(
  { emulator, scrollback }: Screen,
  { secrets }: Redaction,
  least = limits.restedSecretChars,
): ReadonlyMap<number, RowSpan> {
  const found = new Map<number, RowSpan>();
  if (!secrets) return found;
  const { ybase, y, x } = emulator.core.buffers.normal;
  const last = ybase + y;
  const columns = columnsOf(scrollback.line(last));
  const end = columns.findIndex((column) => column >= x);
  const texts = [scrollback.row(last).text.slice(0, end < 0 ? undefined : end)];
  for (let row = last; row > 0 && scrollback.row(row).wrapped; row--)
    texts.unshift(scrollback.row(row - 1).text);
  const line = texts.join('');
  let left = line.length - secrets.open(line);
  if (left < least) return found;
  for (let at = texts.length - 1; left > 0; at--) {
    const { length } = texts[at]!;
    const start = Math.max(0, length - left);
    left -= length - start;
    found.set(last - (texts.length - 1 - at), { start, end: length, continued: left > 0 });
  }
  return found;
}
