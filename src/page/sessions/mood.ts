/** What a person should think of a session at a glance: one word, from what the server and the plugin say of it. */
import type { State, Watched } from './sessions.ts';

export type Mood = 'needs you' | 'failed' | 'held' | 'ready' | 'busy' | 'runs' | 'ended';

export function moodOf({ told, state }: Pick<Watched, 'told' | 'state'>): Mood {
  if (told.exit) return told.exit.exit_code === 0 ? 'ended' : 'failed';
  if (told.holder) return 'held';
  return state ? moodOfState(state) : 'runs';
}

/** States are words of plugins; most say by how they begin whose turn it is. */
function moodOfState({ state }: State): Mood {
  if (/^(?:waiting_for|needs|asks)/.test(state)) return 'needs you';
  if (/error|failed/.test(state)) return 'failed';
  if (/^(?:ready|idle|completed)/.test(state)) return 'ready';
  return 'busy';
}

/** The state in words, or how the program ended. */
export function stateInWords({ told, state }: Pick<Watched, 'told' | 'state'>): string {
  if (told.exit) return exitInWords(told.exit);
  if (state) return state.state.replaceAll('_', ' ');
  return told.holder ? 'taken over' : 'runs';
}

export const exitInWords = ({ exit_code, signal }: NonNullable<Watched['told']['exit']>): string =>
  signal ? `ended by ${signal}` : `ended with ${exit_code ?? 'no status'}`;

/** Its name, what the program calls itself, or the program. */
export const nameOf = ({ told: { name, title, program } }: Pick<Watched, 'told'>): string =>
  name ?? (title?.trim() || fileName(program));

const fileName = (path: string): string => path.split('/').at(-1) || path;

/** The command as it was given. */
export const commandOf = ({ told: { program, args } }: Pick<Watched, 'told'>): string =>
  [fileName(program), ...args].join(' ');
