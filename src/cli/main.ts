/** Entry point of the command line: finds the command, parses its arguments, runs it, and prints errors in one line. */
import { didYouMean } from '#platform/didYouMean.ts';
import {
  type AnyCommand,
  type CommandGroup,
  isCommandGroup,
  parseCommandLine,
  shortName,
} from './command.ts';
import { commands } from './commands.ts';
import { CommandError, exitCodes, UsageError } from './errors.ts';
import { printNote, printResult } from './print.ts';
import { version } from './version.ts';

export async function main(words: readonly string[]): Promise<never> {
  process.exit(await runCommandLine(words));
}

async function runCommandLine(words: readonly string[]): Promise<number> {
  const [word, ...rest] = words;
  if (word === undefined || isHelpWord(word)) return printHelp(rest);
  if (word === '--version' || word === '-v' || word === '-V') return printPage(`ptywright ${version}\n`);
  const found = commands.find(({ name }) => name === word);
  if (!found) return reportUnknown('ptywright', word, commands);
  return isCommandGroup(found) ? runGroup(found, rest) : execute(found, rest);
}

const isHelpWord = (word: string) => word === '--help' || word === '-h' || word === 'help';

async function runGroup(group: CommandGroup, [word, ...rest]: readonly string[]): Promise<number> {
  if (word === undefined || isHelpWord(word)) return printHelp([group.name, ...rest]);
  const found = group.commands.find((one) => shortName(one) === word);
  return found ? execute(found, rest) : reportUnknown(`ptywright ${group.name}`, word, group.commands);
}

async function reportUnknown(
  said: string,
  word: string,
  known: readonly (AnyCommand | CommandGroup)[],
): Promise<number> {
  const kind = word.startsWith('-') ? 'option' : 'command';
  await printNote(
    `${said}: ${word}: no such ${kind}${didYouMean(word, known.map(shortName))} (see ${said} --help)`,
  );
  return exitCodes.usage;
}

async function execute(command: AnyCommand, words: readonly string[]): Promise<number> {
  try {
    const { help: wanted, given, operands, order } = parseCommandLine(command, words);
    return wanted ? await printHelp(command.name.split(' ')) : await command.run(given, operands, order);
  } catch (problem) {
    return reportFailure(command, problem);
  }
}

async function reportFailure({ name }: AnyCommand, problem: unknown): Promise<number> {
  if (problem instanceof UsageError) {
    await printNote(`ptywright ${name}: ${problem.message} (see ptywright ${name} --help)`);
    return exitCodes.usage;
  }
  if (problem instanceof CommandError) {
    await printNote(`ptywright ${name}: ${problem.message}`);
    return problem.status;
  }
  await printNote(
    `ptywright ${name} failed, which is a fault of ptywright: ${(problem as Error)?.stack ?? problem}`,
  );
  return exitCodes.failed;
}

/** Prints the help of a command, of a group, or of ptywright. */
async function printHelp([first, second]: readonly string[]): Promise<number> {
  const {
    formatCommandHelp: helpOf,
    formatHelp: helpOfAll,
    formatGroupHelp: helpOfGroup,
  } = await import('./help.ts');
  const one = commands.find(({ name }) => name === first);
  if (!one) return printPage(helpOfAll(commands));
  if (!isCommandGroup(one)) return printPage(helpOf(one));
  const inner = one.commands.find((command) => shortName(command) === second);
  return printPage(inner ? helpOf(inner) : helpOfGroup(one));
}

async function printPage(text: string): Promise<number> {
  await printResult(text);
  return exitCodes.done;
}
