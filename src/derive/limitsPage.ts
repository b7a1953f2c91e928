/** The table of limits, with the reason for each. */
import { type LimitName, limitReasons, limits } from '../core/limits.ts';
import { code, notice, page, table } from './markdown.ts';

const opening = `Every bound of ptywright. A name that ends in Bytes counts bytes before decoding, one in Chars counts UTF-16 units, one in Ms
milliseconds. What goes over one is refused by name, cut, or pushed back on, and never grows without an end.`;

export const limitsPage = (): string =>
  page(
    '# Limits',
    notice('src/core/limits.ts'),
    opening,
    table(['limit', 'value', 'what it bounds'], (Object.keys(limits) as LimitName[]).map(row)),
  );

const row = (name: LimitName) => [code(name), inWords(name, limits[name]), limitReasons[name]];

const KiB = 1024;
const MiB = KiB * KiB;

function inWords(name: string, value: number): string {
  if (!/(?:Bytes|Chars)$/.test(name) || value % KiB !== 0) return String(value);
  return value % MiB === 0 ? `${value / MiB} Mi` : `${value / KiB} Ki`;
}
