/** Claude Code uses `ptywright mcp` as an MCP server. */
import { fileURLToPath } from 'node:url';
import type { Scenario } from '../../scenarios/scenario.ts';
import { ready, turn } from '../../scenarios/steps.ts';

const bin = fileURLToPath(new URL('../../bin/ptywright.js', import.meta.url));
const config = { mcpServers: { ptywright: { command: process.execPath, args: [bin, 'mcp'] } } };

export const mcp: readonly Scenario[] = [
  {
    name: 'mcp-vim',
    description: 'the agent writes a file with vim, through the tools of `ptywright mcp`',
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
    // The screen and the session file have different names for these tools.
    skipSessionFile: true,
    // The first request to the model waits until the server has listed its tools.
    env: { ENABLE_TOOL_SEARCH: 'false', MCP_CONNECTION_NONBLOCKING: 'false' },
    steps: [
      ready,
      turn('DRIVE-VIM', {
        hooks: ['UserPromptSubmit', 'PostToolUse', 'Stop'],
        files: { 'from-vim.txt': true },
        screenText: 'vim has written the file',
        timeoutMs: 60_000,
      }),
    ],
  },
];
