/** The table of all commands. Each is loaded when it is needed. */
import { limits } from '#limits.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { type AnyCommand, defineCommand, flag, unknownCommand } from './command.ts';
import { exitCodes } from './errors.ts';
import { printResult } from './print.ts';

export const { version } = packageFile;

type Load = () => Promise<AnyCommand>;

interface LoadedGroup {
  readonly title: string;
  readonly loaders: Readonly<Record<string, Load>>;
}

/** In the order of the help: what most people need comes first. */
const groups: readonly LoadedGroup[] = [
  {
    title: 'Drive a program, step by step',
    loaders: {
      start: async () => (await import('./short/sessions.ts')).startCommand,
      sessions: async () => (await import('./short/sessions.ts')).sessionsCommand,
      type: async () => (await import('./short/input.ts')).typeCommand,
      press: async () => (await import('./short/input.ts')).pressCommand,
      paste: async () => (await import('./short/input.ts')).pasteCommand,
      click: async () => (await import('./short/input.ts')).clickCommand,
      act: async () => (await import('./short/input.ts')).actCommand,
      wait: async () => (await import('./short/waits.ts')).waitCommand,
      expect: async () => (await import('./short/waits.ts')).expectCommand,
      read: async () => (await import('./short/reading.ts')).readCommand,
      picture: async () => (await import('./short/reading.ts')).pictureCommand,
      signal: async () => (await import('./short/sessions.ts')).signalCommand,
      resize: async () => (await import('./short/sessions.ts')).resizeCommand,
      close: async () => (await import('./short/sessions.ts')).closeCommand,
    },
  },
  {
    title: 'Run a program once',
    loaders: {
      exec: async () => (await import('./exec/command.ts')).execCommand,
      steps: async () => (await import('./steps/command.ts')).stepsCommand,
      trace: async () => (await import('./recording/commands.ts')).traceCommand,
      codegen: async () => (await import('./codegen/command.ts')).codegenCommand,
      run: async () => (await import('./run/command.ts')).runCommand,
    },
  },
  {
    title: 'Watch and record',
    loaders: {
      attach: async () => (await import('./attach/command.ts')).attachCommand,
      watch: async () => (await import('./watch.ts')).watchCommand,
      record: async () => (await import('./recording/commands.ts')).recordCommand,
      replay: async () => (await import('./recording/commands.ts')).replayCommand,
      convert: async () => (await import('./recording/commands.ts')).convertCommand,
    },
  },
  {
    title: 'Servers and protocols',
    loaders: {
      serve: async () => (await import('./serve/command.ts')).serveCommand,
      fleet: async () => (await import('./short/fleet.ts')).fleetCommand,
      call: async () => (await import('./call.ts')).callCommand,
      mcp: async () => (await import('./serve/command.ts')).mcpCommand,
      acp: async () => (await import('./acp.ts')).acpCommand,
      tuispec: async () => (await import('./tuispec/commands.ts')).tuispecCommands,
    },
  },
  {
    title: 'Plugins',
    loaders: {
      plugin: async () => (await import('./plugin/commands.ts')).pluginCommands,
      adapter: async () => (await import('./plugin/commands.ts')).adapterCommands,
    },
  },
  {
    title: 'Set-up and help',
    loaders: {
      doctor: async () => (await import('./doctor.ts')).doctorCommand,
      completions: async () => (await import('./completions.ts')).completionsCommand,
      skill: async () => (await import('./short/agents.ts')).skillCommand,
      'agent-context': async () => (await import('./short/agents.ts')).agentContextCommand,
    },
  },
];

/** The names of the commands, as the help groups them. */
export const commandGroups = groups.map(({ title, loaders }) => ({ title, commands: Object.keys(loaders) }));

export const commandLoaders: Readonly<Record<string, Load>> = Object.assign(
  {},
  ...groups.map(({ loaders }) => loaders),
);

export const loadCommands = (): Promise<readonly AnyCommand[]> =>
  Promise.all(Object.values(commandLoaders).map((load) => load()));

/** All commands that can be run, with those of groups. */
export const runnableCommands = <C extends { readonly commands?: readonly C[] }>(commands: readonly C[]) =>
  commands.flatMap((one): readonly C[] => one.commands ?? [one]);

/** The command line without a command. Its help lists all commands. */
export const ptywright = defineCommand({
  name: '',
  summary: 'Drive any terminal program, through one server with JSON-RPC.',
  options: { version: flag('Print the version.', { alias: ['v', 'V'] }) },
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
