import type { AnyCommand } from '../command.ts';
import { afterOption, operandWords, optionsOf, type Value } from './words.ts';

export const bash = (commands: readonly AnyCommand[]): string => `_ptywright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$current"))
    return
  fi
  case $command$previous in
${commands.flatMap(valueCases).join('\n')}
  esac
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
complete -o filenames -F _ptywright ptywright
`;

const replies: Readonly<Record<string, string>> = { file: 'compgen -f', directory: 'compgen -d' };

const replyOf = (value: Value) =>
  typeof value === 'string' ? replies[value] : `compgen -W '${value.join(' ')}'`;

const reply = (how: string | undefined) => (how ? `COMPREPLY=($(${how} -- "$current")); return` : 'return');

const valueCases = (command: AnyCommand): string[] =>
  optionsOf(command)
    .filter(({ option }) => option.kind !== 'flag')
    .map(({ name, option }) => `    ${command.name}--${name}) ${reply(replyOf(afterOption(option)))} ;;`);

function commandCase(command: AnyCommand): string {
  const { name, operands } = command;
  const words = [
    ...optionsOf(command).map((option) => `--${option.name}`),
    ...(operands ? operandWords(operands) : []),
  ];
  const ofProgram = operands?.ofProgram ? ' || COMPREPLY=($(compgen -c -- "$current"))' : '';
  return `    ${name}) COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current"))${ofProgram && `; [[ $current == -* ]]${ofProgram}`} ;;`;
}
