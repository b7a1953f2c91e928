/** The help pages, laid out by yargs. Loaded only when a page is printed. */
import yargs from 'yargs';
import {
  type AnyCommand,
  type CommandOption,
  type CommandOptions,
  isCommandGroup,
  shortName,
} from './command.ts';

interface CommandGroupTitle {
  readonly title: string;
  readonly commands: readonly string[];
}

/** `groups` lists the commands below titles. */
export async function formatHelp(
  command: AnyCommand,
  groups: readonly CommandGroupTitle[] = [],
): Promise<string> {
  const { name, summary, details = [], options, operands, commands = [], exits, examples = {} } = command;
  const isGroup = isCommandGroup(command);
  const words = isGroup
    ? ['COMMAND [OPTIONS]']
    : ['[OPTIONS]', operands?.ofProgram && '[--]', operands?.usage];
  const usage = ['Usage: ptywright', name, ...words].filter(Boolean).join(' ');
  const head = [usage, summary, ...details].join('\n\n');
  const page = yargs([], '/')
    .scriptName('')
    .locale('en')
    .wrap(width)
    .help(false)
    .version(false)
    .usage(groups.length > 0 ? '' : head);
  for (const one of groups.length > 0 ? [] : commands) page.command(shortName(one), one.summary);
  for (const [option, one] of Object.entries(options as CommandOptions))
    page.option(optionLabel(option, one), {
      alias: one.alias,
      hidden: one.hidden,
      describe: describeOption(one),
    });
  page.option('help', {
    alias: 'h',
    describe: isGroup ? 'Print this page, or the page of a command.' : 'Print this page.',
  });
  const statuses = isGroup ? {} : { 0: 'Done.', 2: 'Invalid arguments.', ...exits };
  page.epilogue(
    formatSection('Exit status:', statuses, '\t  ') +
      formatSection('Environment:', command.environment ?? {}, '\t  ') +
      formatSection('Examples:', examples, '\n      '),
  );
  const rest = `${await page.getHelp()}\n`;
  return groups.length > 0 ? [head, ...formatGroups(groups, commands), rest.trimStart()].join('\n\n') : rest;
}

/** yargs shows no names of values, so they are part of the names of the options. */
const optionLabel = (name: string, { value }: CommandOption) =>
  value === undefined ? name : `${name} ${value}`;

function describeOption({ describe, choices, array, default: otherwise }: CommandOption): string {
  const notes = [
    choices && `one of ${choices.join(', ')}`,
    array && 'may be repeated',
    otherwise !== undefined && `default: ${otherwise}`,
  ].filter(Boolean);
  return notes.length > 0 ? `${describe} (${notes.join('; ')})` : describe;
}

const width = 80;
const nameWidth = 15;

/** yargs has no titles for commands. */
const formatGroups = (groups: readonly CommandGroupTitle[], commands: readonly AnyCommand[]) =>
  groups.map(({ title, commands: names }) => {
    const listed = commands.filter(({ name }) => names.includes(name));
    const rows = listed.map(({ name, summary }) => `  ${name.padEnd(nameWidth)}${wrapSummary(summary)}`);
    return [`${title}:`, ...rows].join('\n');
  });

function wrapSummary(summary: string): string {
  const [first = '', ...words] = summary.split(' ');
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (2 + nameWidth + longer.length > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join(`\n${' '.repeat(2 + nameWidth)}`);
}

/** yargs aligns what follows a tab. */
function formatSection(title: string, rows: Readonly<Record<string, string>>, between: string): string {
  const lines = Object.entries(rows).map(([head, text]) => `  ${head}${between}${text}\n`);
  return lines.length > 0 ? `${title}\n${lines.join('')}\n` : '';
}
