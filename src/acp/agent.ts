/**
 * An ACP agent over the adapter of any plugin that declares `agent`: a client of the native dialect, in the same process
 * or on a socket.
 */
import { randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import {
  type AgentConnection,
  type AgentContext,
  type ClientCapabilities,
  agent as createAgent,
  type InitializeResponse,
  type McpServer,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk';
import { type Client, Refusal } from '#client/index.ts';
import { limits } from '#limits.ts';
import { nextTurn } from '#platform/eventLoop.ts';
import { AcpSession } from './session.ts';
import { SessionFiles } from './sessionFiles.ts';

interface AgentOptions {
  readonly client: Client;
  readonly plugin: string;
  readonly version: string;
  /** Defaults to the target of the manifest. */
  readonly program?: string | undefined;
  readonly args: readonly string[];
  readonly rows?: number | undefined;
  readonly cols?: number | undefined;
}

type Description = Awaited<ReturnType<Client['calls']['plugin']['describe']>>;
type AgentDescription = NonNullable<Description['agent']>;

interface OpenRequest {
  readonly cwd: string;
  readonly mcpServers?: readonly McpServer[];
}

export class AcpAgent {
  readonly #options: AgentOptions;
  readonly #description: Description;
  readonly #agent: AgentDescription;
  readonly #sessions = new Map<string, AcpSession>();
  /** Sessions by their adapter. */
  readonly #adapters = new Map<string, AcpSession>();
  #capabilities: ClientCapabilities = {};

  private constructor(options: AgentOptions, description: Description, agent: AgentDescription) {
    this.#options = options;
    this.#description = description;
    this.#agent = agent;
    options.client.news.adapter.state_changed(({ adapter, state }) =>
      this.#adapters.get(adapter)?.handleState(state),
    );
  }

  /** Throws Refusal for an unknown plugin, and an Error for one that drives no agent. */
  static async create(options: AgentOptions): Promise<AcpAgent> {
    const description = await options.client.calls.plugin.describe({ plugin: options.plugin });
    const missing = ['send_prompt', 'cancel'].filter((name) => !namesOf(description).has(name));
    if (!description.agent || missing.length > 0)
      throw new Error(
        `the plugin ${options.plugin} drives no agent: its describe() lacks ${[...(description.agent ? [] : ['agent']), ...missing].join(', ')}`,
      );
    return new AcpAgent(options, description, description.agent);
  }

  connect(input: Readable, output: Writable): AgentConnection {
    const { agent } = methods;
    const stream = ndJsonStream(
      Writable.toWeb(output),
      Readable.toWeb(input) as unknown as ReadableStream<Uint8Array>,
    );
    return createAgent({ name: 'ptywright' })
      .onRequest(agent.initialize, ({ params }) => this.#initialize(params.clientCapabilities))
      .onRequest(agent.authenticate, () => ({}))
      .onRequest(agent.session.new, ({ params, client }) =>
        refusable(async () => {
          const { id, session } = await this.#open(
            params,
            client,
            randomUUID(),
            this.#agent.arguments.session,
          );
          afterReply(() => session.announceCommands());
          return { sessionId: id, ...withModes(session) };
        }),
      )
      .onRequest(agent.session.load, ({ params, client }) =>
        refusable(async () => {
          const session = await this.#resume(params, client, params.sessionId);
          session.repeatLastTurn();
          return withModes(session);
        }),
      )
      .onRequest(agent.session.resume, ({ params, client }) =>
        refusable(async () => withModes(await this.#resume(params, client, params.sessionId))),
      )
      .onRequest(agent.session.prompt, ({ params, signal }) =>
        refusable(() => this.#session(params.sessionId).prompt(params, signal)),
      )
      .onRequest(agent.session.setMode, ({ params }) =>
        refusable(async () => {
          await this.#session(params.sessionId).setMode(params.modeId);
          return {};
        }),
      )
      .onRequest(agent.session.close, async ({ params }) => {
        await this.#close(params.sessionId);
        return {};
      })
      .onNotification(agent.session.cancel, ({ params }) => this.#sessions.get(params.sessionId)?.cancel())
      .connect(stream);
  }

  /** Ends all programs. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.#close(id)));
  }

  #initialize(capabilities: ClientCapabilities = {}): InitializeResponse {
    const { resume, mcp_servers } = this.#agent.arguments;
    this.#capabilities = capabilities;
    const takesMcp = mcp_servers !== undefined;
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: {
        name: 'ptywright',
        title: `ptywright: ${this.#options.plugin}`,
        version: this.#options.version,
      },
      agentCapabilities: {
        loadSession: resume !== undefined,
        promptCapabilities: { image: true },
        mcpCapabilities: { http: takesMcp, sse: takesMcp },
        sessionCapabilities: { close: {}, ...(resume && { resume: {} }) },
      },
      authMethods: [],
    };
  }

  async #resume(request: OpenRequest, editor: AgentContext, id: string): Promise<AcpSession> {
    if (!this.#agent.arguments.resume) throw RequestError.methodNotFound(methods.agent.session.load);
    // An option of the program must not be given in place of an id.
    if (!/^[\w][\w.-]*$/.test(id)) throw RequestError.sessionNotFound(id);
    if (this.#sessions.has(id)) await this.#close(id);
    return (await this.#open(request, editor, id, this.#agent.arguments.resume)).session;
  }

  async #open(
    { cwd, mcpServers = [] }: OpenRequest,
    editor: AgentContext,
    id: string,
    start: readonly string[] = [],
  ): Promise<{ id: string; session: AcpSession }> {
    const { client, plugin, program, rows, cols } = this.#options;
    const files = await SessionFiles.create();
    try {
      const args = [
        ...this.#ownArguments(),
        ...filled(start, 'session', id),
        ...(await this.#mcpArguments(files, mcpServers)),
      ];
      const { adapter, state } = await client.calls.adapter.start({
        plugin,
        program,
        args,
        cwd,
        rows,
        cols,
        env: this.#agent.environment,
        scrollback: limits.acpScrollback,
        close_on_disconnect: true,
      });
      const session = new AcpSession(
        {
          id,
          cwd,
          adapter,
          agent: this.#agent,
          intents: namesOf(this.#description),
          client,
          editor,
          capabilities: this.#capabilities,
          files,
        },
        state,
      );
      this.#sessions.set(id, session);
      this.#adapters.set(adapter, session);
      const adapters = [...this.#adapters.keys()];
      await client.calls.server.set_notifications({ enabled: true, adapters, output: false });
      await session.started();
      return { id, session };
    } catch (problem) {
      if (this.#sessions.has(id)) await this.#close(id);
      else await files.remove();
      throw problem;
    }
  }

  /** The arguments of the user, or else those of the manifest. */
  #ownArguments(): readonly string[] {
    const { program, args } = this.#options;
    return program === undefined ? (this.#description.manifest.default_target?.args ?? []) : args;
  }

  async #mcpArguments(files: SessionFiles, servers: readonly McpServer[]): Promise<readonly string[]> {
    const { mcp_servers } = this.#agent.arguments;
    if (servers.length === 0) return [];
    if (!mcp_servers)
      throw RequestError.invalidParams({ plugin: this.#options.plugin }, 'the program takes no MCP servers');
    return filled(mcp_servers, 'file', await files.writeMcpServers(servers));
  }

  #session(id: string): AcpSession {
    const session = this.#sessions.get(id);
    if (!session) throw RequestError.sessionNotFound(id);
    return session;
  }

  async #close(id: string): Promise<void> {
    const session = this.#session(id);
    this.#sessions.delete(id);
    for (const [adapter, one] of this.#adapters) if (one === session) this.#adapters.delete(adapter);
    await session.close();
  }
}

const namesOf = ({ intents }: Description): ReadonlySet<string> => new Set(intents.map(({ name }) => name));

const filled = (list: readonly string[] = [], name: string, value: string): readonly string[] =>
  list.map((word) => word.replaceAll(`{${name}}`, value));

const withModes = ({ modes }: AcpSession) => (modes ? { modes } : {});

/** A client knows a session once it has the reply. */
const afterReply = (send: () => void): void => void nextTurn().then(send);

/** Turns an error reply of the server into one of ACP, without the screen. */
async function refusable<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    const data = { fault: (problem.data as { fault?: unknown } | null)?.fault };
    throw problem.is('Invalid')
      ? RequestError.invalidParams(data, problem.reason)
      : RequestError.internalError(data, problem.reason);
  }
}
