/** Endpoint of wsh: WebSockets for the server and for each session, raw byte streams, and the methods over HTTP. */
import type { ServerResponse } from 'node:http';
import type { Core } from '#core.ts';
import { WshConnectionContext } from '#dialects/wsh/connectionContext.ts';
import { wsh, wshShipped } from '#dialects/wsh/dialect.ts';
import { httpStatuses } from '#dialects/wsh/errors.ts';
import {
  createOpenApi,
  formatApiText,
  type HttpEndpoint,
  httpEndpoints,
  parseHttpParams,
} from '#dialects/wsh/http.ts';
import { RawView } from '#dialects/wsh/rawView.ts';
import { WshServerContext } from '#dialects/wsh/serverContext.ts';
import { SocketClient } from '#dialects/wsh/socketClient.ts';
import { limits } from '#limits.ts';
import { hostName } from '#platform/userInfo.ts';
import type { OpenEndpoint } from '../dialects.ts';
import { createEndpoint, type DialectEndpoint } from '../endpoint.ts';
import { type HttpError, isJsonRequest, readBody, sendError, sendJson } from '../httpRequest.ts';
import { addPageRoutes } from '../pageRoutes.ts';
import type { RouteHandler, RouteRequest, WebRoute } from '../router.ts';

export const openEndpoint: OpenEndpoint = (core, { options: { wire }, password }) =>
  addPageRoutes(core, createWshEndpoint(core, wire === 'client', password));

function createWshEndpoint(core: Core, shipped: boolean, token: string | undefined): DialectEndpoint {
  const context = new WshServerContext(core, { shipped, hostname: core.fleet?.host?.name ?? hostName() });
  const dialect = shipped ? wshShipped : wsh;
  const closeReason = (serverEnds: boolean) =>
    serverEnds || context.over ? 'server shutting down' : 'session ended';
  const at = (connection: WshConnectionContext) =>
    createEndpoint(dialect, connection, {
      onReady: (caller) => connection.connect(caller),
      closeReason: (serverEnds) => (connection.detached ? 'detached' : closeReason(serverEnds)),
    });
  const once = () => createEndpoint(dialect, new WshConnectionContext(context));
  const ended = context.ended.then(() => {
    for (const connection of context.connections) connection.dismiss();
  });
  return {
    ...once(),
    closeReason,
    ended,
    routes: createRoutes(context, at, once),
    stream: (stream, server) => {
      const call = (method: string, params: object) =>
        server.call(once(), method, params as Record<string, unknown>, (gone) => stream.once('close', gone));
      new SocketClient(stream, { server: context, token, call });
    },
  };
}

/**
 * `at` creates an endpoint for a lasting connection. `once` creates one for a single HTTP call, which receives no
 * events.
 */
function createRoutes(
  context: WshServerContext,
  at: (connection: WshConnectionContext) => DialectEndpoint,
  once: () => DialectEndpoint,
): readonly WebRoute[] {
  return [
    { path: '/ws/json', socket: () => at(new WshConnectionContext(context)) },
    { path: '/ws/raw', bytes: (routeRequest) => openRawView(context, routeRequest) },
    {
      path: '/sessions/:session/ws/json',
      socket: (routeRequest) =>
        withSession(context, routeRequest, (one) => at(new WshConnectionContext(context, one))),
    },
    { path: '/sessions/:session/ws/raw', bytes: (routeRequest) => openRawView(context, routeRequest) },
    { path: '/health', open: true, answers: { GET: (_, to) => sendJson(to, 200, { status: 'ok' }) } },
    { path: '/server/info', answers: { GET: (_, to) => sendJson(to, 200, serverInfo(context)) } },
    { path: '/', open: true, answers: { GET: (_, to) => redirect(to, 'watch/') } },
    ...apiRoutes(context),
    ...mcpRoute(),
    { path: '/servers', answers: { GET: async (_, to) => sendJson(to, 200, await listServers(context)) } },
    ...groupByPath().map(([path, all]) => ({ path, answers: createHandlers(once, all) })),
  ];
}

/** Loads MCP on demand, because most clients do not use it. */
function mcpRoute(): readonly WebRoute[] {
  let loaded: Promise<Readonly<Record<string, RouteHandler>>> | undefined;
  const load = async () => (await import('#mcp/endpoint.ts')).mcpRoutes(['/mcp'])[0]!.answers!;
  const handle: RouteHandler = async (routeRequest, response) => {
    loaded ??= load();
    await (await loaded)[routeRequest.request.method!]!(routeRequest, response);
  };
  return [{ path: '/mcp', answers: { GET: handle, POST: handle, DELETE: handle } }];
}

const redirect = (to: ServerResponse, location: string) => void to.writeHead(302, { location }).end();

/** Serves JSON as the YAML document too, because JSON is valid YAML. */
function apiRoutes({ core }: WshServerContext): readonly WebRoute[] {
  const text = (type: string, content: () => string) => ({
    open: true as const,
    answers: {
      GET: (_: RouteRequest, to: ServerResponse) =>
        void to.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content()),
    },
  });
  const document = () => JSON.stringify(createOpenApi(core.version));
  return [
    { path: '/openapi.json', ...text('application/json', document) },
    { path: '/openapi.yaml', ...text('application/yaml', document) },
    { path: '/docs', ...text('text/markdown', formatApiText) },
  ];
}

const serverInfo = ({ id, core, hostname }: WshServerContext) => ({
  hostname,
  server_id: id,
  version: core.version,
});

/** The hosts of the fleet. Clients connect to each by its own address. */
async function listServers({ core, hostname }: WshServerContext): Promise<readonly object[]> {
  const hosts = (await core.fleet?.hosts()) ?? [];
  return hosts.map(({ host, reachable, sessions }) => ({
    hostname: host,
    address: host === hostname ? 'local' : `fleet:${host}`,
    health: reachable ? 'healthy' : 'unavailable',
    role: 'member',
    sessions,
  }));
}

const groupByPath = (): readonly (readonly [string, readonly HttpEndpoint[]])[] => {
  const paths = new Map<string, HttpEndpoint[]>();
  for (const one of httpEndpoints) {
    // Merges paths that differ only in the name of their parameter.
    const place = one.path.replace(/^\/sessions\/:\w+$/, '/sessions/:name');
    paths.set(place, [...(paths.get(place) ?? []), one]);
  }
  return [...paths];
};

function withSession<T>(
  context: WshServerContext,
  { params }: RouteRequest,
  use: (one: ReturnType<WshServerContext['session']>) => T,
): T | HttpError {
  try {
    return use(params.session === undefined ? context.onlySession() : context.session(params.session));
  } catch (problem) {
    return { status: 404, code: 'session_not_found', why: (problem as Error).message };
  }
}

function openRawView(
  context: WshServerContext,
  routeRequest: RouteRequest,
): ReturnType<NonNullable<WebRoute['bytes']>> {
  if (!context.core.grants.has('screen.read'))
    return { status: 403, code: 'permission_denied', why: 'this server does not grant screen.read' };
  const unclear =
    routeRequest.params.session === undefined && explainSessionChoice(context.sessions().length);
  if (unclear) return { status: 404, code: 'session_not_found', why: unclear };
  return withSession(context, routeRequest, (session) => {
    const { viewers } = session;
    if (viewers.all().length >= limits.viewers)
      return { status: 429, code: 'resource_limit_reached', why: 'too many viewers of this session' };
    return (stream) => void new RawView(context, session, stream);
  });
}

function explainSessionChoice(sessions: number): string | undefined {
  const there = 'open /sessions/NAME/ws/raw';
  if (sessions === 0) return `the server has no sessions: create one, then ${there}`;
  return sessions > 1 ? `the server has ${sessions} sessions: ${there}` : undefined;
}

const createHandlers = (once: () => DialectEndpoint, all: readonly HttpEndpoint[]) =>
  Object.fromEntries(
    all.map((one): readonly [string, RouteHandler] => [
      one.verb,
      (...on) => handleRequest(one, once(), ...on),
    ]),
  );

async function handleRequest(
  endpoint: HttpEndpoint,
  served: DialectEndpoint,
  routeRequest: RouteRequest,
  response: Parameters<RouteHandler>[1],
) {
  const { server, request, query } = routeRequest;
  const refuse = (status: number, why: string) =>
    sendError(response, { status, code: 'invalid_request', why });
  const changes = endpoint.verb !== 'GET';
  if (changes && endpoint.takes !== 'bytes' && hasBody(request.headers) && !isJsonRequest(request))
    return refuse(415, 'the content-type of the request must be application/json');
  const body = await readBody(request);
  if (!body) return refuse(413, `the request body is larger than the limit of ${limits.frameBytes} bytes`);
  const { name, ...others } = routeRequest.params;
  const names =
    name === undefined ? others : endpoint.path.includes(':session') ? { session: name } : { name };
  const params = parseHttpParams(endpoint, { names, query: Object.fromEntries(query), body });
  if (!params) return refuse(400, 'the request body must be a JSON object');
  const gone = (listener: () => void) => response.once('close', listener);
  const outcome = await server.call(served, endpoint.method, params as Record<string, unknown>, gone);
  if (response.destroyed) return;
  if ('error' in outcome) {
    const { code, message } = outcome.error;
    return sendJson(response, httpStatuses[code] ?? 500, { error: { code, message } });
  }
  const { result } = outcome;
  const says = typeof result !== 'object' || result === null || Object.keys(result).length > 0;
  if (says || Array.isArray(result)) sendJson(response, endpoint.status ?? 200, result);
  else response.writeHead(204).end();
}

const hasBody = (headers: Readonly<Record<string, unknown>>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
