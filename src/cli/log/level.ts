/** How much is logged. The environment goes before the file. */
import { UsageError } from '../usage.ts';

export const levels = ['off', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type Level = (typeof levels)[number];

const isLevel = (word: string): word is Level => levels.some((level) => level === word);

export const includes = (limit: Level, level: Level) => levels.indexOf(level) <= levels.indexOf(limit);

/**
 * PTYWRIGHT_LOG: a level, alone or as `ptywright=LEVEL`, in a list with commas. What names another program belongs to
 * that program.
 */
export function levelOf(directives: string | undefined): Level | undefined {
  let level: Level | undefined;
  for (const directive of (directives ?? '').split(',')) {
    const [target, word] = directive.includes('=') ? directive.split('=', 2) : ['ptywright', directive];
    const wanted = word!.trim().toLowerCase();
    if (target!.trim() !== 'ptywright' || wanted === '') continue;
    if (!isLevel(wanted))
      throw new UsageError(`PTYWRIGHT_LOG: ${wanted}: expected ${levels.join(', ')}`, 'environment');
    level = wanted;
  }
  return level;
}
