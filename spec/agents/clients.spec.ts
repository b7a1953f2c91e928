/**
 * Clients of ACP and MCP drive every agent. A program replays recordings of the real agents and checks the keys. The
 * servers are in this process; spec/cli/acp.spec.ts and spec/mcp/guide.spec.ts run the commands.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AcpAgent } from '#acp/agent.ts';
import { connectStream } from '#client/index.ts';
import { connectInProcess, type Server } from '#server/server.ts';
import { freshHome } from '../cli/ptywright.ts';
import { inProcessServer } from '../harness/server.ts';
import { type Listening, listening } from '../mcp/clients.ts';
import { times } from '../soak/scale.ts';
import { agents } from './agents.ts';
import { type Conversation, startOverAcp, startOverMcp } from './clients.ts';

const program = fileURLToPath(new URL('../programs/replays.mjs', import.meta.url));
const command = process.execPath;
const size = { rows: 40, cols: 120 };

const recordingOf = (plugin: string) => {
  const folder = fileURLToPath(new URL(`../plugins/${plugin}/replayed`, import.meta.url));
  return join(folder, readdirSync(folder)[0]!);
};

// The version of a recording is unknown, which is logged.
const options = { log: () => {} };
let server: Server;
let listener: Listening;

beforeAll(async () => {
  server = inProcessServer(options);
  listener = await listening(options);
});

afterAll(async () => {
  await server.close();
  await listener.close();
});

const starts: Readonly<Record<'acp' | 'mcp', (plugin: string) => Promise<Conversation>>> = {
  acp: async (plugin) => {
    const args = [program, recordingOf(plugin)];
    const client = connectStream(connectInProcess(server));
    const agent = await AcpAgent.create({ plugin, program: command, args, ...size, client, version: '0' });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { closed } = agent.connect(output, input);
    const turn = await startOverAcp({ input, output }, freshHome());
    return {
      turn,
      close: async () => {
        output.end();
        await closed;
        await agent.close();
        await client.close();
      },
    };
  },
  mcp: async (plugin) => {
    const tools = await listener.connect();
    const args = [program, recordingOf(plugin)];
    const turn = await startOverMcp(tools, { plugin, command, args, cwd: freshHome(), size });
    return { turn, close: () => tools.close() };
  },
};

const protocols = ['acp', 'mcp'] as const;

/** A soak run plays every pair. Otherwise the first agent is played over both protocols, and the others over one each. */
const pairs = agents.flatMap(({ name, asksPermission = true }, at) =>
  protocols
    .filter((_, protocol) => times(0, 1) > 0 || at === 0 || at % protocols.length === protocol)
    .map((protocol) => ({ plugin: name, asksPermission, protocol })),
);

describe('an agent, driven by a client', () => {
  it.each(pairs)('$plugin answers and runs an approved command over $protocol', async (pair) => {
    const { plugin, asksPermission, protocol } = pair;
    const { turn, close } = await starts[protocol](plugin);
    expect(await turn('SAY-HELLO please')).toEqual({ text: 'Hello. Here is a short answer.', approved: [] });
    const { text, approved } = await turn('RUN-BASH please');
    expect(approved).toEqual(asksPermission ? [expect.stringContaining('touch made.txt && echo made')] : []);
    expect(text).toMatch(/^I will run a command\.\s*All of it is done\.$/);
    await close();
  });
});
