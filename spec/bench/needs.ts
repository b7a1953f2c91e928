/** Programs of the system that a row may need, and whether they are installed. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const programs = {
  tmux: ['tmux'],
  vim: ['vim'],
  htop: ['htop'],
  'nats-server': ['nats-server'],
  'cc or python3': ['cc', 'python3'],
} as const;

export type Need = keyof typeof programs;

export const missing = (needs: readonly Need[] = []): Need[] =>
  needs.filter((need) => !programs[need].some((program) => pathOf(program)));

export function pathOf(program: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  return places.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
