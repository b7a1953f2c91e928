/** Claude Code. Its hooks report the events of a turn. */
import type { Agent } from '../program/agent.ts';
import { variantNames } from '../scenarios/variants.ts';
import { scenarios } from './scenarios/index.ts';
import { readSession } from './sessionFile.ts';
import { readSessionFiles } from './sessions.ts';
import { apiKey, hookNames, writeSettings } from './settings.ts';

export const claudeCode: Agent = {
  name: 'claude-code',
  package: '@anthropic-ai/claude-code',
  // The first and the last version of each known display behaviour. Excludes 2.1.0 to 2.1.111, whose defects
  // docs/claude-code.md lists.
  versions: [
    '2.0.76',
    '2.1.112',
    '2.1.150',
    '2.1.197',
    '2.1.228',
    '2.1.260',
    '2.1.290',
    '2.1.310',
    '2.1.326',
    'latest',
  ],
  // Native builds are in a separate package. Older versions are JavaScript.
  executables: ['@anthropic-ai/claude-code-{system}/claude', '.bin/claude'],
  args: ['--permission-mode', 'default'],
  prepare({ folders, api, version, options }) {
    writeSettings(folders, version, options);
    return {
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_BUG_COMMAND: '1',
      ANTHROPIC_BASE_URL: api,
      ANTHROPIC_API_KEY: apiKey,
    };
  },
  scenarios,
  variants: variantNames,
  events: new Set(hookNames),
  readStoredTurns: (folders) => readSession(readSessionFiles(folders)),
};
