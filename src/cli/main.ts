/** Entry point of the command line: finds the command, parses its arguments, runs it, and prints errors in one line. */
import { type AnyCommand, isCommandGroup, orderOptions, parseCommandLine, shortName } from './command.ts';
import { commandGroups, commandLoaders, loadCommands, ptywright } from './commands.ts';
import { CommandError, exitCodes, UsageError } from './errors.ts';
import { printNote, printResult } from './print.ts';

export async function main(words: readonly string[]): Promise<never> {
  process.exit(await runCommandLine(words));
}

async function runCommandLine(words: readonly string[]): Promise<number> {
  const [word, ...rest] = helpLast(words);
  if (!Object.hasOwn(commandLoaders, word)) return execute(ptywright, [word, ...rest]);
  const found = await commandLoaders[word]!();
  if (!isCommandGroup(found)) return execute(found, rest);
  const [inner, ...more] = helpLast(rest);
  const command = found.commands.find((one) => shortName(one) === inner);
  return command ? execute(command, more) : execute(found, [inner, ...more]);
}

/** `help serve` is `serve --help`, and no word at all asks for help. */
const helpLast = ([word = 'help', ...rest]: readonly string[]): readonly [string, ...string[]] =>
  ['help', '--help', '-h'].includes(word) ? ([...rest, '--help'] as [string]) : [word, ...rest];

async function execute(command: AnyCommand, words: readonly string[]): Promise<number> {
  try {
    const { help, given, operands } = parseCommandLine(command, words);
    if (!help) return await command.run(given, operands, words);
    const { formatHelp } = await import('./help.ts');
    await printResult(
      await (command === ptywright
        ? formatHelp({ ...command, commands: await loadCommands() }, commandGroups)
        : formatHelp(command)),
    );
    return exitCodes.done;
  } catch (problem) {
    if (problem instanceof UsageError && command.printUsageError && asksForJson(command, words))
      return command.printUsageError(problem);
    return reportFailure(`ptywright ${command.name}`.trim(), problem);
  }
}

const asksForJson = (command: AnyCommand, words: readonly string[]): boolean =>
  orderOptions(command, words).some(({ name }) => name === 'json');

async function reportFailure(command: string, problem: unknown): Promise<number> {
  if (problem instanceof UsageError) {
    await printNote(`${command}: ${problem.message} (see ${command} --help)`);
    return exitCodes.usage;
  }
  if (problem instanceof CommandError) {
    await printNote(`${command}: ${problem.message}`);
    return problem.status;
  }
  await printNote(
    `${command} failed, which is a fault of ptywright: ${(problem as Error)?.stack ?? problem}`,
  );
  return exitCodes.failed;
}
