/** Writes the settings of Claude Code: the accepted folder and API key, and the hooks that report events. */
import { join } from 'node:path';
import type { AgentOptions } from '../program/agent.ts';
import { type Folders, writeFile } from '../program/folders.ts';

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

/** Writes one file per event, named by its time. The file is renamed into place, so readers see it complete. */
const hookCommand = ({ hooks }: Folders) =>
  `f=$(date +%s%3N)-$$; cat > '${hooks}/.'"$f" && mv '${hooks}/.'"$f" '${hooks}/'"$f"`;

const statusLine = '[Model] ~/project\\n context 12%% left until later\\n press nothing';

const statusCommand = (output: string | true) => `printf '${output === true ? statusLine : output}'`;

export function writeSettings(
  folders: Folders,
  version: string,
  { firstRun = {}, ...known }: AgentOptions,
): void {
  const command = hookCommand(folders);
  const hook = [{ matcher: '', hooks: [{ type: 'command', command }] }];
  const settings = {
    ...((known.hooks ?? true) && { hooks: Object.fromEntries(hookNames.map((name) => [name, hook])) }),
    ...(known.vim && { editorMode: 'vim' }),
    ...(known.statusLine && { statusLine: { type: 'command', command: statusCommand(known.statusLine) } }),
  };
  writeFile(join(folders.home, '.claude', 'settings.json'), settings);
  const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] };
  writeFile(join(folders.home, '.claude.json'), {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: version,
    theme: 'dark',
    numStartups: 3,
    ...(known.vim && { editorMode: 'vim' }),
    ...(!firstRun.key && { customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] } }),
    ...(!firstRun.folder && { projects: { [folders.cwd]: project } }),
  });
}
