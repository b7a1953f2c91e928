import type { Redaction, Span } from '../redact/redaction.ts';
import { maskText, type Secret } from './mask.ts';
import { joinRows } from './rows.ts';
import type { Screen } from './screen.ts';
import { findSecrets } from './secrets.ts';
import { hidingRested } from './unfinished.ts';

/**
 * A screen as it may be told. Worked out once for each version of its content, each place of the cursor and each
 * redaction.
 */
export interface Masked {
  readonly secrets: readonly (readonly Secret[])[] | null;
  readonly texts: readonly string[];
  readonly text: string;
}

const worked = new WeakMap<Screen, { readonly version: string; readonly by: WeakMap<Redaction, Masked> }>();

export function masked(screen: Screen, redaction: Redaction): Masked {
  const { row, col } = screen.cursor;
  const version = `${screen.contentVersion} ${row} ${col}`;
  let kept = worked.get(screen);
  if (kept?.version !== version) {
    kept = { version, by: new WeakMap() };
    worked.set(screen, kept);
  }
  let result = kept.by.get(redaction);
  if (!result) {
    result = mask(screen, redaction);
    kept.by.set(redaction, result);
  }
  return result;
}

function mask(screen: Screen, redaction: Redaction): Masked {
  const rows = screen.rows();
  const above = screen.alternateScreen ? 0 : screen.scrollback.length;
  const secrets = findSecrets(
    {
      first: above,
      count: rows.length,
      before: above,
      behind: 0,
      row: (index) => (index < above ? screen.scrollback.row(index) : rows[index - above]!),
    },
    hidingRested(screen, redaction) ?? redaction,
  );
  if (secrets === null) return { secrets, texts: rows.map(({ text }) => text), text: screen.text() };
  const texts = rows.map(({ text }, row) =>
    secrets[row]!.length === 0
      ? text
      : maskText(screen.line(row), text, secrets[row]!, redaction.replacement),
  );
  return { secrets, texts, text: joinRows(texts) };
}

/** What may be told of a stretch of `screen.text()`: a secret that it touches is replaced whole. */
export function maskedSlice(screen: Screen, redaction: Redaction, start: number, end: number): string {
  const { secrets } = masked(screen, redaction);
  if (secrets === null) return screen.text().slice(start, end);
  const told: string[] = [];
  let offset = 0;
  let replacing = false;
  for (const [row, { text }] of screen.rows().entries()) {
    if (offset <= end && offset + text.length >= start) {
      const part = { start: Math.max(0, start - offset), end: Math.min(text.length, end - offset) };
      const slice = sliceRow(text, secrets[row]!, part, redaction.replacement, replacing);
      told.push(slice.told);
      replacing = slice.replacing;
    }
    offset += text.length + 1;
  }
  return told.join('\n');
}

/** `replacing`: the secret that stands last so far has been replaced; what continues it needs no other replacement. */
function sliceRow(
  text: string,
  secrets: readonly Secret[],
  { start, end }: Span,
  replacement: string,
  replacing: boolean,
): { readonly told: string; readonly replacing: boolean } {
  let told = '';
  let at = start;
  let replaced = replacing;
  for (const secret of secrets) {
    const touched = secret.end > at && secret.start < end;
    if (touched) {
      told += text.slice(at, Math.max(at, secret.start));
      if (!(secret.continued && replaced)) told += replacement;
      at = secret.end;
    }
    replaced = touched;
  }
  return { told: told + text.slice(at, Math.max(at, end)), replacing: replaced };
}
