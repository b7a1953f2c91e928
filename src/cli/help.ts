/** Formats the help pages from the declarations, and provides words for completions. Loaded only when needed. */
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { title } from '#matchers/text.ts';
import { actions } from '#terminal/input/actions.ts';
import { keyAliases, namedCharacters, namedKeys } from '#terminal/input/keyTable.ts';
import {
  type AnyCommand,
  type CommandGroup,
  type CommandOption,
  type CompletionSource,
  type OptionExample,
  shortName,
} from './command.ts';

export const completionWords: Readonly<Record<CompletionSource, readonly string[]>> = {
  method: [...ptywright.methods.keys()],
  key: [namedKeys, namedCharacters, keyAliases].flatMap((table) => Object.keys(table)),
};

export const optionExamples: Readonly<Record<OptionExample, string>> = {
  action: JSON.stringify({ type: actions.mouse.name, value: actions.mouse.examples[0]!.value }),
  matcher: JSON.stringify({ type: title.name, ...title.example }),
};

/** Width of a help page in columns. */
const pageWidth = 80;
const optionColumn = 20;

export function formatCommandHelp(command: AnyCommand): string {
  const { name, summary, details = [], options, operands, exits = {}, examples = {} } = command;
  const usage = [
    'ptywright',
    name,
    '[OPTIONS]',
    operands && (operands.ofProgram ? `[--] ${operands.usage}` : operands.usage),
  ];
  return joinBlocks([
    [`Usage: ${usage.filter(Boolean).join(' ')}`],
    paragraphs([summary, ...details]),
    ['Options:', ...optionRows(options)],
    [
      'Exit status:',
      ...formatRows(Object.entries({ 0: 'Done.', ...exits, 2: 'The words cannot be understood.' }), 9),
    ],
    examples && Object.keys(examples).length > 0 ? ['Examples:', ...exampleRows(examples)] : [],
  ]);
}

export const formatGroupHelp = ({ name, summary, details = [], commands }: CommandGroup): string =>
  joinBlocks([
    [`Usage: ptywright ${name} COMMAND [OPTIONS]`],
    paragraphs([summary, ...details]),
    ['Commands:', ...commandRows(commands)],
    ['Options:', ...formatRows([['-h, --help', 'Print this page, or the page of a command.']], 15)],
  ]);

export function formatHelp(commands: readonly (AnyCommand | CommandGroup)[]): string {
  return joinBlocks([
    ['Usage: ptywright COMMAND [OPTIONS]'],
    ['Drive any terminal program: one server, spoken to in JSON-RPC.'],
    ['Commands:', ...commandRows(commands)],
    [
      'Options:',
      ...formatRows(
        [
          ['-h, --help', 'Print this page, or the page of a command.'],
          ['-v, --version', 'Print the version.'],
        ],
        17,
      ),
    ],
    [
      'Environment:',
      ...formatRows(
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

const commandRows = (commands: readonly (AnyCommand | CommandGroup)[]) =>
  formatRows(
    commands.map((one) => [shortName(one), one.summary]),
    15,
  );

const paragraphs = (texts: readonly string[]) =>
  texts.flatMap((text) => [...wrapText(text, pageWidth), '']).slice(0, -1);

const joinBlocks = (blocks: readonly (readonly string[])[]) =>
  `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;

function optionRows(options: Readonly<Record<string, CommandOption>>): string[] {
  const shown = Object.entries(options).filter(([, { hidden }]) => !hidden);
  const told = shown.map(([name, option]): [string, string] => [
    optionLabel(name, option),
    optionText(option),
  ]);
  return formatRows([...told, ['-h, --help', 'Print this page.']], optionColumn);
}

const optionLabel = (name: string, option: CommandOption) =>
  `${option.short ? `-${option.short}, ` : ''}--${name}${option.kind === 'flag' ? '' : ` ${option.value}`}`;

function optionText(option: CommandOption): string {
  if (option.kind === 'flag') return option.summary;
  const summary = option.example
    ? `${option.summary} Such as '${optionExamples[option.example]}'`
    : option.summary;
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
    ...wrapText(meaning, pageWidth - 6).map((part) => `      ${part}`),
  ]);

/** Formats two columns. A head too wide for the first column gets its own line. */
const formatRows = (pairs: readonly (readonly [string, string])[], from: number) =>
  pairs.flatMap(([head, text]) => {
    const [first = '', ...more] = wrapText(text, pageWidth - from);
    const indent = ' '.repeat(from);
    const own = head.length + 4 > from;
    return [
      ...(own ? [`  ${head}`, indent + first] : [`  ${head}`.padEnd(from) + first]),
      ...more.map((line) => indent + line),
    ];
  });

function wrapText(text: string, room: number): string[] {
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
