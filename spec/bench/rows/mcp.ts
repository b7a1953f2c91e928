/** The MCP tool `act` against `session.act`, both on standard streams. */
import { clear, echoing, type KeySender } from '../echoing.ts';
import { connectStdio, type RpcClient, serveOn } from '../ours/rpcClient.ts';
import { atMost, type Contender, type Row } from '../row.ts';
import { pressKeys } from '../typing.ts';

type Act = (text: string, visible: string) => Promise<unknown>;

const input = (text: string, visible: string) => ({
  actions: [{ type: 'text', value: text }],
  matcher: { type: 'contains_text', value: visible },
});

const program = { program: echoing.program, args: echoing.args, rows: 24, cols: 80 };

async function nativeAct(client: RpcClient): Promise<Act> {
  const { session } = await client.call('session.create', program);
  await client.call('session.wait', { session, matcher: { type: 'contains_text', value: '.' } });
  return (text, visible) => client.call('session.act', { session, ...input(text, visible) });
}

async function toolAct(client: RpcClient): Promise<Act> {
  const clientInfo = { name: 'bench', version: '1' };
  await client.call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const call = async (name: string, args: object) => {
    const { isError, structuredContent, content } = await client.call('tools/call', {
      name,
      arguments: args,
    });
    if (isError) throw new Error(JSON.stringify(content));
    return structuredContent as { session: string };
  };
  const { session } = await call('start', program);
  return (text, visible) => call('act', { session, ...input(text, visible) });
}

const contender = (name: string, listen: string, open: (client: RpcClient) => Promise<Act>): Contender => ({
  name,
  open: async (bench) => {
    const { child, close } = await serveOn(bench, listen);
    const act = await open(connectStdio(child));
    const sender: KeySender = { press: (key) => act(key, key), clear: () => act(`${clear}!`, '!') };
    const round = () => pressKeys(sender, { warmup: 100, presses: 1000 });
    await round();
    return { round, close };
  },
});

const tool = 'MCP, act';
const native = 'ptywright, session.act';

export const mcp: Row = {
  name: 'mcp-act',
  what: 'a key and its echo in one call: the tool against the method, on standard streams',
  rounds: 9,
  oneCore: true,
  contenders: [contender(tool, 'mcp+stdio:', toolAct), contender(native, 'ptywright+stdio:', nativeAct)],
  comparisons: [
    {
      what: 'p50',
      unit: 'us',
      ours: { of: tool, figure: 'p50' },
      theirs: { of: native, figure: 'p50' },
      limit: atMost(2),
    },
  ],
};
