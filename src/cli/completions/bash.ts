import { type AnyCommand, type Group, isGroup, lastWord } from '../command.ts';
import { runnable } from '../commands/index.ts';
import { afterOption, firstOperand, optionsOf, type Value } from './words.ts';

export const bash = (commands: readonly (AnyCommand | Group)[]): string => `_ptywright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '${wordsOf(commands)} --help --version' -- "$current"))
    return
  fi
  case $command in
${commands.filter(isGroup).map(groupCase).join('\n')}
  esac
  case $command$previous in
${runnable.flatMap(valueCases).join('\n')}
  esac
  case $command in
${runnable.map(commandCase).join('\n')}
  esac
}
complete -o filenames -F _ptywright ptywright
`;

const wordsOf = (commands: readonly (AnyCommand | Group)[]) => commands.map(lastWord).join(' ');

const groupCase = ({ name, commands }: Group) => `    ${name})
      if (( COMP_CWORD == 2 )); then
        COMPREPLY=($(compgen -W '${wordsOf(commands)} --help' -- "$current"))
        return
      fi
      command+=" \${COMP_WORDS[2]}" ;;`;

const replies: Readonly<Record<string, string>> = { file: 'compgen -f', directory: 'compgen -d' };

const replyOf = (value: Value) =>
  typeof value === 'string' ? replies[value] : `compgen -W '${value.join(' ')}'`;

const reply = (how: string | undefined) => (how ? `COMPREPLY=($(${how} -- "$current")); return` : 'return');

const valueCases = (command: AnyCommand): string[] =>
  optionsOf(command)
    .filter(({ option }) => option.kind !== 'flag')
    .map(({ name, option }) => `    '${command.name}--${name}') ${reply(replyOf(afterOption(option)))} ;;`);

function commandCase(command: AnyCommand): string {
  const { name, operands } = command;
  const first = operands ? firstOperand(operands) : 'none';
  const options = optionsOf(command).map((option) => `--${option.name}`);
  const words = typeof first === 'string' ? options : [...options, ...first];
  const elsewhere = first === 'program' ? 'compgen -c' : typeof first === 'string' && replies[first];
  const more = elsewhere ? `; [[ $current == -* ]] || COMPREPLY=($(${elsewhere} -- "$current"))` : '';
  return `    '${name}') COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current"))${more} ;;`;
}
