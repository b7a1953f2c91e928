/** The commands for agents: `agent-context` and `skill`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLoaders, loadCommands, runnableCommands } from '#cli/commands.ts';
import { runCommand } from '../inProcess.ts';
import { freshHome } from '../ptywright.ts';

const skill = readFileSync(new URL('../../../docs/skills/ptywright/SKILL.md', import.meta.url), 'utf8');

describe('agent-context', () => {
  it('has every command with its options, defaults and exit statuses', async () => {
    const { status, stdout } = await runCommand(['agent-context']);
    expect(status).toBe(0);
    const { kind, commands, groups } = JSON.parse(stdout);
    expect(kind).toBe('agent_context');
    const declared = runnableCommands(await loadCommands()).map(({ name }) => name);
    expect(commands.map(({ name }: { name: string }) => name)).toEqual(declared);
    expect(groups.flatMap((group: { commands: string[] }) => group.commands)).toEqual(
      Object.keys(commandLoaders),
    );
    const wait = commands.find(({ name }: { name: string }) => name === 'wait');
    expect(wait).toMatchObject({
      operands: 'KIND [VALUE]',
      values: ['text', 'gone', 'title', 'command', 'idle', 'exit', 'bell', 'clipboard'],
      exits: { 0: 'Done.', 3: 'The session does not exist.' },
    });
    expect(wait.options).toContainEqual(
      expect.objectContaining({ name: '--timeout', type: 'number', default: 30_000, min: 0 }),
    );
    expect(stdout).not.toContain('check-replies');
  });

  it('has only the requested commands', async () => {
    const { stdout } = await runCommand(['agent-context', 'act', 'plugin']);
    const names = JSON.parse(stdout).commands.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['act', 'plugin new', 'plugin check', 'plugin test']);
    expect(await runCommand(['agent-context', 'atc'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('atc: no such command'),
    });
  });
});

describe('skill', () => {
  it('is short, has the header of a skill, and names only commands and options that exist', async () => {
    expect(skill.split('\n').length).toBeLessThan(150);
    expect(skill).toMatch(/^---\nname: ptywright\ndescription: .+\n---\n/);
    const commands = new Map((await loadCommands()).map((one) => [one.name, one]));
    const lines = [...skill.matchAll(/^ptywright (\S+)(.*)$/gm)];
    expect(lines.length).toBeGreaterThan(8);
    for (const [, name, rest] of lines) {
      const command = commands.get(name!);
      expect(command, name).toBeDefined();
      for (const [, option] of rest!.matchAll(/ --([a-z-]+)/g))
        expect(Object.keys(command!.options), `${name} --${option}`).toContain(option);
    }
  });

  it('is printed, and installed without overwriting', async () => {
    expect(await runCommand(['skill'])).toMatchObject({ status: 0, stdout: skill });
    const folder = freshHome();
    const file = join(folder, 'ptywright', 'SKILL.md');
    expect(await runCommand(['skill', '--install', folder])).toMatchObject({
      status: 0,
      stdout: `${file}\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe(skill);
    expect(await runCommand(['skill', '--install', folder])).toMatchObject({
      status: 1,
      stderr: `ptywright skill: ${file} already exists; overwrite it with --force\n`,
    });
    expect((await runCommand(['skill', '--install', folder, '--force'])).status).toBe(0);
  });
});
