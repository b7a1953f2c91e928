/** Clients of ACP and MCP drive every agent. Recordings of the real programs, with their keys, take their place. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { freshHome } from '../cli/ptywright.ts';
import { agents } from './agents.ts';
import { converse } from './clients.ts';

const program = fileURLToPath(new URL('../programs/replays.mjs', import.meta.url));
const size = { rows: 40, cols: 120 };

const recordingOf = (plugin: string) => {
  const folder = fileURLToPath(new URL(`../plugins/${plugin}/replayed`, import.meta.url));
  return join(folder, readdirSync(folder)[0]!);
};

describe.each(agents)('$name', ({ name: plugin, asks = true }) => {
  it.each(['acp', 'mcp'] as const)('answers and runs an approved command over %s', async (protocol) => {
    const cwd = freshHome();
    const env = { PATH: process.env.PATH!, HOME: cwd, LANG: 'C.UTF-8', TERM: 'xterm-256color' };
    const args = [program, recordingOf(plugin)];
    const driven = { plugin, command: process.execPath, args, cwd, env, size };
    const { turn, close } = await converse(protocol, driven);
    expect(await turn('SAY-HELLO please')).toEqual({ text: 'Hello. Here is a short answer.', approved: [] });
    const { text, approved } = await turn('RUN-BASH please');
    expect(approved).toEqual(asks ? [expect.stringContaining('touch made.txt && echo made')] : []);
    expect(text).toMatch(/^I will run a command\.\s*All of it is done\.$/);
    await close();
  });
});
