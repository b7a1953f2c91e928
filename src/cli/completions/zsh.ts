import type { AnyCommand } from '../command.ts';
import { afterOption, type Completed, operandWords, optionsOf, type Value } from './words.ts';

export const zsh = (commands: readonly AnyCommand[]): string => `#compdef ptywright
_ptywright() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
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
${commands.map(commandCase).join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _ptywright "$@"; else compdef _ptywright ptywright; fi
`;

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function commandCase(command: AnyCommand): string {
  const specs = [...optionsOf(command).map(optionSpec), operandSpec(command)].filter((spec) => spec !== '');
  return `    ${command.name}) _arguments ${command.operands?.ofProgram ? '-S -A "-*" ' : ''}${specs.map((spec) => `\\\n      ${spec}`).join(' ')} ;;`;
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
  const words = operands ? operandWords(operands) : [];
  if (words.length > 0) return quoted(`1:${operands!.usage.split(/[: ]/)[0]}:(${words.join(' ')})`);
  return operands?.ofProgram ? quoted('*::program:_normal') : '';
}
