/** The pages that `--help` prints, out of the declarations. */
import { type AnyCommand, type Group, lastWord, type Option } from './command.ts';
import { examples as declared } from './declared.ts';

const width = 92;
const column = 28;

export function helpOf(command: AnyCommand): string {
  const { name, summary, details = [], options, operands, exits = {}, examples = {} } = command;
  const usage = [
    'ptywright',
    name,
    '[OPTIONS]',
    operands && (operands.ofProgram ? `[--] ${operands.usage}` : operands.usage),
  ];
  return page([
    [`Usage: ${usage.filter(Boolean).join(' ')}`],
    paragraphs([summary, ...details]),
    ['Options:', ...optionRows(options)],
    [
      'Exit status:',
      ...rows(Object.entries({ 0: 'Done.', ...exits, 2: 'The words cannot be understood.' }), 9),
    ],
    examples && Object.keys(examples).length > 0 ? ['Examples:', ...exampleRows(examples)] : [],
  ]);
}

export const helpOfGroup = ({ name, summary, details = [], commands }: Group): string =>
  page([
    [`Usage: ptywright ${name} COMMAND [OPTIONS]`],
    paragraphs([summary, ...details]),
    ['Commands:', ...commandRows(commands)],
    ['Options:', ...rows([['--help', 'Print this, or the page of a command.']], 15)],
  ]);

export function helpOfAll(commands: readonly (AnyCommand | Group)[]): string {
  return page([
    ['Usage: ptywright COMMAND [OPTIONS]'],
    ['Drive any terminal program: one server, spoken to in JSON-RPC.'],
    ['Commands:', ...commandRows(commands)],
    [
      'Options:',
      ...rows(
        [
          ['--help', 'Print this, or the page of a command.'],
          ['--version', 'Print the version.'],
        ],
        15,
      ),
    ],
    [
      'Environment:',
      ...rows(
        [
          [
            'PTYWRIGHT_HOME',
            'Where the configuration, the default socket and the logs are; ~/.ptywright if not set.',
          ],
          ['PTYWRIGHT_LOG', 'What is logged: off, error, warn, info, debug or trace.'],
        ],
        18,
      ),
    ],
  ]);
}

const commandRows = (commands: readonly (AnyCommand | Group)[]) =>
  rows(
    commands.map((one) => [lastWord(one), one.summary]),
    15,
  );

const paragraphs = (texts: readonly string[]) =>
  texts.flatMap((text) => [...wrap(text, width), '']).slice(0, -1);

const page = (blocks: readonly (readonly string[])[]) =>
  `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;

function optionRows(options: Readonly<Record<string, Option>>): string[] {
  const shown = Object.entries(options).filter(([, { hidden }]) => !hidden);
  const told = shown.map(([name, option]): [string, string] => [
    optionHead(name, option),
    optionText(option),
  ]);
  return rows([...told, ['--help', 'Print this page.']], column);
}

const optionHead = (name: string, option: Option) =>
  `${option.short ? `-${option.short}, ` : ''}--${name}${option.kind === 'flag' ? '' : ` ${option.value}`}`;

function optionText(option: Option): string {
  if (option.kind === 'flag') return option.summary;
  const summary = option.example ? `${option.summary} Such as '${declared[option.example]}'` : option.summary;
  const notes = [
    option.kind === 'text' && option.choices && `one of ${option.choices.join(', ')}`,
    option.many && 'may be repeated',
    option.default !== undefined && `default: ${option.default}`,
  ].filter(Boolean);
  return notes.length > 0 ? `${summary} (${notes.join('; ')})` : summary;
}

const exampleRows = (examples: Readonly<Record<string, string>>) =>
  Object.entries(examples).flatMap(([line, meaning]) => [
    `  ${line}`,
    ...wrap(meaning, width - 6).map((part) => `      ${part}`),
  ]);

/** Two columns; a head too long for the first gets a line to itself. */
const rows = (pairs: readonly (readonly [string, string])[], from: number) =>
  pairs.flatMap(([head, text]) => {
    const [first = '', ...more] = wrap(text, width - from);
    const indent = ' '.repeat(from);
    const own = head.length + 4 > from;
    return [
      ...(own ? [`  ${head}`, indent + first] : [`  ${head}`.padEnd(from) + first]),
      ...more.map((line) => indent + line),
    ];
  });

function wrap(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
