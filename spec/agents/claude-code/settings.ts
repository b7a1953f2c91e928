/** Writes the files that make the program accept this home, and that install its reporting hooks. */
import { join } from 'node:path';
import type { AgentOptions } from '../program/agent.ts';
import { type Folders, put } from '../program/places.ts';

export const apiKey = 'dummy-key-0123456789-abcdefghij';

export const hookNames = [
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
const hookCommand = ({ hooks }: Folders) =>
  `f=$(date +%s%3N)-$$; cat > '${hooks}/.'"$f" && mv '${hooks}/.'"$f" '${hooks}/'"$f"`;

const statusLine = '[Model] ~/project\\n context 12%% left until later\\n press nothing';

const statusCommand = (request: string | true) => `printf '${request === true ? statusLine : request}'`;

export function writeSettings(
  folders: Folders,
  version: string,
  { unknown = {}, ...known }: AgentOptions,
): void {
  const command = hookCommand(folders);
  const hook = [{ matcher: '', hooks: [{ type: 'command', command }] }];
  const settings = {
    ...((known.hooks ?? true) && { hooks: Object.fromEntries(hookNames.map((name) => [name, hook])) }),
    ...(known.vim && { editorMode: 'vim' }),
    ...(known.statusLine && { statusLine: { type: 'command', command: statusCommand(known.statusLine) } }),
  };
  put(join(folders.home, '.claude', 'settings.json'), settings);
  const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] };
  put(join(folders.home, '.claude.json'), {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: version,
    theme: 'dark',
    numStartups: 3,
    ...(known.vim && { editorMode: 'vim' }),
    ...(!unknown.key && { customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] } }),
    ...(!unknown.folder && { projects: { [folders.cwd]: project } }),
  });
}
