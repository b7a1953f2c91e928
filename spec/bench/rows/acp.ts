/** A prompt over ACP against `adapter.turn`, both on standard streams. */
import { resolve } from 'node:path';
import type { Bench } from '../bench.ts';
import { connectStdio, type RpcClient, type RunningServer, serveOn, startServer } from '../ours/rpcClient.ts';
import { serverProgram } from '../places.ts';
import { atMost, type Contender, type Row } from '../row.ts';
import { quantile } from '../statistics.ts';

type Prompt = (text: string) => Promise<unknown>;

const plugin = 'claude-code';
const program = process.execPath;
const args = [resolve('spec/programs/acts-as-agent.mjs')];
const rows = 100;

async function nativePrompt(client: RpcClient): Promise<Prompt> {
  const { adapter } = await client.call('adapter.start', { plugin, program, args, rows });
  await client.call('adapter.wait', { adapter, states: ['ready'] });
  return (prompt) =>
    client.call('adapter.turn', {
      adapter,
      send: { intent: 'send_prompt', params: { prompt } },
      wait: { states: ['completed_turn'] },
    });
}

async function acpPrompt(client: RpcClient): Promise<Prompt> {
  await client.call('initialize', { protocolVersion: 1 });
  const { sessionId } = await client.call('session/new', { cwd: process.cwd(), mcpServers: [] });
  return (text) => client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
}

const prompts = 10;

const contender = (
  name: string,
  serve: (bench: Bench) => Promise<RunningServer>,
  open: (client: RpcClient) => Promise<Prompt>,
): Contender => ({
  name,
  open: async (bench) => {
    const { child, close } = await serve(bench);
    const prompt = await open(connectStdio(child));
    let count = 0;
    const round = async () => {
      const took: number[] = [];
      for (let at = 0; at < prompts; at++) {
        const start = process.hrtime.bigint();
        await prompt(`prompt ${++count}`);
        took.push(Number(process.hrtime.bigint() - start) / 1e6);
      }
      return { p50: quantile(took, 0.5) };
    };
    await round();
    return { round, close };
  },
});

const step = 'ACP, session/prompt';
const native = 'ptywright, adapter.turn';
const command = [serverProgram, 'acp', '--plugin', plugin, '--rows', `${rows}`, '--', program, ...args];

export const acp: Row = {
  name: 'acp-prompt',
  what: 'a prompt and its answer: session/prompt against adapter.turn, on standard streams',
  rounds: 5,
  oneCore: true,
  contenders: [
    contender(step, (bench) => startServer(bench, command, true), acpPrompt),
    contender(native, (bench) => serveOn(bench, 'ptywright+stdio:'), nativePrompt),
  ],
  comparisons: [
    {
      what: 'p50',
      unit: 'ms',
      ours: { of: step, figure: 'p50' },
      theirs: { of: native, figure: 'p50' },
      limit: atMost(2),
    },
  ],
};
