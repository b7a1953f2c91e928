/** The whole environment of the program. Nothing is inherited from this machine. */
import type { Folders } from './places.ts';
import { apiKey } from './settings.ts';

/** Finds processes that have left their terminal. */
export const marker = 'PTYWRIGHT_AGENTS_RUN';

export const environmentOf = (
  { base, home }: Folders,
  api: string,
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  HOME: home,
  TMPDIR: base,
  [marker]: base,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_BUG_COMMAND: '1',
  ANTHROPIC_BASE_URL: api,
  ANTHROPIC_API_KEY: apiKey,
  ...more,
});
