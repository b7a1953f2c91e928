/** The environment of every agent. Only PATH is inherited from this machine. */
import type { Folders } from './folders.ts';

/** Marks the processes of a run, also those that have left their terminal. */
export const marker = 'PTYWRIGHT_AGENTS_RUN';

export const environmentOf = (
  { base, home }: Folders,
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  HOME: home,
  TMPDIR: base,
  [marker]: base,
  ...more,
});
