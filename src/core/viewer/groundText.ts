/** What a person's terminal is told of the colours behind and under everything. */
import type { GroundColors } from '../layer/colored.ts';

const numbers = { foreground: 10, background: 11, cursor: 12 } as const;
const names = Object.keys(numbers) as readonly (keyof GroundColors)[];

/** Those that changed; all of them if it is not known what was before. */
export const groundText = (before: GroundColors | undefined, after: GroundColors | undefined): string =>
  after === undefined
    ? ''
    : names.map((name) => (before && before[name] === after[name] ? '' : textOf(name, after[name]))).join('');

const textOf = (name: keyof GroundColors, color: string | undefined): string =>
  color === undefined ? `\x1b]1${numbers[name]}\x1b\\` : `\x1b]${numbers[name]};${color}\x1b\\`;
