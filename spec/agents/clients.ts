/** Drives an agent as a client of ACP or MCP does, without code for a specific agent. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const bin = fileURLToPath(new URL('../../bin/ptywright.js', import.meta.url));

export interface DrivenProgram {
  readonly plugin: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Default: the default size of the protocol. */
  readonly size?: { readonly rows: number; readonly cols: number };
}

/** A turn in which each permission was approved. */
export interface ConversationTurn {
  readonly text: string;
  /** The summaries of the permissions. */
  readonly approved: readonly string[];
}

export interface Conversation {
  turn(prompt: string): Promise<ConversationTurn>;
  close(): Promise<void>;
}

export type Protocol = 'acp' | 'mcp';

/** `requested` is called before each permission is approved. */
export const startConversation = (
  protocol: Protocol,
  driven: DrivenProgram,
  requested: (about: string) => void = () => {},
): Promise<Conversation> => (protocol === 'acp' ? overAcp : overMcp)(driven, requested);

async function overAcp(
  { plugin, command, args, cwd, env, size }: DrivenProgram,
  requested: (about: string) => void,
): Promise<Conversation> {
  const sized = size ? ['--rows', String(size.rows), '--cols', String(size.cols)] : [];
  const words = [bin, 'acp', '--plugin', plugin, ...sized, '--', command, ...args];
  const server = spawn(process.execPath, words, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const turn = await startOverAcp({ input: server.stdout, output: server.stdin }, cwd, requested);
  return {
    turn,
    close: async () => {
      server.stdin.end();
      await ended;
    },
  };
}

/** Opens a session with the agent on these streams. Returns a function that runs a turn. */
export async function startOverAcp(
  { input, output }: { readonly input: Readable; readonly output: Writable },
  cwd: string,
  requested: (about: string) => void = () => {},
): Promise<Conversation['turn']> {
  let text = '';
  let approved: string[] = [];
  const editor = client({ name: 'agents' })
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        text += update.content.text;
    })
    .onRequest(methods.client.session.requestPermission, ({ params: { toolCall, options } }) => {
      const about = (toolCall.content ?? [])
        .map((one) => (one.type === 'content' && one.content.type === 'text' ? one.content.text : ''))
        .join('\n');
      requested(about);
      approved.push(about);
      const once = options.find(({ kind }) => kind === 'allow_once');
      if (!once) return { outcome: { outcome: 'cancelled' } };
      return { outcome: { outcome: 'selected', optionId: once.optionId } };
    })
    .connect(
      ndJsonStream(Writable.toWeb(output), Readable.toWeb(input) as unknown as ReadableStream<Uint8Array>),
    ).agent;
  const { agent } = methods;
  await editor.request(agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await editor.request(agent.session.new, { cwd, mcpServers: [] });
  return async (prompt) => {
    [text, approved] = ['', []];
    const { stopReason } = await editor.request(agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text: prompt }],
    });
    if (stopReason !== 'end_turn') throw new Error(`the turn ended with ${stopReason}`);
    return { text, approved };
  };
}

interface Step {
  readonly adapter: string;
  readonly state: string;
  readonly evidence: string;
  readonly metadata: {
    readonly dialog_id?: string;
    readonly permission?: { readonly summary?: string; readonly unseen?: string };
    readonly turn?: { readonly text?: string };
  };
}

async function overMcp(driven: DrivenProgram, requested: (about: string) => void): Promise<Conversation> {
  const { cwd, env } = driven;
  const tools = new Client({ name: 'agents', version: '1.0.0' });
  await tools.connect(
    new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp'], cwd, env: { ...env } }),
  );
  const turn = await startOverMcp(tools, driven, requested);
  return { turn, close: () => tools.close() };
}

/** Starts the program with the tools of this client. Returns a function that runs a turn. */
export async function startOverMcp(
  tools: Client,
  { plugin, command, args, cwd, size }: Omit<DrivenProgram, 'env'>,
  requested: (about: string) => void = () => {},
): Promise<Conversation['turn']> {
  const call = async (name: string, given: Readonly<Record<string, unknown>>): Promise<Step> => {
    const { structuredContent, isError, content } = await tools.callTool({ name, arguments: given });
    if (isError) throw new Error(JSON.stringify(content));
    return structuredContent as unknown as Step;
  };
  const { adapter } = await call('start', { plugin, program: command, args, cwd, ...size });
  const step = (step: string, more: Readonly<Record<string, unknown>>) =>
    call('agent', { adapter, step, ...more });
  return async (prompt) => {
    const approved: string[] = [];
    let { state, evidence, metadata } = await step('prompt', { text: prompt });
    while (state === 'waiting_for_permission') {
      const about = metadata.permission?.summary ?? '';
      requested(about);
      approved.push(about);
      ({ state, evidence, metadata } = await step('approve', {
        params: { dialog_id: metadata.dialog_id, accept_unseen: metadata.permission?.unseen !== undefined },
      }));
    }
    if (state !== 'completed_turn') throw new Error(`the turn ended as ${state}: ${evidence}`);
    return { text: metadata.turn?.text ?? '', approved };
  };
}
