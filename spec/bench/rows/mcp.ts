/** A tool of MCP against the call of the native dialect that it makes, both on standard streams. */
import { clear, echoing, type KeySender } from '../echoing.ts';
import { overStdio, type Speaker, serverAt } from '../ours/speaker.ts';
import { atMost, type Contender, type Row } from '../row.ts';
import { typed } from '../typing.ts';

type Act = (text: string, visible: string) => Promise<unknown>;

const input = (text: string, visible: string) => ({
  actions: [{ type: 'text', value: text }],
  matcher: { type: 'contains_text', value: visible },
});

const program = { program: echoing.program, args: echoing.args, rows: 24, cols: 80 };

async function nativeAct(speaker: Speaker): Promise<Act> {
  const { session } = await speaker.ask('session.create', program);
  await speaker.ask('session.wait', { session, matcher: { type: 'contains_text', value: '.' } });
  return (text, visible) => speaker.ask('session.act', { session, ...input(text, visible) });
}

async function toolAct(speaker: Speaker): Promise<Act> {
  const clientInfo = { name: 'bench', version: '1' };
  await speaker.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const call = async (name: string, args: object) => {
    const { isError, structuredContent, content } = await speaker.ask('tools/call', {
      name,
      arguments: args,
    });
    if (isError) throw new Error(JSON.stringify(content));
    return structuredContent as { session: string };
  };
  const { session } = await call('start', program);
  return (text, visible) => call('act', { session, ...input(text, visible) });
}

const contender = (name: string, listen: string, open: (speaker: Speaker) => Promise<Act>): Contender => ({
  name,
  open: async (bench) => {
    const { child, close } = await serverAt(bench, listen);
    const act = await open(overStdio(child));
    const sender: KeySender = { press: (key) => act(key, key), clear: () => act(`${clear}!`, '!') };
    const round = () => typed(sender, { warmup: 100, presses: 1000 });
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
      bar: atMost(2),
    },
  ],
};
