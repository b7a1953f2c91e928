/** The help pages, laid out by yargs. Loaded only when a page is printed. */
import yargs from 'yargs';
import {
  type AnyCommand,
  type CommandOption,
  type CommandOptions,
  isCommandGroup,
  shortName,
} from './command.ts';

export async function formatHelp(command: AnyCommand): Promise<string> {
  const { name, summary, details = [], options, operands, commands = [], exits, examples = {} } = command;
  const isGroup = isCommandGroup(command);
  const words = isGroup
    ? ['COMMAND [OPTIONS]']
    : ['[OPTIONS]', operands?.ofProgram && '[--]', operands?.usage];
  const usage = ['Usage: ptywright', name, ...words].filter(Boolean).join(' ');
  const page = yargs([], '/')
    .scriptName('')
    .locale('en')
    .wrap(80)
    .help(false)
    .version(false)
    .usage([usage, summary, ...details].join('\n\n'));
  for (const one of commands) page.command(shortName(one), one.summary);
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
  return `${await page.getHelp()}\n`;
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

/** yargs aligns what follows a tab. */
function formatSection(title: string, rows: Readonly<Record<string, string>>, between: string): string {
  const lines = Object.entries(rows).map(([head, text]) => `  ${head}${between}${text}\n`);
  return lines.length > 0 ? `${title}\n${lines.join('')}\n` : '';
}
