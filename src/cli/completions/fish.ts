import { type AnyCommand, type Group, isGroup, lastWord } from '../command.ts';
import { runnable } from '../commands/index.ts';
import { afterOption, type Completed, firstOperand, optionsOf, type Value } from './words.ts';

export const fish = (commands: readonly (AnyCommand | Group)[]): string =>
  [
    'complete -c ptywright -f',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c ptywright -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    `complete -c ptywright -n __fish_use_subcommand -l help -d 'Print the help.'`,
    `complete -c ptywright -n __fish_use_subcommand -l version -d 'Print the version.'`,
    ...commands.filter(isGroup).flatMap(groupLines),
    ...runnable.flatMap(linesOf),
    '',
  ].join('\n');

const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** Both words of a command in a group must have been said. */
const said = ({ name }: AnyCommand | Group) =>
  name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');

function groupLines(group: Group): string[] {
  const none = `not __fish_seen_subcommand_from ${group.commands.map(lastWord).join(' ')}`;
  const condition = `complete -c ptywright -n '${said(group)}; and ${none}'`;
  return [
    ...group.commands.map((one) => `${condition} -a ${lastWord(one)} -d ${quoted(one.summary)}`),
    `${condition} -l help -d 'Print the help.'`,
  ];
}

const linesOf = (command: AnyCommand): string[] => {
  const condition = `complete -c ptywright -n '${said(command)}'`;
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

const operandForms: Readonly<Record<string, string>> = {
  file: ' -rF',
  directory: " -a '(__fish_complete_directories)'",
};

function operandLines({ name, operands }: AnyCommand, condition: string): string[] {
  const first = operands ? firstOperand(operands) : 'none';
  if (first === 'program') {
    const skipped = 1 + name.split(' ').length;
    return [`${condition} -a '(__fish_complete_subcommand --fcs-skip=${skipped})'`];
  }
  const form = typeof first === 'string' ? operandForms[first] : ` -a ${quoted(first.join(' '))}`;
  return form === undefined ? [] : [`${condition}${form}`];
}
