/** The tools, resources and prompts as a server of the Model Context Protocol, for one connection or one request. */
import { join } from 'node:path';
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { Refusal } from '#client/index.ts';
import { Fault, type FaultName } from '#faults.ts';
import { limits } from '#limits.ts';
import { didYouMean } from '#platform/didYouMean.ts';
import { packageFolder } from '#platform/paths.ts';
import { readSourceFile } from '#platform/sourceFiles.ts';
import { formatParamsProblem, parseShape } from '#rpc/params.ts';
import { agent } from './agentTool.ts';
import { picture, read } from './readTools.ts';
import { fitReply, type ToolReply } from './reply.ts';
import { listResources, readResource, resolveResource, resourceTemplates } from './resources.ts';
import { act, close, list, start, wait } from './sessionTools.ts';
import { type AnyTool, type ToolCall, toDefinition } from './tool.ts';
import type { ToolContext } from './toolContext.ts';

const tools: readonly AnyTool[] = [start, act, wait, read, picture, list, close, agent];
const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));

export const toolDefinitions = tools.map(toDefinition);

const instructions =
  'Drives terminal programs. start a program, act on it, and read the rows that changed. Replies are redacted. The prompt `skill` explains more.';

interface McpServerOptions {
  readonly context: ToolContext;
  readonly version: string;
  /** Called when the client subscribes to a resource, or ends the subscription. `resolved` has the id of the session. */
  readonly subscribe?: (uri: string, resolved: string | undefined) => void;
}

export function createMcpServer({ context, version, subscribe }: McpServerOptions): Server {
  const server = new Server(
    { name: 'ptywright', version },
    {
      capabilities: { tools: {}, resources: { subscribe: true, listChanged: true }, prompts: {} },
      instructions,
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: toolDefinitions }));
  server.setRequestHandler('tools/call', ({ params }, call) =>
    callTool(params.name, params.arguments, toToolCall(context, call)),
  );
  server.setRequestHandler('resources/list', async () => ({ resources: await listResources(context) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => ({
    contents: [await readResource(context, uri).catch(rethrow)],
  }));
  if (subscribe) {
    server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
      subscribe(uri, await resolveResource(context, uri).catch(rethrow));
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      subscribe(uri, undefined);
      return {};
    });
  }
  server.setRequestHandler('prompts/list', () => ({ prompts: [skillPrompt] }));
  server.setRequestHandler('prompts/get', ({ params: { name } }) =>
    name === skillPrompt.name
      ? { messages: [{ role: 'user', content: { type: 'text', text: readSkill() } }] }
      : refuse(`name: no prompt ${name}; expected ${skillPrompt.name}`),
  );
  return server;
}

/** The skill is shipped with the package. */
const readSkill = (): string =>
  readSourceFile(join(packageFolder(), 'docs', 'skills', 'ptywright', 'SKILL.md'), limits.skillBytes);

const skillPrompt = { name: 'skill', description: 'How to drive terminal programs with ptywright.' };

const refuse = (message: string): never => {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
};

const rethrow = (problem: unknown): never => {
  if (problem instanceof Refusal) refuse(problem.reason);
  if (problem instanceof Fault) refuse(`${problem.message}${formatGot(problem.data)}`);
  throw problem;
};

const toToolCall = (context: ToolContext, { mcpReq }: ServerContext): ToolCall => {
  const { signal, _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return { context, signal };
  const progress = (count: number, message: string) => {
    const params = { progressToken, progress: count, message };
    // The client may be gone.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  return { context, signal, progress };
};

async function callTool(name: string, params: unknown, call: ToolCall): Promise<CallToolResult> {
  const tool = toolsByName.get(name);
  if (!tool) return refuse(`name: no tool ${name}${didYouMean(name, [...toolsByName.keys()])}`);
  const parsed = parseShape(tool.params, params ?? {});
  if ('problem' in parsed) return toInvalid(formatParamsProblem(parsed.problem), parsed.problem);
  try {
    return toResult(await tool.run(call, parsed.value));
  } catch (problem) {
    if (problem instanceof Refusal) return toError(formatRefusal(problem), faultOf(problem));
    if (problem instanceof Fault)
      return toError(`${problem.message}${formatGot(problem.data)}`, problem.name);
    throw problem;
  }
}

const toResult = ({ structured, text, image }: ToolReply): CallToolResult => ({
  content: [...(image ? [{ type: 'image' as const, ...image }] : []), { type: 'text' as const, text }],
  structuredContent: { ...structured },
});

const toInvalid = (message: string, problem: object) =>
  toError(`${message}${formatGot(problem, message)}`, 'Invalid');

const faultOf = ({ data }: Refusal) => (data as { readonly fault?: FaultName } | undefined)?.fault;

/** What the message does not say already. */
const formatGot = (data: object, message = ''): string => {
  const { expected, got } = data as { readonly expected?: string; readonly got?: string };
  if (got === undefined || message.includes(`got ${got}`)) return '';
  return ` (got ${got}${expected === undefined || message.includes(expected) ? '' : `, expected ${expected}`})`;
};

/** Shows the screen of a wait that failed. */
function formatRefusal(refusal: Refusal): string {
  const data = (refusal.data ?? {}) as Readonly<Record<string, unknown>>;
  const value = data.session ?? data.adapter ?? data.plugin;
  const { reason } = refusal;
  const isUnknown = faultOf(refusal)?.endsWith('Unknown');
  const named =
    isUnknown && typeof value === 'string' && !reason.includes(value)
      ? ` (got ${JSON.stringify(value)})`
      : '';
  const { required_permission: permission } = data;
  const denied = typeof permission === 'string' && !reason.includes(permission) ? ` (${permission})` : '';
  return `${refusal.message}${named}${denied}${formatGot(data, refusal.message)}`;
}

const nextSteps: { readonly [Name in FaultName]?: string } = {
  Invalid: 'Correct this field and call the tool again.',
  SessionUnknown: 'Call list for the open sessions, or start one.',
  AdapterUnknown: 'Call list for the open adapters, or start a plugin.',
  PluginUnknown: 'Call list for the plugins.',
  PluginFailed: 'Call agent without step to try again, or drive the program with act.',
  SpawnFailed: 'Correct program, args or cwd. A shell line needs program "sh" and args ["-c", LINE].',
  SessionClosed: 'Read its last screen with read, then close it.',
  Timeout: 'Look at the screen: wait again, or act on what it shows.',
  ExpectationFailed: 'Look at the screen and call agent without step for the state. No later key was sent.',
  ModeOff: 'The program does not use this input now: use keys instead.',
  InputHeld: 'A person or another client has the keyboard: wait, and try again later.',
  PermissionDenied: 'The user who started ptywright has to permit this. Do without it.',
  Busy: 'Close sessions that you no longer need, or try again later.',
  FileRefused: 'Choose another file.',
};

/** A screen in the message is cut at a row. */
function toError(message: string, name: FaultName | undefined): CallToolResult {
  const next = (name && nextSteps[name]) ?? 'Call list to see the sessions, and try another way.';
  const { text } = fitReply({
    structured: {},
    head: '',
    items: message.split('\n').map((line, at) => ({ at, line, value: '' })),
    collect: () => ({}),
    more: () => '(cut)',
    maxBytes: limits.mcpReplyBytes - Buffer.byteLength(next),
  });
  return { isError: true, content: [{ type: 'text', text: `${text}\nNext: ${next}` }] };
}
