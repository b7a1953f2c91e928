/** Formats a measured row as text. */
import type { MeasuredRow, Result } from './measure.ts';
import { ratioText } from './row.ts';

export function formatMeasured({ row, results }: MeasuredRow): string {
  return [`${row.name}: ${row.what}`, ...results.map(line), ''].join('\n');
}

function line(result: Result): string {
  const { what, ours, theirs, our, their, unit, limit } = result;
  const left = `${short(our)} ${unit}`;
  const right = theirs
    ? `${theirs.of}${theirs.figure === ours.figure ? '' : ` ${theirs.figure}`} ${short(their!)} ${unit}`
    : '';
  return `  ${what.padEnd(34)} ${left.padStart(14)}  ${right.padEnd(44)} ${ratio(result).padStart(8)}  ${limit.text.padEnd(9)} ${verdict(result)}`;
}

function ratio({ limit, value, theirs }: Result): string {
  if (!theirs || !Number.isFinite(value)) return '';
  return limit.form === 'difference' ? `${value < 0 ? '' : '+'}${short(value)}` : ratioText(value);
}

function verdict({ met, reason, limit }: Result): string {
  if (met === undefined) return `not measured: ${reason}`;
  if (limit.text === 'reported') return '';
  return met ? 'pass' : 'FAIL';
}

const short = (value: number): string => {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  return size >= 1000
    ? Math.round(value).toLocaleString('en')
    : size >= 100
      ? value.toFixed(0)
      : size >= 10
        ? value.toFixed(1)
        : value.toFixed(2);
};

export function summary(all: readonly MeasuredRow[]): string {
  const checked = all.flatMap(({ results }) => results).filter(({ limit }) => limit.text !== 'reported');
  const count = (met: boolean | undefined) => checked.filter((one) => one.met === met).length;
  return `limits met ${count(true)}, missed ${count(false)}, not measured ${count(undefined)}\n`;
}
