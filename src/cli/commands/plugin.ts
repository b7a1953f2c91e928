/** Commands for those who write plugins: begin one, look it over, and hold it against its pictures. */
import { command, type Group } from '../command.ts';

const operand = { min: 1, completes: 'directory' } as const;
const json = { kind: 'flag', summary: 'Print the result as JSON.' } as const;

export const fresh = command({
  name: 'plugin new',
  summary: 'Begin an adapter: files that work, to be changed.',
  details: [
    'Makes a folder with a manifest, main.lua with three rules, a picture for each of them, a page, and what an editor needs to complete and check the Lua. Nothing that is there is overwritten. The new adapter passes plugin check and plugin test as it is.',
  ],
  options: {
    dir: {
      kind: 'text',
      value: 'DIRECTORY',
      completes: 'directory',
      summary: 'The folder to make; NAME in the working directory if not given.',
    },
    program: {
      kind: 'text',
      value: 'PROGRAM',
      summary: 'The program that adapter.start starts; NAME if not given.',
    },
  },
  operands: { usage: 'NAME', min: 1, max: 1 },
  exits: { 1: 'Something is in the way, or cannot be written.' },
  examples: { 'ptywright plugin new lister --program ls': 'Makes ./lister.' },
  run: async (given, operands): Promise<number> =>
    (await import('../plugin/fresh.ts')).makePlugin(given, operands),
});

export const check = command({
  name: 'plugin check',
  summary: 'Say what is wrong with a plugin, without running a program.',
  details: [
    'Reads the manifest, loads the Lua as a server would, and compares what the plugin exports, describes, uses and promises. PLUGIN is a folder, a manifest, or the name of a built-in plugin.',
  ],
  options: { json },
  operands: { usage: 'PLUGIN', max: 1, ...operand },
  exits: { 1: 'Something is wrong with it. What is only doubtful is told and changes nothing.' },
  examples: { 'ptywright plugin check ./lister': 'Each problem with its file and line.' },
  run: async (given, operands): Promise<number> =>
    (await import('../plugin/check.ts')).checkPlugin(given, operands),
});

export const test = command({
  name: 'plugin test',
  summary: 'Show a plugin its pictures and recordings, and compare what it says.',
  details: [
    'Everything in screens/ is replayed through the real emulator: a picture (.txt) is one screen with the state it is, a recording (.cast, asciicast v2) has a marker wherever the plugin is to be asked. Of what fails, the expected and the given answer are printed, what each rule said, and the screen. PLUGIN is as for plugin check; PICTURES are files or parts of their names.',
  ],
  options: { json },
  operands: { usage: 'PLUGIN [PICTURES]', max: 1000, ...operand },
  exits: { 1: 'A picture fails, or there is none.' },
  examples: {
    'ptywright plugin test ./lister': 'All of them.',
    'ptywright plugin test ./lister ready': 'Those with "ready" in their name.',
  },
  run: async (given, operands): Promise<number> =>
    (await import('../plugin/test.ts')).testPlugin(given, operands),
});

export const plugin: Group = {
  name: 'plugin',
  summary: 'Write a plugin: new, check, test.',
  commands: [fresh, check, test],
};
