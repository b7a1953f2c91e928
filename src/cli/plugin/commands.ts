/** Commands for authors of plugins and adapters. */
import { count, defineCommand, defineGroup, file, folder, text } from '../command.ts';
import {
  jsonOption,
  programExits,
  programOperand,
  rawOption,
  sizeOptions,
  socketOption,
} from '../options.ts';

const pluginOperand = { min: 1, completes: 'directory' } as const;

export const pluginNewCommand = defineCommand({
  name: 'plugin new',
  summary: 'Create an adapter from a working template.',
  details: [
    'Creates a folder with a manifest, a main.lua with three rules, a picture for each rule, a README, and files for the completion and checks of an editor. Existing files are not overwritten. The new adapter passes plugin check and plugin test.',
  ],
  options: {
    dir: folder('DIRECTORY', 'Folder to create (default: NAME in the working directory).'),
    program: text('PROGRAM', 'Program that adapter.start starts (default: NAME).'),
  },
  operands: { usage: 'NAME', min: 1, max: 1 },
  exits: { 1: 'A file already exists, or cannot be written.' },
  examples: { 'ptywright plugin new lister --program ls': 'Create ./lister.' },
  run: async (given, operands): Promise<number> =>
    (await import('./createPlugin.ts')).createPlugin(given, operands),
});

export const pluginCheckCommand = defineCommand({
  name: 'plugin check',
  summary: 'Check a plugin for problems, without running a program.',
  details: [
    'Reads the manifest and loads the Lua code like a server. Then compares the exports, the descriptions, the permissions and the pictures of the plugin. PLUGIN is a folder, a manifest, or the name of a built-in plugin.',
  ],
  options: { json: jsonOption },
  operands: { usage: 'PLUGIN', max: 1, ...pluginOperand },
  exits: { 1: 'The plugin has errors. Warnings do not change the exit status.' },
  examples: { 'ptywright plugin check ./lister': 'Print each problem with its file and line.' },
  run: async (given, operands): Promise<number> =>
    (await import('./checkPlugin.ts')).checkPlugin(given, operands),
});

export const pluginTestCommand = defineCommand({
  name: 'plugin test',
  summary: 'Test a plugin with its pictures and recordings.',
  details: [
    'Replays all files in screens/ in the emulator, and compares the state that the plugin reports with the expected one. A picture (.txt) is one screen with its expected state. A recording (.cast, asciicast v2) has a marker at each tested moment. For each failure, the expected and the actual state, the result of each rule, and the screen are printed. PLUGIN is as for plugin check. PICTURES are files, or parts of file names.',
  ],
  options: { json: jsonOption },
  operands: { usage: 'PLUGIN [PICTURES]', max: 1000, ...pluginOperand },
  exits: { 1: 'A picture failed, or the plugin has no pictures.' },
  examples: {
    'ptywright plugin test ./lister': 'Test all pictures and recordings.',
    'ptywright plugin test ./lister ready': 'Test only those with "ready" in the name.',
  },
  run: async (given, operands): Promise<number> =>
    (await import('./testPlugin.ts')).testPlugin(given, operands),
});

export const pluginCommands = defineGroup('plugin', 'Develop a plugin: new, check, test.', [
  pluginNewCommand,
  pluginCheckCommand,
  pluginTestCommand,
]);

export const adapterExplainCommand = defineCommand({
  name: 'adapter explain',
  summary: 'Explain which rule of a plugin matched a screen, and why the other rules did not.',
  details: [
    'Explains the screen of an adapter in a running server, or a picture. Rules are those that the plugin passes to ptywright.rules or reports with ptywright.rule.',
  ],
  options: {
    adapter: text('ID', 'Id of the adapter in the server, such as e1.'),
    socket: socketOption,
    plugin: folder('PLUGIN', 'Plugin for --picture: a folder, a manifest, or the name of a built-in plugin.'),
    picture: file('FILE', 'Picture or recording to explain with --plugin.'),
    at: count('N', [1, 1_000_000], 'Number of the marker in the recording, from 1.', { default: 1 }),
    json: jsonOption,
  },
  exits: { 1: 'The server, adapter, plugin or picture was not found, or the plugin failed.' },
  examples: {
    'ptywright adapter explain --adapter e1': 'Explain the current screen of an adapter.',
    'ptywright adapter explain --plugin ./lister --picture ./lister/screens/ready.txt':
      'Explain a picture, without a server.',
  },
  run: async (given): Promise<number> => (await import('./explainAdapter.ts')).explainAdapter(given),
});

export const adapterRecordCommand = defineCommand({
  name: 'adapter record',
  summary: 'Use a program by hand, and save its screens as pictures for a plugin.',
  details: [
    'Runs the program on this terminal like ptywright run, and records its output (asciicast v2). Keys: ctrl+] s saves the screen as a picture, with the state that the plugin reports, and adds a marker to the recording. If the state is wrong, correct it in both files. ctrl+] ctrl+] sends ctrl+] to the program. ctrl+] q ends the program. The saved files are listed at the end.',
    'Secrets are hidden in the files, unless --raw is given. Input is not recorded.',
  ],
  options: {
    plugin: folder(
      'PLUGIN',
      'Plugin that reports the states: a folder, a manifest, or the name of a built-in plugin.',
    ),
    dir: folder(
      'DIRECTORY',
      'Output folder (default: the folder screens of the plugin). Required for a built-in plugin.',
    ),
    name: text('NAME', 'Prefix of the file names. A number is appended.', { default: 'recording' }),
    raw: rawOption,
    ...sizeOptions,
  },
  operands: { ...programOperand, usage: '[PROGRAM [ARGUMENTS]]', min: 0 },
  exits: {
    ...programExits,
    1: 'The plugin cannot be loaded, or the files cannot be written.',
  },
  examples: {
    'ptywright adapter record --plugin ./lister -- ls':
      'Without PROGRAM, the default_target of the manifest is run.',
  },
  run: async (given, operands): Promise<number> =>
    (await import('./recordAdapter.ts')).recordAdapter(given, operands),
});

export const adapterCommands = defineGroup('adapter', 'Develop an adapter: explain, record.', [
  adapterExplainCommand,
  adapterRecordCommand,
]);
