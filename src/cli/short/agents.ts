/** Commands that describe the command line to programs: `agent-context` and `skill`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '#platform/paths.ts';
import {
  type AnyCommand,
  type CommandOptions,
  defineCommand,
  flag,
  folder,
  unknownCommand,
} from '../command.ts';
import { commandGroups, loadCommands, runnableCommands, version } from '../commands.ts';
import { exitCodes } from '../errors.ts';
import { createFolder, readTextFile, writeOutputFile } from '../files.ts';
import { printJson, printResult } from '../print.ts';

export const agentContextCommand = defineCommand({
  name: 'agent-context',
  summary: 'Print all commands, options, defaults and exit statuses as JSON.',
  details: ['With COMMAND, it prints only these commands.'],
  options: {},
  operands: { usage: '[COMMAND...]', min: 0, max: 100 },
  examples: { 'ptywright agent-context': 'Print one JSON object.' },
  run: async (_, words): Promise<number> => {
    const known = runnableCommands(await loadCommands());
    const unknown = words.find((word) => !known.some((command) => isCalled(command, word)));
    if (unknown !== undefined)
      throw unknownCommand(
        unknown,
        known.map(({ name }) => name),
      );
    const selected =
      words.length === 0 ? known : known.filter((command) => words.some((word) => isCalled(command, word)));
    const commands = selected.map(describeCommand);
    const groups = commandGroups.map(({ title, commands }) => ({ title, commands }));
    await printJson({ kind: 'agent_context', version, groups, commands });
    return exitCodes.done;
  },
});

/** The first word of a name of two words names the whole group. */
const isCalled = ({ name }: AnyCommand, word: string): boolean =>
  name === word || name.startsWith(`${word} `);

const describeCommand = ({ name, summary, details, options, operands, exits, examples }: AnyCommand) => ({
  name,
  summary,
  ...(details && { details }),
  ...(operands && { operands: operands.usage, values: operands.choices ?? operands.first }),
  options: describeOptions(options),
  exits: { 0: 'Done.', 2: 'Invalid arguments.', ...exits },
  ...(examples && { examples: Object.keys(examples) }),
});

const describeOptions = (options: CommandOptions) =>
  Object.entries(options)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, { type, describe, value, choices, array, default: otherwise, min, max }]) => ({
      name: `--${name}`,
      type,
      describe,
      ...(value && { value }),
      ...(choices && { choices }),
      ...(array && { repeatable: true }),
      default: otherwise ?? (array ? [] : type === 'boolean' ? false : null),
      ...(type === 'number' && { min, max }),
    }));

const maxSkillBytes = 100_000;

export const skillCommand = defineCommand({
  name: 'skill',
  summary: 'Print instructions for AI agents that drive terminals with ptywright.',
  options: {
    install: folder(
      'DIR',
      'Write them to DIR/ptywright/SKILL.md instead, where DIR is the folder of skills of an agent.',
    ),
    force: flag('Overwrite an existing file.'),
  },
  exits: { 1: 'The file cannot be written.' },
  examples: { 'ptywright skill --install skills': 'Write skills/ptywright/SKILL.md.' },
  run: async ({ install, force }): Promise<number> => {
    const text = readTextFile(
      join(packageFolder(), 'docs', 'skills', 'ptywright', 'SKILL.md'),
      maxSkillBytes,
    );
    if (install === undefined) {
      await printResult(text);
      return exitCodes.done;
    }
    const folder = join(install, 'ptywright');
    createFolder(folder);
    const file = join(folder, 'SKILL.md');
    await writeOutputFile(file, force, async (path) => writeFileSync(path, text));
    await printResult(`${file}\n`);
    return exitCodes.done;
  },
});
