/** What a listener of wsh has at its paths: WebSockets of the server and of each session, plain streams, and the methods over HTTP. */
import { limits } from '../../core/limits.ts';
import type { World } from '../../core/world.ts';
import { statuses } from '../../dialects/wsh/codes.ts';
import { Desk } from '../../dialects/wsh/desk.ts';
import { type Endpoint, endpoints, paramsOf } from '../../dialects/wsh/endpoints.ts';
import { wsh, wshClient } from '../../dialects/wsh/index.ts';
import { RawView } from '../../dialects/wsh/raw/view.ts';
import { Seat } from '../../dialects/wsh/seat.ts';
import { hostName } from '../../platform/hostName.ts';
import { answerJson, bodyOf, isJson } from '../httpCall.ts';
import { withPage } from '../page.ts';
import type { Answer, Denial, Visit, WebRoute } from '../route.ts';
import { type Spoken, spoken } from '../spoken.ts';
import type { Speak } from '../tongues.ts';

export const speak: Speak = (core, { options: { wire } }) => withPage(core, desked(core, wire === 'client'));

function desked(core: World, shipped: boolean): Spoken {
  const desk = new Desk(core, { shipped });
  const dialect = shipped ? wshClient : wsh;
  const farewell = (serverEnds: boolean) =>
    serverEnds || desk.over ? 'server shutting down' : 'session ended';
  const at = (seat: Seat) =>
    spoken(dialect, seat, {
      greet: (caller) => seat.greet(caller),
      farewell: (serverEnds) => (seat.detached ? 'detached' : farewell(serverEnds)),
    });
  const once = () => spoken(dialect, new Seat(desk));
  const ended = desk.ended.then(() => {
    for (const seat of desk.seats) seat.dismiss();
  });
  return { ...once(), farewell, ended, routes: routesOf(desk, at, once) };
}

/** `at` a seat somebody stays; what is asked `once` has nobody who could be told anything later. */
function routesOf(desk: Desk, at: (seat: Seat) => Spoken, once: () => Spoken): readonly WebRoute[] {
  return [
    { path: '/ws/json', socket: () => at(new Seat(desk)) },
    { path: '/ws/raw', bytes: (visit) => rawOf(desk, visit) },
    {
      path: '/sessions/:session/ws/json',
      socket: (visit) => ofSession(desk, visit, (one) => at(new Seat(desk, one))),
    },
    { path: '/sessions/:session/ws/raw', bytes: (visit) => rawOf(desk, visit) },
    { path: '/health', open: true, answers: { GET: (_, to) => answerJson(to, 200, { status: 'ok' }) } },
    { path: '/server/info', answers: { GET: (_, to) => answerJson(to, 200, serverOf(desk)) } },
    { path: '/servers', answers: { GET: (_, to) => answerJson(to, 200, []) } },
    ...byPath().map(([path, all]) => ({ path, answers: answersOf(once, all) })),
  ];
}

const serverOf = ({ id, core }: Desk) => ({ hostname: hostName(), server_id: id, version: core.version });

const byPath = (): readonly (readonly [string, readonly Endpoint[]])[] => {
  const paths = new Map<string, Endpoint[]>();
  for (const one of endpoints) {
    // The same place by another name for its parameter.
    const place = one.path.replace(/^\/sessions\/:\w+$/, '/sessions/:name');
    paths.set(place, [...(paths.get(place) ?? []), one]);
  }
  return [...paths];
};

function ofSession<T>(
  desk: Desk,
  { names }: Visit,
  use: (one: ReturnType<Desk['session']>) => T,
): T | Denial {
  try {
    return use(names.session === undefined ? desk.only() : desk.session(names.session));
  } catch (problem) {
    return { status: 404, code: 'session_not_found', why: (problem as Error).message };
  }
}

function rawOf(desk: Desk, visit: Visit): ReturnType<NonNullable<WebRoute['bytes']>> {
  if (!desk.core.grants.has('screen.read'))
    return { status: 403, code: 'permission_denied', why: 'this server does not grant screen.read' };
  const unclear = visit.names.session === undefined && whyNotOne(desk.sessions().length);
  if (unclear) return { status: 404, code: 'session_not_found', why: unclear };
  return ofSession(desk, visit, (session) => {
    const { viewers } = session;
    if (viewers.all().length >= limits.viewers)
      return { status: 429, code: 'resource_limit_reached', why: 'too many look at this session' };
    return (stream) => void new RawView(desk, session, stream);
  });
}

function whyNotOne(sessions: number): string | undefined {
  const there = 'open /sessions/NAME/ws/raw';
  if (sessions === 0) return `no session runs here: create one, then ${there}`;
  return sessions > 1 ? `${sessions} sessions run here: ${there}` : undefined;
}

const answersOf = (once: () => Spoken, all: readonly Endpoint[]) =>
  Object.fromEntries(
    all.map((one): readonly [string, Answer] => [one.verb, (...on) => answer(one, once(), ...on)]),
  );

async function answer(endpoint: Endpoint, spoken: Spoken, visit: Visit, response: Parameters<Answer>[1]) {
  const { server, request, query } = visit;
  const refuse = (status: number, message: string) =>
    answerJson(response, status, { error: { code: 'invalid_request', message } });
  const changes = endpoint.verb !== 'GET';
  if (changes && endpoint.takes !== 'bytes' && hasBody(request.headers) && !isJson(request))
    return refuse(415, 'the content-type must be application/json');
  const body = await bodyOf(request);
  if (!body) return refuse(413, `a body has at most ${limits.frameBytes} bytes`);
  const { name, ...others } = visit.names;
  const names =
    name === undefined ? others : endpoint.path.includes(':session') ? { session: name } : { name };
  const params = paramsOf(endpoint, { names, query: Object.fromEntries(query), body });
  if (!params) return refuse(400, 'the body must be an object of JSON');
  const gone = (listener: () => void) => response.once('close', listener);
  const outcome = await server.call(spoken, endpoint.method, params as Record<string, unknown>, gone);
  if (response.destroyed) return;
  if ('error' in outcome) {
    const { code, message } = outcome.error;
    return answerJson(response, statuses[code] ?? 500, { error: { code, message } });
  }
  const { result } = outcome;
  const says = typeof result !== 'object' || result === null || Object.keys(result).length > 0;
  if (says || Array.isArray(result)) answerJson(response, endpoint.status ?? 200, result);
  else response.writeHead(204).end();
}

const hasBody = (headers: Readonly<Record<string, unknown>>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
