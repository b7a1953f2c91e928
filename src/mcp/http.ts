/** MCP over HTTP: clients with a session id, and clients of the stateless protocol, whose requests share one context. */
import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { limits } from '#limits.ts';
import { type McpConnection, type McpOptions, openMcpConnection } from './connection.ts';
import { createMcpServer } from './mcpServer.ts';
import { watchResources } from './resources.ts';
import { ToolContext } from './toolContext.ts';

interface HttpClient {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly connection: McpConnection;
}

const sessionHeader = 'mcp-session-id';

export class McpHttp {
  readonly #options: McpOptions;
  /** By session id; the client that has been silent longest is first. */
  readonly #clients = new Map<string, HttpClient>();
  #stateless: McpHttpHandler | undefined;

  constructor(options: McpOptions) {
    this.#options = options;
  }

  /** `body` is the parsed body of a POST. */
  async handle(request: Request, body: unknown): Promise<Response> {
    if (!(await isLegacyRequest(request, body))) {
      this.#stateless ??= this.#createStateless();
      return this.#stateless.fetch(request, { parsedBody: body });
    }
    const id = request.headers.get(sessionHeader);
    if (id === null) return this.#open(request, body);
    const client = this.#clients.get(id);
    if (!client) return sessionUnknown();
    this.#clients.delete(id);
    this.#clients.set(id, client);
    return client.transport.handleRequest(request, { parsedBody: body });
  }

  /** A request without a session id must be `initialize`; the transport refuses any other. */
  async #open(request: Request, body: unknown): Promise<Response> {
    const connection = openMcpConnection(this.#options);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: limits.frameBytes,
      onsessioninitialized: (id) => this.#add(id, { transport, connection }),
    });
    const server = connection.createServer('legacy');
    await server.connect(transport);
    const close = server.onclose;
    server.onclose = () => {
      close?.();
      if (transport.sessionId !== undefined) this.#clients.delete(transport.sessionId);
      void connection.close();
    };
    void connection.closed.then(() => transport.close());
    const response = await transport.handleRequest(request, { parsedBody: body });
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  #add(id: string, client: HttpClient): void {
    const [oldest] = this.#clients.values();
    if (this.#clients.size >= limits.mcpClients) void oldest!.transport.close();
    this.#clients.set(id, client);
  }

  #createStateless(): McpHttpHandler {
    const { clock, version, connect } = this.#options;
    const client = connect();
    const context = new ToolContext({ client, clock, shared: true });
    const handler = createMcpHandler(() => createMcpServer({ context, version }), {
      legacy: 'reject',
      maxSubscriptions: limits.mcpClients,
    });
    const watching = watchResources(context, {
      updated: (uri) => handler.notify.resourceUpdated(uri),
      listChanged: () => handler.notify.resourcesChanged(),
    });
    void client.closed.then(() => {
      watching.dispose();
      this.#stateless = undefined;
      return handler.close();
    });
    return handler;
  }
}

const sessionUnknown = () =>
  Response.json(
    {
      error: {
        code: 'session_not_found',
        message: `${sessionHeader}: no such session; initialize a new one`,
      },
    },
    { status: 404 },
  );
