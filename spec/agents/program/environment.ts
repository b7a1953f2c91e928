/** The environment that every agent gets. Nothing is inherited from this machine but the path of its programs. */
import type { Folders } from './places.ts';

/** Finds processes that have left their terminal. */
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
