import type { AnyCommand } from '../command.ts';
import { afterOption, type Completed, operandWords, optionsOf, type Value } from './words.ts';

export const fish = (commands: readonly AnyCommand[]): string =>
  [
    'complete -c ptywright -f',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c ptywright -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    `complete -c ptywright -n __fish_use_subcommand -l help -d 'Print the help.'`,
    `complete -c ptywright -n __fish_use_subcommand -l version -d 'Print the version.'`,
    ...commands.flatMap(linesOf),
    '',
  ].join('\n');

const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

const linesOf = (command: AnyCommand): string[] => {
  const condition = `complete -c ptywright -n '__fish_seen_subcommand_from ${command.name}'`;
  return [
    ...optionsOf(command).map((option) => `${condition} ${optionWords(option)}`),
    ...operandLines(command, condition),
  ];
};

const optionWords = ({ name, option }: Completed) =>
  `-l ${name}${valueWords(afterOption(option))} -d ${quoted(option.summary)}`;

const forms: Readonly<Record<string, string>> = {
  none: '',
  file: ' -rF',
  directory: " -xa '(__fish_complete_directories)'",
  free: ' -x',
};
const valueWords = (value: Value) =>
  typeof value === 'string' ? forms[value]! : ` -xa ${quoted(value.join(' '))}`;

function operandLines({ operands }: AnyCommand, condition: string): string[] {
  const words = operands ? operandWords(operands) : [];
  if (words.length > 0) return [`${condition} -a ${quoted(words.join(' '))}`];
  return operands?.ofProgram ? [`${condition} -a '(__fish_complete_subcommand --fcs-skip=2)'`] : [];
}
