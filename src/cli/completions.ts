/**
 * `ptywright completions`: generates completion scripts for bash, zsh and fish from the declarations, so that Tab
 * starts a process for names of sessions only. The generator of yargs has no script for fish, and always starts one.
 */
import {
  type AnyCommand,
  type CommandOption,
  type CommandOptions,
  defineCommand,
  flag,
  type Operands,
  shortName,
} from './command.ts';
import { loadCommands, runnableCommands } from './commands.ts';
import { exitCodes } from './errors.ts';
import { printResult, quoteShell } from './print.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export const completionsCommand = defineCommand({
  name: 'completions',
  summary: 'Print a completion script for a shell.',
  options: {},
  operands: { usage: `SHELL: ${shells.join(', ')}`, min: 1, max: 1, choices: shells },
  examples: {
    'source <(ptywright completions bash)':
      'For ~/.bashrc. For zsh, use the same line with zsh in ~/.zshrc, after compinit.',
    'ptywright completions fish | source': 'For ~/.config/fish/config.fish.',
  },
  run: async (_, [shell]): Promise<number> => {
    await printResult(await createCompletionScript(shell as Shell));
    return exitCodes.done;
  },
});

export async function createCompletionScript(shell: Shell): Promise<string> {
  const words = await loadCompletionWords();
  const commands = (await loadCommands()).map((command) => toCompletedCommand(command, words));
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}

async function loadCompletionWords() {
  const { ptywright } = await import('#dialects/ptywright/dialect.ts');
  const { keyAliases, namedCharacters, namedKeys } = await import('#terminal/input/keyTable.ts');
  return {
    method: [...ptywright.methods.keys()],
    key: [namedKeys, namedCharacters, keyAliases].flatMap((table) => Object.keys(table)),
  };
}

/** How a value is completed: words, files, directories, sessions, programs with their arguments, or not at all. */
type CompletionValue = readonly string[] | 'file' | 'directory' | 'session' | 'program' | 'free' | 'none';

interface CompletedOption extends CommandOption {
  readonly name: string;
  readonly completion: CompletionValue;
}

interface CompletedCommand extends Pick<AnyCommand, 'name' | 'summary' | 'operands'> {
  readonly commands?: readonly CompletedCommand[];
  /** The visible options. */
  readonly options: readonly CompletedOption[];
  /** Of the first operand. */
  readonly completion: CompletionValue;
}

type CompletionWords = Awaited<ReturnType<typeof loadCompletionWords>>;

function toCompletedCommand(command: AnyCommand, words: CompletionWords): CompletedCommand {
  const { name, summary, operands, commands } = command;
  const complete = (
    { choices, first, completes }: Pick<Operands, 'choices' | 'first' | 'completes'>,
    otherwise: CompletionValue,
  ) =>
    completes === 'method' || completes === 'key'
      ? words[completes]
      : (choices ?? first ?? completes ?? otherwise);
  const options: CommandOptions = {
    ...command.options,
    help: flag('Print this help.'),
  };
  return {
    name,
    summary,
    operands,
    ...(commands && { commands: commands.map((one) => toCompletedCommand(one, words)) }),
    options: Object.entries(options)
      .filter(([, { hidden }]) => !hidden)
      .map(([option, one]) => {
        const completion = complete(one, one.type === 'boolean' ? 'none' : 'free');
        return { ...one, name: option, completion };
      }),
    completion: operands ? complete(operands, operands.ofProgram ? 'program' : 'none') : 'none',
  };
}

type CompletedGroup = Required<CompletedCommand>;

const isGroup = (one: CompletedCommand): one is CompletedGroup => one.commands !== undefined;

/** Names have no characters that a shell expands. */
const listSessions = `ptywright sessions 2>/dev/null | awk '{ print $2 == "-" ? $1 : $2 }'`;

const bashScript = (
  commands: readonly CompletedCommand[],
): string => `_ptywright_sessions() { ${listSessions}; }
_ptywright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '${wordList(commands)} --help --version' -- "$current"))
    return
  fi
  case $command in
${commands.filter(isGroup).map(bashGroupCase).join('\n')}
  esac
  case $command$previous in
${runnableCommands(commands).flatMap(bashValueCases).join('\n')}
  esac
  case $command in
${runnableCommands(commands).map(bashCommandCase).join('\n')}
  esac
}
complete -o filenames -F _ptywright ptywright
`;

const wordList = (commands: readonly CompletedCommand[]) => commands.map(shortName).join(' ');

const bashGroupCase = ({ name, commands }: CompletedGroup) => `    ${name})
      if (( COMP_CWORD == 2 )); then
        COMPREPLY=($(compgen -W '${wordList(commands)} --help' -- "$current"))
        return
      fi
      command+=" \${COMP_WORDS[2]}" ;;`;

const bashGenerators: Readonly<Record<string, string>> = {
  file: 'compgen -f',
  directory: 'compgen -d',
  session: 'compgen -W "$(_ptywright_sessions)"',
};

const bashGenerator = (value: CompletionValue) =>
  typeof value === 'string' ? bashGenerators[value] : `compgen -W '${value.join(' ')}'`;

const bashReply = (how: string | undefined) =>
  how ? `COMPREPLY=($(${how} -- "$current")); return` : 'return';

const bashValueCases = (command: CompletedCommand): string[] =>
  command.options
    .filter(({ type }) => type !== 'boolean')
    .map(({ name, alias, completion }) => {
      const patterns = [`--${name}`, ...(alias ? [`-${alias}`] : [])].map(
        (word) => `'${command.name}${word}'`,
      );
      return `    ${patterns.join(' | ')}) ${bashReply(bashGenerator(completion))} ;;`;
    });

function bashCommandCase(command: CompletedCommand): string {
  const { completion } = command;
  const options = command.options.map((option) => `--${option.name}`);
  const words = typeof completion === 'string' ? options : [...options, ...completion];
  const elsewhere =
    completion === 'program' ? 'compgen -c' : typeof completion === 'string' && bashGenerators[completion];
  const more = elsewhere ? `; [[ $current == -* ]] || COMPREPLY=($(${elsewhere} -- "$current"))` : '';
  return `    '${command.name}') COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current"))${more} ;;`;
}

const fishScript = (commands: readonly CompletedCommand[]): string =>
  [
    'complete -c ptywright -f',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c ptywright -n __fish_use_subcommand -a ${name} -d ${fishQuote(summary)}`,
    ),
    `complete -c ptywright -n __fish_use_subcommand -l help -d 'Print the help.'`,
    `complete -c ptywright -n __fish_use_subcommand -l version -d 'Print the version.'`,
    ...commands.filter(isGroup).flatMap(fishGroupLines),
    ...runnableCommands(commands).flatMap(fishCommandLines),
    '',
  ].join('\n');

const fishQuote = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** Matches only after both words of a grouped command. */
const fishSeenCondition = ({ name }: CompletedCommand) =>
  name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');

function fishGroupLines(group: CompletedGroup): string[] {
  const none = `not __fish_seen_subcommand_from ${group.commands.map(shortName).join(' ')}`;
  const condition = `complete -c ptywright -n '${fishSeenCondition(group)}; and ${none}'`;
  return [
    ...group.commands.map((one) => `${condition} -a ${shortName(one)} -d ${fishQuote(one.summary)}`),
    `${condition} -l help -d 'Print the help.'`,
  ];
}

const fishCommandLines = (command: CompletedCommand): string[] => {
  const condition = `complete -c ptywright -n '${fishSeenCondition(command)}'`;
  return [
    ...command.options.map((option) => `${condition} ${fishOption(option)}`),
    ...fishOperandLines(command, condition),
  ];
};

const fishOption = ({ name, alias, describe, completion }: CompletedOption) =>
  `${alias ? `-s ${alias} ` : ''}-l ${name}${fishValue(completion)} -d ${fishQuote(describe)}`;

const fishSessions = ` -a ${fishQuote(`(${listSessions})`)}`;

const fishValueFlags: Readonly<Record<string, string>> = {
  none: '',
  file: ' -rF',
  directory: " -xa '(__fish_complete_directories)'",
  session: ` -x${fishSessions}`,
  free: ' -x',
};
const fishValue = (value: CompletionValue) =>
  typeof value === 'string' ? fishValueFlags[value]! : ` -xa ${fishQuote(value.join(' '))}`;

const fishOperandFlags: Readonly<Record<string, string>> = {
  file: ' -rF',
  directory: " -a '(__fish_complete_directories)'",
  session: fishSessions,
};

function fishOperandLines({ name, completion }: CompletedCommand, condition: string): string[] {
  if (completion === 'program') {
    const skipped = 1 + name.split(' ').length;
    return [`${condition} -a '(__fish_complete_subcommand --fcs-skip=${skipped})'`];
  }
  const form =
    typeof completion === 'string' ? fishOperandFlags[completion] : ` -a ${fishQuote(completion.join(' '))}`;
  return form === undefined ? [] : [`${condition}${form}`];
}

const zshScript = (commands: readonly CompletedCommand[]): string => `#compdef ptywright
_ptywright_sessions() { compadd "$@" -- $(${listSessions}) }
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
${commands.filter(isGroup).map(zshGroupCase).join('\n')}
  esac
  case $command in
${runnableCommands(commands).map(zshCommandCase).join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _ptywright "$@"; else compdef _ptywright ptywright; fi
`;

const zshDescriptions = (commands: readonly CompletedCommand[]) =>
  commands.map((one) => `    ${quoteShell(`${shortName(one)}:${one.summary}`)}`).join('\n');

const zshGroupCase = ({ name, commands }: CompletedGroup) => `    ${name})
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

function zshCommandCase(command: CompletedCommand): string {
  const specs = [...command.options.flatMap(zshOption), zshOperand(command)].filter((spec) => spec !== '');
  return `    ${quoteShell(command.name)}) _arguments ${command.operands?.ofProgram ? '-S -A "-*" ' : ''}${specs.map((spec) => `\\\n      ${spec}`).join(' ')} ;;`;
}

const zshActions: Readonly<Record<string, string>> = {
  file: '_files',
  directory: '_files -/',
  session: '_ptywright_sessions',
  free: ' ',
};
const zshAction = (value: CompletionValue) =>
  typeof value === 'string' ? (zshActions[value] ?? ' ') : `(${value.join(' ')})`;

/** The short form is completed, but not listed. */
function zshOption({ name, alias, array, describe, value: word, completion }: CompletedOption): string[] {
  const value = word ? `:${word.replaceAll(':', '\\:')}:${zshAction(completion)}` : '';
  const rest = `[${describe.replace(/[[\]:]/g, '\\$&')}]${value}`;
  const hidden = alias ? [quoteShell(`${array ? '*' : ''}!-${alias}${rest}`)] : [];
  return [quoteShell(`${array ? '*' : ''}--${name}${rest}`), ...hidden];
}

function zshOperand({ operands, completion }: CompletedCommand): string {
  if (completion === 'program') return quoteShell('*::program:_normal');
  if (completion === 'none') return '';
  return quoteShell(`1:${operands!.usage.split(/[: ]/)[0]}:${zshAction(completion)}`);
}
