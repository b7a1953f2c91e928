/** The program uses `ptywright mcp` as a server of tools. */
import { fileURLToPath } from 'node:url';
import type { Scenario } from '../../scenarios/scenario.ts';
import { ready, turn } from '../../scenarios/steps.ts';

const bin = fileURLToPath(new URL('../../bin/ptywright.js', import.meta.url));
const config = { mcpServers: { ptywright: { command: process.execPath, args: [bin, 'mcp'] } } };

export const mcp: readonly Scenario[] = [
  {
    name: 'mcp-vim',
    about: 'the agent drives vim through the tools of ptywright, and writes a file',
    since: '2.1.112',
    args: [
      '--permission-mode',
      'default',
      '--strict-mcp-config',
      '--mcp-config',
      JSON.stringify(config),
      '--allowedTools',
      'mcp__ptywright__start,mcp__ptywright__act,mcp__ptywright__close',
    ],
    // The screen names these tools in other words than the session file.
    misdrawn: true,
    // The tools are listed at once, and the first request waits until the server has been asked for them.
    env: { ENABLE_TOOL_SEARCH: 'false', MCP_CONNECTION_NONBLOCKING: 'false' },
    steps: [
      ready,
      turn('DRIVE-VIM', {
        truth: ['UserPromptSubmit', 'PostToolUse', 'Stop'],
        files: { 'from-vim.txt': true },
        sees: 'vim has written the file',
        timeoutMs: 60_000,
      }),
    ],
  },
];
