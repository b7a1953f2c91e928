/** Formats a measured row as text. */
import type { Judged, Measured } from './measure.ts';
import { ratioText } from './row.ts';

export function formatMeasured({ row, judged }: Measured): string {
  return [`${row.name}: ${row.what}`, ...judged.map(line), ''].join('\n');
}

function line(judged: Judged): string {
  const { what, ours, theirs, our, their, unit, bar } = judged;
  const left = `${short(our)} ${unit}`;
  const right = theirs
    ? `${theirs.of}${theirs.figure === ours.figure ? '' : ` ${theirs.figure}`} ${short(their!)} ${unit}`
    : '';
  return `  ${what.padEnd(34)} ${left.padStart(14)}  ${right.padEnd(44)} ${ratio(judged).padStart(8)}  ${bar.text.padEnd(9)} ${verdict(judged)}`;
}

function ratio({ bar, value, theirs }: Judged): string {
  if (!theirs || !Number.isFinite(value)) return '';
  return bar.form === 'difference' ? `${value < 0 ? '' : '+'}${short(value)}` : ratioText(value);
}

function verdict({ met, reason, bar }: Judged): string {
  if (met === undefined) return `not measured: ${reason}`;
  if (bar.text === 'written') return '';
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

export function summary(all: readonly Measured[]): string {
  const judged = all.flatMap(({ judged }) => judged).filter(({ bar }) => bar.text !== 'written');
  const count = (met: boolean | undefined) => judged.filter((one) => one.met === met).length;
  return `bars met ${count(true)}, missed ${count(false)}, not measured ${count(undefined)}\n`;
}
