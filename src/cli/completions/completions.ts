/** `ptywright completions`: a script for a shell, out of the declarations, so that a Tab starts no process. */
import type { AnyCommand, Group } from '../command.ts';
import type { shells } from '../commands/completions.ts';
import { commands } from '../commands/index.ts';
import { printResult } from '../print.ts';
import { exits } from '../usage.ts';
import { bash } from './bash.ts';
import { fish } from './fish.ts';
import { zsh } from './zsh.ts';

type Shell = (typeof shells)[number];

export const scripts: Readonly<Record<Shell, (commands: readonly (AnyCommand | Group)[]) => string>> = {
  bash,
  zsh,
  fish,
};

export async function completions(shell: Shell): Promise<number> {
  await printResult(scripts[shell](commands));
  return exits.done;
}
