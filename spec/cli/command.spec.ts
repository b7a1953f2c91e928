/** The parser of command lines: options, values, and program arguments. */
import { describe, expect, it } from 'vitest';
import { defineCommand, parseCommandLine } from '#cli/command.ts';
import { loadCommands, runnableCommands } from '#cli/commands.ts';

const sample = defineCommand({
  name: 'sample',
  summary: 'For this spec.',
  options: {
    flag: { type: 'boolean', describe: '' },
    text: { type: 'string', value: 'TEXT', describe: '' },
    many: { type: 'string', value: 'TEXT', array: true, alias: 'm', describe: '' },
    colour: { type: 'string', value: 'COLOUR', choices: ['red', 'blue'], default: 'red', describe: '' },
    count: { type: 'number', value: 'N', min: 1, max: 500, default: 24, describe: '' },
    secret: { type: 'boolean', hidden: true, describe: '' },
  },
  operands: { usage: 'PROGRAM [ARGUMENTS]', min: 0, max: 3, ofProgram: true },
  run: async () => 0,
});

const runnable = runnableCommands(await loadCommands());

const given = (...words: string[]) => parseCommandLine(sample, words).given;
const problem =
  (...words: string[]) =>
  () =>
    parseCommandLine(sample, words);

describe('parsing arguments', () => {
  it('gives every option a value, also absent ones', () => {
    expect(given()).toEqual({
      flag: false,
      text: undefined,
      many: [],
      colour: 'red',
      count: 24,
      secret: false,
    });
  });

  it('takes a value apart, after an equals sign, and when it begins with a dash', () => {
    expect(given('--text', 'a', '--many=b=c', '--many', '-x', '--count', '7', '--flag')).toMatchObject({
      text: 'a',
      many: ['b=c', '-x'],
      count: 7,
      flag: true,
    });
  });

  it('takes a value apart from a letter, or attached to it', () => {
    expect(given('-m', 'a', '-mb=c', '-m-x', 'ls', '-md')).toMatchObject({ many: ['a', 'b=c', '-x'] });
    expect(problem('-m')).toThrow(new Error('-m needs a value: -m TEXT'));
  });

  it('uses the last of repeated options', () => {
    expect(given('--count', '1', '--count', '2').count).toBe(2);
  });

  it('passes arguments after the program to the program', () => {
    for (const words of [
      ['--flag', 'ls', '--text', '--help'],
      ['--flag', '--', 'ls', '--text', '--help'],
    ])
      expect(parseCommandLine(sample, words)).toMatchObject({
        help: false,
        given: { flag: true, text: undefined },
        operands: ['ls', '--text', '--help'],
      });
  });

  it('runs a program whose name looks like an option', () => {
    expect(parseCommandLine(sample, ['--', '--', 'a']).operands).toEqual(['--', 'a']);
  });

  it('takes no argument as the value of a flag, and no argument after -- as an option', () => {
    expect(parseCommandLine(sample, ['--flag', 'true'])).toMatchObject({
      given: { flag: true },
      operands: ['true'],
    });
    const { options } = sample;
    const freely = defineCommand({ ...sample, options, operands: { usage: 'WORDS', min: 0, max: 3 } });
    expect(parseCommandLine(freely, ['help', '1e3', '--', '--flag'])).toMatchObject({
      help: false,
      given: { flag: false },
      operands: ['help', '1e3', '--flag'],
    });
  });

  it.each([
    [['--txet', 'a'], '--txet: no such option; did you mean --text?'],
    [['--secert'], '--secert: no such option'],
    [['-f'], '-f: no such option'],
    [['--toString'], '--toString: no such option'],
    [['--flag=1'], '--flag takes no value'],
    [['--text'], '--text needs a value: --text TEXT'],
    [['--text', '--flag'], '--text needs a value; if it is --flag, write --text=--flag'],
    [['--colour', 'rad'], '--colour rad: expected red, blue; did you mean red?'],
    [['--count', '0'], '--count 0: expected a whole number from 1 to 500'],
    [['--count', '1e2'], '--count 1e2: expected a whole number from 1 to 500'],
    [['--count='], '--count : expected a whole number from 1 to 500'],
    [['a', 'b', 'c', 'd'], 'd: not expected; expected PROGRAM [ARGUMENTS]'],
  ])('refuses %j', (words, message) => {
    expect(problem(...words)).toThrow(new Error(message));
  });

  it('shows help before it validates anything else', () => {
    expect(parseCommandLine(sample, ['--help', '--nonsense'])).toMatchObject({ help: true });
    expect(parseCommandLine(sample, ['-h'])).toMatchObject({ help: true });
  });
});

describe('the table of commands', () => {
  const examples = runnable.flatMap(({ name, examples = {} }) =>
    Object.keys(examples)
      .filter((line) => line.startsWith('ptywright '))
      .map((line) => [name, line.split(' | ')[0]!] as const),
  );

  it.each(examples)('%s takes its example: %s', (name, line) => {
    const one = runnable.find((command) => command.name === name)!;
    const words = (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/, '$1'));
    const command = ['ptywright', ...name.split(' ')];
    expect(words.slice(0, command.length)).toEqual(command);
    expect(() => parseCommandLine(one, words.slice(command.length))).not.toThrow();
  });
});
