import { type AnyCommand, type Group, isGroup, lastWord } from '../command.ts';
import { runnable } from '../commands/index.ts';
import { afterOption, type Completed, firstOperand, optionsOf, type Value } from './words.ts';

export const zsh = (commands: readonly (AnyCommand | Group)[]): string => `#compdef ptywright
_ptywright() {
  local -a commands
  commands=(
${described(commands)}
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
${commands.filter(isGroup).map(groupCase).join('\n')}
  esac
  case $command in
${runnable.map(commandCase).join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _ptywright "$@"; else compdef _ptywright ptywright; fi
`;

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const described = (commands: readonly (AnyCommand | Group)[]) =>
  commands.map((one) => `    ${quoted(`${lastWord(one)}:${one.summary}`)}`).join('\n');

const groupCase = ({ name, commands }: Group) => `    ${name})
      if (( CURRENT == 2 )); then
        commands=(
${described(commands)}
        )
        _describe command commands
        _arguments '--help[Print the help.]'
        return
      fi
      command+=" \${words[2]}"
      shift words
      (( CURRENT-- )) ;;`;

function commandCase(command: AnyCommand): string {
  const specs = [...optionsOf(command).map(optionSpec), operandSpec(command)].filter((spec) => spec !== '');
  return `    ${quoted(command.name)}) _arguments ${command.operands?.ofProgram ? '-S -A "-*" ' : ''}${specs.map((spec) => `\\\n      ${spec}`).join(' ')} ;;`;
}

const actions: Readonly<Record<string, string>> = { file: '_files', directory: '_files -/', free: ' ' };
const actionOf = (value: Value) =>
  typeof value === 'string' ? (actions[value] ?? ' ') : `(${value.join(' ')})`;

function optionSpec({ name, option }: Completed): string {
  const many = option.kind !== 'flag' && option.many ? '*' : '';
  const value =
    option.kind === 'flag' ? '' : `:${option.value.replaceAll(':', '\\:')}:${actionOf(afterOption(option))}`;
  return quoted(`${many}--${name}[${option.summary.replace(/[[\]:]/g, '\\$&')}]${value}`);
}

function operandSpec({ operands }: AnyCommand): string {
  const first = operands ? firstOperand(operands) : 'none';
  if (first === 'program') return quoted('*::program:_normal');
  if (first === 'none') return '';
  return quoted(`1:${operands!.usage.split(/[: ]/)[0]}:${actionOf(first)}`);
}
