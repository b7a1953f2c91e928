/** The arguments of the program that runs agents. */
import { expect, it } from 'vitest';
import { UsageError } from '#cli/errors.ts';
import { readArguments } from './arguments.ts';

it('runs the pinned versions of the named agents, or the given version of each', () => {
  const programs = (...words: string[]) => {
    const requested = readArguments(words);
    if (typeof requested === 'string') throw new Error(requested);
    return requested.programs.map(({ agent, version }) => `${agent.name} ${version}`);
  };
  expect(programs('--agents', 'pi')).toEqual(['pi latest', 'pi 0.70.6', 'pi 0.67.68']);
  expect(programs('--agents', 'pi,codex', '--versions', 'codex@0.144.4,latest')).toEqual([
    'pi latest',
    'codex 0.144.4',
    'codex latest',
  ]);
  expect(programs('--agents', '')).toEqual([]);
});

it('names each option in the help', () => {
  expect(readArguments(['--help'])).toMatch(/^Usage: npm run agents -- .*--merge FILES .*--step-ms MS /s);
});

it.each([
  { words: ['--agent', 'pi'], message: '--agent: no such option; did you mean --agents?' },
  { words: ['--agents', 'aider'], message: /^aider: expected claude-code, codex, / },
  { words: ['--jobs', 'many'], message: '--jobs many: expected a whole number from 1 to 64' },
  { words: ['--json'], message: '--json needs a value: --json FILE' },
])('refuses $words', ({ words, message }) => {
  expect(() => readArguments(words)).toThrow(UsageError);
  expect(() => readArguments(words)).toThrow(message);
});
