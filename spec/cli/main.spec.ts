/** The top level of the command line: version, help, and invalid arguments. */
import { describe, expect, it } from 'vitest';
import { isCommandGroup } from '#cli/command.ts';
import { loadCommands, runnableCommands } from '#cli/commands.ts';
import { formatHelp } from '#cli/help.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { runCommand } from './inProcess.ts';
import { ptywright } from './ptywright.ts';

const commands = await loadCommands();

describe('the command line', () => {
  it.each(['--version', '-v'])('prints its version for %s', async (option) => {
    expect(await ptywright([option])).toMatchObject({
      status: 0,
      stdout: `ptywright ${packageFile.version}\n`,
      stderr: '',
    });
  });

  it.each([[[]], [['--help']], [['help']]])('lists all commands for %j', async (words) => {
    const { status, stdout, stderr } = await runCommand(words);
    expect([status, stderr]).toEqual([0, '']);
    for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  });

  it('shows three things to try', async () => {
    const { stdout } = await runCommand([]);
    expect(stdout).toMatch(/Examples:\n(?: {2}ptywright .*\n {6}\S.*\n){3}/);
  });

  it('groups the commands in 80 columns, the most common ones first', async () => {
    const { stdout } = await runCommand([]);
    const titles = [...stdout.matchAll(/^(\w.*):$/gm)].map(([, title]) => title);
    expect(titles.slice(0, 2)).toEqual(['Drive a program, step by step', 'Run a program once']);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  const named = new Map([...commands, ...runnableCommands(commands)].map((one) => [one.name, one]));

  it.each([...named])('has a page for %s, in lines that fit', async (name, command) => {
    const page = await formatHelp(command);
    expect(page).toContain(`Usage: ptywright ${name} `);
    expect(page).toContain('--help');
    expect(page.split('\n').filter((line) => line.length > 80 && !line.startsWith('  ptywright'))).toEqual(
      [],
    );
  });

  it.each([
    ['serve', 'help serve'],
    ['serve', 'serve --help'],
    ['serve', 'serve -h'],
    ['plugin', 'plugin'],
    ['plugin', 'help plugin'],
    ['plugin check', 'help plugin check'],
    ['plugin check', 'plugin check --help'],
  ])('prints the page for %s with: %s', async (name, words) => {
    const stdout = await formatHelp(named.get(name)!);
    expect(await runCommand(words.split(' '))).toEqual({ status: 0, signal: null, stdout, stderr: '' });
  });

  it.each(commands.filter(isCommandGroup))('describes the commands of $name', async (group) => {
    const page = await formatHelp(group);
    expect(group.commands.length).toBeGreaterThan(1);
    for (const one of group.commands)
      expect(page).toMatch(new RegExp(`^  ${one.name.split(' ')[1]}\\b`, 'm'));
  });

  it('omits hidden commands', async () => {
    expect(await formatHelp(named.get('serve')!)).not.toContain('check-replies');
  });

  it.each([
    [['nonsense'], 'ptywright: nonsense: no such command (see ptywright --help)'],
    [['srve'], 'ptywright: srve: no such command; did you mean serve? (see ptywright --help)'],
    [['--nonsense'], 'ptywright: --nonsense: no such option (see ptywright --help)'],
    [
      ['serve', '--scoket', 'x'],
      'ptywright serve: --scoket: no such option; did you mean --socket? (see ptywright serve --help)',
    ],
    [
      ['serve', 'x'],
      'ptywright serve: x: unexpected program; only a listener of termwright starts one (see ptywright serve --help)',
    ],
    [
      ['plugin', 'chek'],
      'ptywright plugin: chek: no such command; did you mean check? (see ptywright plugin --help)',
    ],
    [['plugin', '--json'], 'ptywright plugin: --json: no such option (see ptywright plugin --help)'],
    [['plugin', 'new'], 'ptywright plugin new: expected NAME (see ptywright plugin new --help)'],
    [['run'], 'ptywright run: expected PROGRAM [ARGUMENTS] (see ptywright run --help)'],
    [
      ['completions', 'tcsh'],
      'ptywright completions: tcsh: expected bash, zsh, fish (see ptywright completions --help)',
    ],
  ])('answers %j in one line on standard error, and with 2', async (words, line) => {
    expect(await runCommand(words)).toMatchObject({ status: 2, stdout: '', stderr: `${line}\n` });
  });
});
