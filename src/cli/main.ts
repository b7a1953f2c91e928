/** The command line: finds the command, reads its words, runs it, and turns what went wrong into one line. */

import { nearest } from '../platform/near.ts';
import { type AnyCommand, type Group, isGroup, lastWord } from './command.ts';
import { commands } from './commands/index.ts';
import { printNote, printResult } from './print.ts';
import { read } from './read.ts';
import { exits, Failure, UsageError } from './usage.ts';
import { version } from './version.ts';

export async function main(words: readonly string[]): Promise<never> {
  process.exit(await statusOf(words));
}

async function statusOf(words: readonly string[]): Promise<number> {
  const [word, ...rest] = words;
  if (word === undefined || asksForHelp(word)) return help(rest);
  if (word === '--version' || word === '-V') return tell(`ptywright ${version}\n`);
  const found = commands.find(({ name }) => name === word);
  if (!found) return unknown('ptywright', word, commands);
  return isGroup(found) ? ofGroup(found, rest) : run(found, rest);
}

const asksForHelp = (word: string) => word === '--help' || word === '-h' || word === 'help';

async function ofGroup(group: Group, [word, ...rest]: readonly string[]): Promise<number> {
  if (word === undefined || asksForHelp(word)) return help([group.name, ...rest]);
  const found = group.commands.find((one) => lastWord(one) === word);
  return found ? run(found, rest) : unknown(`ptywright ${group.name}`, word, group.commands);
}

async function unknown(said: string, word: string, known: readonly (AnyCommand | Group)[]): Promise<number> {
  const kind = word.startsWith('-') ? 'option' : 'command';
  await printNote(
    `${said}: ${word}: no such ${kind}${nearest(word, known.map(lastWord))} (see ${said} --help)`,
  );
  return exits.usage;
}

async function run(command: AnyCommand, words: readonly string[]): Promise<number> {
  try {
    const { help: wanted, given, operands, order } = read(command, words);
    return wanted ? await help(command.name.split(' ')) : await command.run(given, operands, order);
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

/** The page of a command, of a group, or of all, as far as the words are known. */
async function help([first, second]: readonly string[]): Promise<number> {
  const { helpOf, helpOfAll, helpOfGroup } = await import('./help.ts');
  const one = commands.find(({ name }) => name === first);
  if (!one) return tell(helpOfAll(commands));
  if (!isGroup(one)) return tell(helpOf(one));
  const inner = one.commands.find((command) => lastWord(command) === second);
  return tell(inner ? helpOf(inner) : helpOfGroup(one));
}

async function tell(text: string): Promise<number> {
  await printResult(text);
  return exits.done;
}
