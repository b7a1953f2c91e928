/** An editor for specs: the client of the SDK, connected to an agent in this process or to the real command. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type ClientCapabilities,
  type ClientContext,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  client,
  type McpServer,
  methods,
  ndJsonStream,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionNotification,
} from '@agentclientprotocol/sdk';
import { AcpAgent } from '#acp/agent.ts';
import { connectStream } from '#client/index.ts';
import { connectInProcess, type Server } from '#server/server.ts';
import { bin } from '../harness/server.ts';

export const actsAsAgent = fileURLToPath(new URL('../programs/acts-as-agent.mjs', import.meta.url));

export interface EditorOptions {
  readonly plugin?: string;
  readonly program?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  /** Selects the option with this name or kind. Without it, the request stays open. */
  readonly permission?: (
    request: RequestPermissionRequest,
  ) => string | undefined | Promise<string | undefined>;
  readonly elicit?: (request: CreateElicitationRequest) => CreateElicitationResponse;
}

export class Editor {
  readonly cwd = mkdtempSync(join(tmpdir(), 'ptywright-acp-'));
  readonly updates: SessionNotification['update'][] = [];
  readonly permissions: RequestPermissionRequest[] = [];
  readonly questions: CreateElicitationRequest[] = [];
  readonly agent: ClientContext;
  session = '';
  #received: () => void = () => {};

  constructor(
    { input, output }: { readonly input: Readable; readonly output: Writable },
    options: EditorOptions = {},
  ) {
    const stream = ndJsonStream(
      Writable.toWeb(output),
      Readable.toWeb(input) as unknown as ReadableStream<Uint8Array>,
    );
    this.agent = client({ name: 'spec' })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.updates.push(params.update);
        this.#received();
      })
      .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
        this.permissions.push(params);
        this.#received();
        const expected = options.permission && (await options.permission(params));
        if (expected === undefined) await once(signal, 'abort');
        const found = params.options.find(({ name, kind }) => [name, kind].includes(expected as never));
        return found
          ? { outcome: { outcome: 'selected', optionId: found.optionId } }
          : { outcome: { outcome: 'cancelled' } };
      })
      .onRequest(methods.client.elicitation.create, ({ params }) => {
        this.questions.push(params);
        return options.elicit!(params);
      })
      .connect(stream).agent;
    this.#capabilities = options.capabilities ?? {};
  }

  readonly #capabilities: ClientCapabilities;

  initialize() {
    return this.agent.request(methods.agent.initialize, {
      protocolVersion: 1,
      clientCapabilities: this.#capabilities,
    });
  }

  async open(mcpServers: McpServer[] = []) {
    await this.initialize();
    const opened = await this.agent.request(methods.agent.session.new, { cwd: this.cwd, mcpServers });
    this.session = opened.sessionId;
    return opened;
  }

  prompt(text: string): Promise<PromptResponse> {
    const prompt = [{ type: 'text' as const, text }];
    return this.agent.request(methods.agent.session.prompt, { sessionId: this.session, prompt });
  }

  cancel() {
    return this.agent.notify(methods.agent.session.cancel, { sessionId: this.session });
  }

  setMode(modeId: string) {
    return this.agent.request(methods.agent.session.setMode, { sessionId: this.session, modeId });
  }

  /** The text of the agent so far. */
  get text(): string {
    return this.of('agent_message_chunk')
      .map(({ content }) => (content.type === 'text' ? content.text : ''))
      .join('');
  }

  of<Kind extends SessionNotification['update']['sessionUpdate']>(kind: Kind) {
    return this.updates.filter(
      (update): update is Extract<typeof update, { sessionUpdate: Kind }> => update.sessionUpdate === kind,
    );
  }

  /** Resolves once the condition holds after an update or a request. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#received = () => {
        if (condition()) resolve();
      };
      this.#received();
    });
  }

  close(): Promise<void> {
    rmSync(this.cwd, { recursive: true, force: true });
    return Promise.resolve();
  }
}

const defaults = { plugin: 'claude-code', program: [process.execPath, actsAsAgent] };

/** Many editors can share one server. */
export async function editorInProcess(server: Server, options: EditorOptions = {}): Promise<Editor> {
  const { plugin, program } = { ...defaults, ...options };
  const connection = connectStream(connectInProcess(server));
  const [command, ...args] = program;
  // As in `ptywright acp`.
  const target = { plugin, program: command, args, rows: 100, client: connection, version: '0.0.0-spec' };
  const agent = await AcpAgent.create(target);
  const [toAgent, fromAgent] = [new PassThrough(), new PassThrough()];
  const { closed } = agent.connect(toAgent, fromAgent);
  return new (class extends Editor {
    override async close(): Promise<void> {
      toAgent.end();
      await closed;
      await agent.close();
      await connection.close();
      await super.close();
    }
  })({ input: fromAgent, output: toAgent }, options);
}

/** The built command. Without a socket, it runs its own server. */
export class CommandEditor extends Editor {
  readonly process: ChildProcess;
  readonly ended: Promise<unknown[]>;
  said = '';

  constructor(args: readonly string[] = [], options: EditorOptions = {}) {
    const { plugin, program } = { ...defaults, ...options };
    const child = spawn(process.execPath, [bin, 'acp', '--plugin', plugin, ...args, '--', ...program]);
    super({ input: child.stdout, output: child.stdin }, options);
    this.process = child;
    this.ended = once(child, 'close');
    child.stderr.setEncoding('utf8').on('data', (text) => (this.said += text));
  }

  override async close(): Promise<void> {
    this.process.stdin!.end();
    await this.ended;
    await super.close();
  }
}
