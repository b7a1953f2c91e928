/**
 * `ptywright completions`: generates completion scripts for bash, zsh and fish from the declarations, so that Tab
 * starts no process.
 */
import {
  type AnyCommand,
  type CommandGroup,
  type CommandOption,
  isCommandGroup,
  type Operands,
  shortName,
} from './command.ts';
import { commands, runnableCommands, type shells } from './commands.ts';
import { exitCodes } from './errors.ts';
import { completionWords } from './help.ts';
import { printResult } from './print.ts';

export interface CompletedOption {
  readonly name: string;
  readonly option: CommandOption;
}

/** The visible options of a command. */
export const completedOptions = ({ options }: AnyCommand): readonly CompletedOption[] => [
  ...Object.entries(options as Readonly<Record<string, CommandOption>>)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, option]) => ({ name, option })),
  { name: 'help', option: { kind: 'flag', summary: 'Print this help.' } },
];

/** How an option value is completed: words, files, directories, or not at all. */
export type CompletionValue = readonly string[] | 'file' | 'directory' | 'free' | 'none';

export function completeOptionValue(option: CommandOption): CompletionValue {
  if (option.kind === 'flag') return 'none';
  if (option.kind === 'count') return 'free';
  const { choices, completes = 'free' } = option;
  return choices ?? (isCompletionSource(completes) ? completionWords[completes] : completes);
}

const isCompletionSource = (word: string): word is keyof typeof completionWords =>
  Object.hasOwn(completionWords, word);

/** How the first operand is completed. */
export function completeFirstOperand({
  choices,
  completes,
  ofProgram,
}: Operands): CompletionValue | 'program' {
  if (choices) return choices;
  if (completes === undefined) return ofProgram ? 'program' : 'none';
  return isCompletionSource(completes) ? completionWords[completes] : completes;
}

export const bashScript = (commands: readonly (AnyCommand | CommandGroup)[]): string => `_ptywright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '${wordList(commands)} --help --version' -- "$current"))
    return
  fi
  case $command in
${commands.filter(isCommandGroup).map(bashGroupCase).join('\n')}
  esac
  case $command$previous in
${runnableCommands.flatMap(bashValueCases).join('\n')}
  esac
  case $command in
${runnableCommands.map(bashCommandCase).join('\n')}
  esac
}
complete -o filenames -F _ptywright ptywright
`;

const wordList = (commands: readonly (AnyCommand | CommandGroup)[]) => commands.map(shortName).join(' ');

const bashGroupCase = ({ name, commands }: CommandGroup) => `    ${name})
      if (( COMP_CWORD == 2 )); then
        COMPREPLY=($(compgen -W '${wordList(commands)} --help' -- "$current"))
        return
      fi
      command+=" \${COMP_WORDS[2]}" ;;`;

const bashGenerators: Readonly<Record<string, string>> = { file: 'compgen -f', directory: 'compgen -d' };

const bashGenerator = (value: CompletionValue) =>
  typeof value === 'string' ? bashGenerators[value] : `compgen -W '${value.join(' ')}'`;

const bashReply = (how: string | undefined) =>
  how ? `COMPREPLY=($(${how} -- "$current")); return` : 'return';

const bashValueCases = (command: AnyCommand): string[] =>
  completedOptions(command)
    .filter(({ option }) => option.kind !== 'flag')
    .map(
      ({ name, option }) =>
        `    '${command.name}--${name}') ${bashReply(bashGenerator(completeOptionValue(option)))} ;;`,
    );

function bashCommandCase(command: AnyCommand): string {
  const { name, operands } = command;
  const first = operands ? completeFirstOperand(operands) : 'none';
  const options = completedOptions(command).map((option) => `--${option.name}`);
  const words = typeof first === 'string' ? options : [...options, ...first];
  const elsewhere = first === 'program' ? 'compgen -c' : typeof first === 'string' && bashGenerators[first];
  const more = elsewhere ? `; [[ $current == -* ]] || COMPREPLY=($(${elsewhere} -- "$current"))` : '';
  return `    '${name}') COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current"))${more} ;;`;
}

export const fishScript = (commands: readonly (AnyCommand | CommandGroup)[]): string =>
  [
    'complete -c ptywright -f',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c ptywright -n __fish_use_subcommand -a ${name} -d ${fishQuote(summary)}`,
    ),
    `complete -c ptywright -n __fish_use_subcommand -l help -d 'Print the help.'`,
    `complete -c ptywright -n __fish_use_subcommand -l version -d 'Print the version.'`,
    ...commands.filter(isCommandGroup).flatMap(fishGroupLines),
    ...runnableCommands.flatMap(fishCommandLines),
    '',
  ].join('\n');

const fishQuote = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** Matches only after both words of a grouped command. */
const fishSeenCondition = ({ name }: AnyCommand | CommandGroup) =>
  name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');

function fishGroupLines(group: CommandGroup): string[] {
  const none = `not __fish_seen_subcommand_from ${group.commands.map(shortName).join(' ')}`;
  const condition = `complete -c ptywright -n '${fishSeenCondition(group)}; and ${none}'`;
  return [
    ...group.commands.map((one) => `${condition} -a ${shortName(one)} -d ${fishQuote(one.summary)}`),
    `${condition} -l help -d 'Print the help.'`,
  ];
}

const fishCommandLines = (command: AnyCommand): string[] => {
  const condition = `complete -c ptywright -n '${fishSeenCondition(command)}'`;
  return [
    ...completedOptions(command).map((option) => `${condition} ${fishOption(option)}`),
    ...fishOperandLines(command, condition),
  ];
};

const fishOption = ({ name, option }: CompletedOption) =>
  `-l ${name}${fishValue(completeOptionValue(option))} -d ${fishQuote(option.summary)}`;

const fishValueFlags: Readonly<Record<string, string>> = {
  none: '',
  file: ' -rF',
  directory: " -xa '(__fish_complete_directories)'",
  free: ' -x',
};
const fishValue = (value: CompletionValue) =>
  typeof value === 'string' ? fishValueFlags[value]! : ` -xa ${fishQuote(value.join(' '))}`;

const fishOperandFlags: Readonly<Record<string, string>> = {
  file: ' -rF',
  directory: " -a '(__fish_complete_directories)'",
};

function fishOperandLines({ name, operands }: AnyCommand, condition: string): string[] {
  const first = operands ? completeFirstOperand(operands) : 'none';
  if (first === 'program') {
    const skipped = 1 + name.split(' ').length;
    return [`${condition} -a '(__fish_complete_subcommand --fcs-skip=${skipped})'`];
  }
  const form = typeof first === 'string' ? fishOperandFlags[first] : ` -a ${fishQuote(first.join(' '))}`;
  return form === undefined ? [] : [`${condition}${form}`];
}

export const zshScript = (commands: readonly (AnyCommand | CommandGroup)[]): string => `#compdef ptywright
_ptywright() {
  local -a commands
  commands=(
${zshDescriptions(commands)}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments '--help[Print the help.]' '--version[Print the version.]'
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${commands.filter(isCommandGroup).map(zshGroupCase).join('\n')}
  esac
  case $command in
${runnableCommands.map(zshCommandCase).join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _ptywright "$@"; else compdef _ptywright ptywright; fi
`;

const zshQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const zshDescriptions = (commands: readonly (AnyCommand | CommandGroup)[]) =>
  commands.map((one) => `    ${zshQuote(`${shortName(one)}:${one.summary}`)}`).join('\n');

const zshGroupCase = ({ name, commands }: CommandGroup) => `    ${name})
      if (( CURRENT == 2 )); then
        commands=(
${zshDescriptions(commands)}
        )
        _describe command commands
        _arguments '--help[Print the help.]'
        return
      fi
      command+=" \${words[2]}"
      shift words
      (( CURRENT-- )) ;;`;

function zshCommandCase(command: AnyCommand): string {
  const specs = [...completedOptions(command).map(zshOption), zshOperand(command)].filter(
    (spec) => spec !== '',
  );
  return `    ${zshQuote(command.name)}) _arguments ${command.operands?.ofProgram ? '-S -A "-*" ' : ''}${specs.map((spec) => `\\\n      ${spec}`).join(' ')} ;;`;
}

const zshActions: Readonly<Record<string, string>> = { file: '_files', directory: '_files -/', free: ' ' };
const zshAction = (value: CompletionValue) =>
  typeof value === 'string' ? (zshActions[value] ?? ' ') : `(${value.join(' ')})`;

function zshOption({ name, option }: CompletedOption): string {
  const many = option.kind !== 'flag' && option.many ? '*' : '';
  const value =
    option.kind === 'flag'
      ? ''
      : `:${option.value.replaceAll(':', '\\:')}:${zshAction(completeOptionValue(option))}`;
  return zshQuote(`${many}--${name}[${option.summary.replace(/[[\]:]/g, '\\$&')}]${value}`);
}

function zshOperand({ operands }: AnyCommand): string {
  const first = operands ? completeFirstOperand(operands) : 'none';
  if (first === 'program') return zshQuote('*::program:_normal');
  if (first === 'none') return '';
  return zshQuote(`1:${operands!.usage.split(/[: ]/)[0]}:${zshAction(first)}`);
}

type CompletionShell = (typeof shells)[number];

export const completionScripts: Readonly<
  Record<CompletionShell, (commands: readonly (AnyCommand | CommandGroup)[]) => string>
> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export async function completions(shell: CompletionShell): Promise<number> {
  await printResult(completionScripts[shell](commands));
  return exitCodes.done;
}
