/** Endpoint of MCP: one client over a stream, or clients over HTTP. The tools are clients of the native dialect. */
import { Readable } from 'node:stream';
import { connectStream } from '#client/index.ts';
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { limits } from '#limits.ts';
import type { OpenEndpoint } from '#server/dialects.ts';
import { createEndpoint } from '#server/endpoint.ts';
import { isJsonRequest, readBody, sendJson } from '#server/httpRequest.ts';
import { addPageRoutes } from '#server/pageRoutes.ts';
import type { RouteHandler, WebRoute } from '#server/router.ts';
import { connectInProcess, type Server } from '#server/server.ts';
import { type McpOptions, serveMcpStream } from './connection.ts';
import { McpHttp } from './http.ts';

export const openEndpoint: OpenEndpoint = (core) =>
  addPageRoutes(core, {
    ...createEndpoint(ptywright, core, {
      stream: (stream, server) =>
        void serveMcpStream({ input: stream, output: stream }, mcpOptions(server)).then(() => stream.end()),
      routes: mcpRoutes(['/mcp', '/']),
    }),
    name: 'mcp',
  });

const mcpOptions = (server: Server): McpOptions => ({
  clock: server.world.clock,
  version: server.world.version,
  connect: () => connectStream(connectInProcess(server)),
});

/** The same clients at each path. */
export function mcpRoutes(paths: readonly string[]): readonly WebRoute[] {
  let http: McpHttp | undefined;
  const handle: RouteHandler = async ({ server, request }, response) => {
    http ??= new McpHttp(mcpOptions(server));
    await handleRequest(http, request, response);
  };
  return paths.map((path) => ({ path, answers: { GET: handle, POST: handle, DELETE: handle } }));
}

type WebRequest = Parameters<RouteHandler>[0]['request'];
type WebResponse = Parameters<RouteHandler>[1];

async function handleRequest(http: McpHttp, request: WebRequest, response: WebResponse): Promise<void> {
  const refuse = (status: number, message: string) =>
    sendJson(response, status, { error: { code: 'invalid_request', message } });
  let body: unknown;
  if (request.method === 'POST') {
    if (!isJsonRequest(request)) return refuse(415, 'the content-type must be application/json');
    const bytes = await readBody(request);
    if (!bytes) return refuse(413, `the body is larger than the limit of ${limits.frameBytes} bytes`);
    try {
      body = JSON.parse(bytes.toString());
    } catch {
      return refuse(400, 'the body is not valid JSON');
    }
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const url = new URL(request.url ?? '/', 'http://localhost');
  const sent = new Request(url, { method: request.method ?? 'GET', headers, signal: gone.signal });
  await sendResponse(response, await http.handle(sent, body));
}

/** Ends the body when the client leaves. */
async function sendResponse(response: WebResponse, { status, headers, body }: Response): Promise<void> {
  response.writeHead(status, Object.fromEntries(headers));
  if (!body) return void response.end();
  response.flushHeaders();
  const stream = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  stream.on('error', () => response.destroy());
  response.once('close', () => stream.destroy());
  stream.pipe(response);
}
