/** `ptywright plugin check`: what is wrong with a plugin, as far as it can be known without its program. */
import type { Given } from '../command.ts';
import type { check } from '../commands/plugin.ts';
import { printResult } from '../print.ts';
import { exits, Failure } from '../usage.ts';
import { type Located, locate } from './locate.ts';
import type { Problem } from './problem.ts';
import { problemsOf } from './problems.ts';

export async function checkPlugin(
  { json }: Given<typeof check.options>,
  [word = '']: readonly string[],
): Promise<number> {
  const { name, problems } = await checked(word);
  const errors = problems.filter(({ level }) => level === 'error').length;
  const warnings = problems.length - errors;
  const lines = problems.map(
    ({ level, where, text }) => `${where === '' ? '' : `${where}: `}${level}: ${text}`,
  );
  const last = `${name}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  await printResult(
    json
      ? `${JSON.stringify({ plugin: name, passed: errors === 0, problems }, null, 2)}\n`
      : `${[...lines, last].join('\n')}\n`,
  );
  return errors === 0 ? exits.done : exits.failed;
}

const counted = (count: number, what: string) =>
  `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;

async function checked(word: string): Promise<{ name: string; problems: readonly Problem[] }> {
  const located = tryLocate(word);
  if (located instanceof Failure)
    return { name: word, problems: [{ level: 'error', where: '', text: located.message }] };
  try {
    return { name: located.plugin.name, problems: await problemsOf(located) };
  } finally {
    await located.plugins.close();
  }
}

/** A manifest that is wrong is a result like any other. */
function tryLocate(word: string): Located | Failure {
  try {
    return locate(word);
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}
