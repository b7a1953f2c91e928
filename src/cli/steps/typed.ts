/** What is typed: a text that stands in the file, or one that only the environment has. */
import { fault, raise } from '../../core/faults.ts';
import { actions } from '../../core/input/index.ts';
import { z } from '../../platform/schema.ts';

export const Typed = z
  .union([
    actions.text.value,
    z.strictObject({
      env: z.string().min(1).describe('A variable whose value is typed, and hidden everywhere.'),
    }),
  ])
  .describe('A text, or the variable that has it.');
export type Typed = z.output<typeof Typed>;

/** Raises Invalid where there is no such variable. */
export function textOf(typed: Typed): string {
  if (typeof typed === 'string') return typed;
  const value = process.env[typed.env];
  const reason = `the environment has no ${typed.env}`;
  return value || raise(fault.Invalid({ path: '', reason }, reason));
}

/** What must not be told: whoever takes a text from the environment has a reason not to write it down. */
export const secretsIn = (typed: Typed): readonly string[] =>
  typeof typed === 'string' ? [] : wholeAndLines(textOf(typed));

/** A program shows a text of several lines line by line. */
const wholeAndLines = (text: string): readonly string[] => [
  text,
  ...text.split(/[\r\n]+/).filter((line) => line.length >= tellingChars),
];

/** A shorter line is a bracket or a word of everybody's, and would be hidden everywhere. */
const tellingChars = 4;
