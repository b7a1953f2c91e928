/** The table of all commands. Each is loaded when it is needed. */
import { limits } from '#limits.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { type AnyCommand, defineCommand, unknownCommand } from './command.ts';
import { exitCodes } from './errors.ts';
import { printResult } from './print.ts';

export const { version } = packageFile;

type Load = () => Promise<AnyCommand>;

/** In the order of the help. */
export const commandLoaders: Readonly<Record<string, Load>> = {
  serve: async () => (await import('./serve/command.ts')).serveCommand,
  run: async () => (await import('./run/command.ts')).runCommand,
  attach: async () => (await import('./attach/command.ts')).attachCommand,
  exec: async () => (await import('./exec/command.ts')).execCommand,
  steps: async () => (await import('./steps/command.ts')).stepsCommand,
  call: async () => (await import('./call.ts')).callCommand,
  mcp: async () => (await import('./serve/command.ts')).mcpCommand,
  watch: async () => (await import('./watch.ts')).watchCommand,
  record: async () => (await import('./recording/commands.ts')).recordCommand,
  replay: async () => (await import('./recording/commands.ts')).replayCommand,
  convert: async () => (await import('./recording/commands.ts')).convertCommand,
  adapter: async () => (await import('./plugin/commands.ts')).adapterCommands,
  plugin: async () => (await import('./plugin/commands.ts')).pluginCommands,
  tuispec: async () => (await import('./tuispec/commands.ts')).tuispecCommands,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  completions: async () => (await import('./completions.ts')).completionsCommand,
};

export const loadCommands = (): Promise<readonly AnyCommand[]> =>
  Promise.all(Object.values(commandLoaders).map((load) => load()));

/** All commands that can be run, with those of groups. */
export const runnableCommands = (commands: readonly AnyCommand[]): readonly AnyCommand[] =>
  commands.flatMap((one) => one.commands ?? one);

/** The command line without a command. Its help lists all commands. */
export const ptywright = defineCommand({
  name: '',
  summary: 'Drive any terminal program: one server, spoken to in JSON-RPC.',
  options: { version: { type: 'boolean', alias: ['v', 'V'], describe: 'Print the version.' } },
  operands: { usage: 'COMMAND', min: 0, max: limits.args, ofProgram: true },
  environment: {
    PTYWRIGHT_HOME: 'Folder of the configuration, the default socket and the logs (default: ~/.ptywright).',
    PTYWRIGHT_LOG: 'What is logged: off, error, warn, info, debug or trace.',
    PTYWRIGHT_REGEX: 'Set to re2js to run patterns in JavaScript even where re2 loads.',
  },
  examples: {
    "ptywright exec --type 'echo $((6*7))' --key enter --wait 42 -- sh":
      'Start a program, type, wait for the answer, and print the screen.',
    'ptywright serve': 'Start a server; it prints a command to try.',
    'ptywright doctor': 'Check that ptywright can run on this machine.',
  },
  run: async (given, [word = '']) => {
    if (!given.version) throw unknownCommand(word, Object.keys(commandLoaders));
    await printResult(`ptywright ${version}\n`);
    return exitCodes.done;
  },
});
