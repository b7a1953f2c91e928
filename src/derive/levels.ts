/** Released levels of the protocol: each is the whole document as it was on that day, and never changes again. */
import { level } from '../dialects/ptywright/level.ts';
import { document, type Protocol } from './document.ts';
import { folder, read, readIfThere, write } from './project.ts';

const levels = 'spec/protocol/levels';

export const frozenPath = (number = level): string => `${levels}/${number}.json`;

/** Says whether it froze: a level that is frozen stays as it is. */
export function freeze(): boolean {
  if (readIfThere(frozenPath()) !== undefined) return false;
  write(frozenPath(), `${JSON.stringify(document(), null, 2)}\n`);
  return true;
}

export interface FrozenLevel {
  readonly number: number;
  readonly protocol: Protocol;
}

export const frozenLevels = (): readonly FrozenLevel[] =>
  folder(levels)
    .files.filter((name) => /^\d+\.json$/.test(name))
    .map((name) => ({
      number: Number.parseInt(name, 10),
      protocol: JSON.parse(read(`${levels}/${name}`)) as Protocol,
    }));
