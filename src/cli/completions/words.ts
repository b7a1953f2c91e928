/** What every shell is told, whatever its language. */
import type { AnyCommand, Operands, Option } from '../command.ts';
import { vocabularies } from '../declared.ts';

export interface Completed {
  readonly name: string;
  readonly option: Option;
}

/** What may be typed for a command, without what is hidden. */
export const optionsOf = ({ options }: AnyCommand): readonly Completed[] => [
  ...Object.entries(options as Readonly<Record<string, Option>>)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, option]) => ({ name, option })),
  { name: 'help', option: { kind: 'flag', summary: 'Print this page.' } },
];

/** What stands after an option: words, files, directories, or something that no shell can guess. */
export type Value = readonly string[] | 'file' | 'directory' | 'free' | 'none';

export function afterOption(option: Option): Value {
  if (option.kind === 'flag') return 'none';
  if (option.kind === 'count') return 'free';
  const { choices, completes = 'free' } = option;
  return choices ?? (isVocabulary(completes) ? vocabularies[completes] : completes);
}

const isVocabulary = (word: string): word is keyof typeof vocabularies => Object.hasOwn(vocabularies, word);

/** What may stand as the first operand: one of some words, or something else that the shell finds. */
export function firstOperand({ choices, completes, ofProgram }: Operands): Value | 'program' {
  if (choices) return choices;
  if (completes === undefined) return ofProgram ? 'program' : 'none';
  return isVocabulary(completes) ? vocabularies[completes] : completes;
}
