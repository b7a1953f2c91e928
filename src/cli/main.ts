/** The command line: finds the command, reads its words, runs it, and turns what went wrong into one line. */
import type { AnyCommand } from './command.ts';
import { commands } from './commands/index.ts';
import { nearest } from './nearest.ts';
import { printNote, printResult } from './print.ts';
import { exits, Failure, UsageError } from './usage.ts';
import { version } from './version.ts';

export async function main(words: readonly string[]): Promise<never> {
  process.exit(await statusOf(words));
}

async function statusOf(words: readonly string[]): Promise<number> {
  const [word, ...rest] = words;
  if (word === undefined || word === '--help' || word === '-h' || word === 'help') return help(rest);
  if (word === '--version' || word === '-V') return tell(`ptywright ${version}\n`);
  const command = commands.find(({ name }) => name === word);
  if (command) return run(command, rest);
  const kind = word.startsWith('-') ? 'option' : 'command';
  await printNote(
    `ptywright: ${word}: no such ${kind}${nearest(
      word,
      commands.map(({ name }) => name),
    )} (see ptywright --help)`,
  );
  return exits.usage;
}

async function run(command: AnyCommand, words: readonly string[]): Promise<number> {
  try {
    const { read } = await import('./read.ts');
    const { help: wanted, given, operands, order } = read(command, words);
    return wanted ? await help([command.name]) : await command.run(given, operands, order);
  } catch (problem) {
    return failed(command, problem);
  }
}

async function failed({ name }: AnyCommand, problem: unknown): Promise<number> {
  if (problem instanceof UsageError) {
    await printNote(`ptywright ${name}: ${problem.message} (see ptywright ${name} --help)`);
    return exits.usage;
  }
  if (problem instanceof Failure) {
    await printNote(`ptywright ${name}: ${problem.message}`);
    return problem.status;
  }
  await printNote(
    `ptywright ${name} failed, which is a fault of ptywright: ${(problem as Error)?.stack ?? problem}`,
  );
  return exits.failed;
}

async function help([name]: readonly string[]): Promise<number> {
  const { helpOf, helpOfAll } = await import('./help.ts');
  const command = commands.find((one) => one.name === name);
  return tell(command ? helpOf(command) : helpOfAll(commands));
}

async function tell(text: string): Promise<number> {
  await printResult(text);
  return exits.done;
}
