/** The methods that can be asked for over HTTP: where each is, and what of a request are its parameters. */

export interface Came {
  /** What stands where the path has a name, and behind the question mark. */
  readonly names: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Endpoint {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly method: string;
  /** What the body is: an object of JSON, bytes for the program, or nothing that is looked at. */
  readonly takes?: 'json' | 'bytes';
  /** Where 200, or 204 for an answer that says nothing, is not it. */
  readonly status?: number;
}

type Row = readonly [
  verb: Endpoint['verb'],
  path: string,
  method: string,
  takes?: Endpoint['takes'],
  status?: number,
];

const layer = (kind: 'overlay' | 'panel'): readonly Row[] => [
  ['GET', `/${kind}`, `list_${kind}s`],
  ['POST', `/${kind}`, `create_${kind}`, 'json', 201],
  ['DELETE', `/${kind}`, `clear_${kind}s`],
  ['GET', `/${kind}/:id`, `get_${kind}`],
  ['PUT', `/${kind}/:id`, `update_${kind}`, 'json'],
  ['PATCH', `/${kind}/:id`, `patch_${kind}`, 'json'],
  ['DELETE', `/${kind}/:id`, `delete_${kind}`],
  ['POST', `/${kind}/:id/spans`, `update_${kind}_spans`, 'json'],
  ['POST', `/${kind}/:id/write`, `${kind}_region_write`, 'json'],
];

/** Of one session: under its name, and at the top where only one can be meant. */
const ofSession: readonly Row[] = [
  ['GET', '/screen', 'get_screen'],
  ['GET', '/scrollback', 'get_scrollback'],
  ['POST', '/input', 'send_input', 'bytes'],
  ['GET', '/input/mode', 'get_input_mode'],
  ['POST', '/input/capture', 'capture_input'],
  ['POST', '/input/release', 'release_input'],
  ['GET', '/quiesce', 'await_quiesce'],
  ['GET', '/idle', 'await_idle'],
  ['POST', '/resize', 'resize', 'json'],
  ...layer('overlay'),
  ...layer('panel'),
  ['GET', '/focus', 'get_focus'],
  ['POST', '/focus', 'focus', 'json'],
  ['POST', '/unfocus', 'unfocus'],
  ['GET', '/screen_mode', 'get_screen_mode'],
  ['POST', '/screen_mode/enter_alt', 'enter_alt_screen'],
  ['POST', '/screen_mode/exit_alt', 'exit_alt_screen'],
];

const ofServer: readonly Row[] = [
  ['GET', '/sessions', 'list_sessions'],
  ['POST', '/sessions', 'create_session', 'json', 201],
  ['GET', '/sessions/:name', 'get_session'],
  ['PATCH', '/sessions/:session', 'update_session', 'json'],
  ['DELETE', '/sessions/:name', 'kill_session'],
  ['POST', '/sessions/:name/detach', 'detach_session'],
  ['PUT', '/server/persist', 'set_server_mode', 'json'],
  ['POST', '/server/persist', 'set_server_mode', 'json'],
];

const endpoint = ([verb, path, method, takes, status]: Row): Endpoint => ({
  verb,
  path,
  method,
  ...(takes && { takes }),
  ...(status && { status }),
});

export const endpoints: readonly Endpoint[] = [
  ...ofServer.map(endpoint),
  ...ofSession.flatMap(([verb, path, ...rest]) => [
    endpoint([verb, path, ...rest]),
    endpoint([verb, `/sessions/:session${path}`, ...rest]),
  ]),
];

/** Numbers and truth values come as text behind a question mark. */
function readValue(text: string): unknown {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

/** Undefined when the body is not what it must be. What the path says is not said otherwise in a body. */
export function paramsOf({ takes }: Endpoint, { names, query, body }: Came): object | undefined {
  const asked = Object.fromEntries(Object.entries(query).map(([key, text]) => [key, readValue(text)]));
  const given =
    takes === 'bytes' ? { data: body.toString('base64'), encoding: 'base64' } : jsonOf(takes, body);
  return given && { ...asked, ...given, ...names };
}

function jsonOf(takes: Endpoint['takes'], body: Buffer): object | undefined {
  if (takes === undefined || body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
