/** Writes the files that make the program accept this home, and that install its reporting hooks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from './places.ts';

export const apiKey = 'dummy-key-0123456789-abcdefghij';

/** What the program still has to ask before its first prompt. */
export interface Unknown {
  /** Show the trust dialog for the folder. */
  readonly folder?: boolean;
  /** Show the dialog for the key in the environment. */
  readonly key?: boolean;
}

const hookNames = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'Notification',
  'Stop',
  'SubagentStop',
  'SessionEnd',
];

/** One file for each event, named after its time. It is renamed into place, so it appears complete. */
const hookCommand = ({ told }: Folders) =>
  `f=$(date +%s%3N)-$$; cat > '${told}/.'"$f" && mv '${told}/.'"$f" '${told}/'"$f"`;

const statusLine = '[Model] ~/project\\n context 12%% left until later\\n press nothing';

const statusCommand = (wish: string | true) => `printf '${wish === true ? statusLine : wish}'`;

export interface Wishes {
  readonly unknown?: Unknown | undefined;
  /** The default status line, or the output to print. */
  readonly statusLine?: boolean | string | undefined;
  /** Turn on vim mode in the composer. */
  readonly vim?: boolean | undefined;
  /** Set to false to run without hooks and their cost. */
  readonly hooks?: boolean | undefined;
}

export function writeSettings(folders: Folders, version: string, { unknown = {}, ...wishes }: Wishes): void {
  const command = hookCommand(folders);
  const hook = [{ matcher: '', hooks: [{ type: 'command', command }] }];
  const settings = {
    ...((wishes.hooks ?? true) && { hooks: Object.fromEntries(hookNames.map((name) => [name, hook])) }),
    ...(wishes.vim && { editorMode: 'vim' }),
    ...(wishes.statusLine && { statusLine: { type: 'command', command: statusCommand(wishes.statusLine) } }),
  };
  write(join(folders.home, '.claude', 'settings.json'), settings);
  const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] };
  write(join(folders.home, '.claude.json'), {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: version,
    theme: 'dark',
    numStartups: 3,
    ...(wishes.vim && { editorMode: 'vim' }),
    ...(!unknown.key && { customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] } }),
    ...(!unknown.folder && { projects: { [folders.cwd]: project } }),
  });
}

const write = (path: string, value: object) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
