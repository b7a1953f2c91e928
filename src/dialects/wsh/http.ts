/** The HTTP endpoints of this dialect, their parameters, and their OpenAPI document. */
import { z } from '#platform/schema.ts';
import { wsh } from './dialect.ts';
import { httpStatuses } from './errors.ts';

interface HttpRequestParts {
  /** Values of the names in the path. `query` has those after the question mark. */
  readonly names: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface HttpEndpoint {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly method: string;
  /** The body: a JSON object or input for the program. Without it, the body is ignored. */
  readonly takes?: 'json' | 'bytes';
  /** Default: 200, or 204 for an empty result. */
  readonly status?: number;
}

type EndpointRow = readonly [
  verb: HttpEndpoint['verb'],
  path: string,
  method: string,
  takes?: HttpEndpoint['takes'],
  status?: number,
];

const layerRows = (kind: 'overlay' | 'panel'): readonly EndpointRow[] => [
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

/** Endpoints of one session. Each also exists at the top level, for a server with only one session. */
const sessionRows: readonly EndpointRow[] = [
  ['GET', '/screen', 'get_screen'],
  ['GET', '/scrollback', 'get_scrollback'],
  ['POST', '/input', 'send_input', 'bytes'],
  ['GET', '/input/mode', 'get_input_mode'],
  ['POST', '/input/capture', 'capture_input'],
  ['POST', '/input/release', 'release_input'],
  ['GET', '/quiesce', 'await_quiesce'],
  ['GET', '/idle', 'await_idle'],
  ['POST', '/resize', 'resize', 'json'],
  ...layerRows('overlay'),
  ...layerRows('panel'),
  ['GET', '/focus', 'get_focus'],
  ['POST', '/focus', 'focus', 'json'],
  ['POST', '/unfocus', 'unfocus'],
  ['GET', '/screen_mode', 'get_screen_mode'],
  ['POST', '/screen_mode/enter_alt', 'enter_alt_screen'],
  ['POST', '/screen_mode/exit_alt', 'exit_alt_screen'],
];

const serverRows: readonly EndpointRow[] = [
  ['GET', '/sessions', 'list_sessions'],
  ['POST', '/sessions', 'create_session', 'json', 201],
  ['GET', '/sessions/:name', 'get_session'],
  ['PATCH', '/sessions/:session', 'update_session', 'json'],
  ['DELETE', '/sessions/:name', 'kill_session'],
  ['POST', '/sessions/:name/detach', 'detach_session'],
  ['GET', '/server/persist', 'get_server_mode'],
  ['PUT', '/server/persist', 'set_server_mode', 'json'],
  ['POST', '/server/persist', 'set_server_mode', 'json'],
];

const toEndpoint = ([verb, path, method, takes, status]: EndpointRow): HttpEndpoint => ({
  verb,
  path,
  method,
  ...(takes && { takes }),
  ...(status && { status }),
});

export const httpEndpoints: readonly HttpEndpoint[] = [
  ...serverRows.map(toEndpoint),
  ...sessionRows.flatMap(([verb, path, ...rest]) => [
    toEndpoint([verb, path, ...rest]),
    toEndpoint([verb, `/sessions/:session${path}`, ...rest]),
  ]),
];

/** A query has numbers and booleans as text. */
function parseQueryValue(text: string): unknown {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

/** Undefined if the body is invalid. Parameters in the path override those in the body. */
export function parseHttpParams(
  { takes }: HttpEndpoint,
  { names, query, body }: HttpRequestParts,
): object | undefined {
  const requested = Object.fromEntries(
    Object.entries(query).map(([key, text]) => [key, parseQueryValue(text)]),
  );
  const given =
    takes === 'bytes' ? { data: body.toString('base64'), encoding: 'base64' } : parseJsonBody(takes, body);
  return given && { ...requested, ...given, ...names };
}

function parseJsonBody(takes: HttpEndpoint['takes'], body: Buffer): object | undefined {
  if (takes === undefined || body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type JsonSchema = Readonly<Record<string, unknown>>;

const toJsonSchema = (shape: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, reused: 'inline', unrepresentable: 'any' });
  return schema;
};

export function createOpenApi(version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const one of httpEndpoints) {
    const path = one.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.verb.toLowerCase()]: createOperation(one) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'ptywright (wsh)', version },
    security: [{}, { bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

function createOperation({ verb, path, method: name, takes, status }: HttpEndpoint): JsonSchema {
  const method = wsh.methods.get(name)!;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, word]) => word!);
  const { properties = {}, required = [] } = toJsonSchema(method.params, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const rest = Object.keys(properties).filter((word) => !inPath.includes(word));
  const query = takes === undefined ? rest : [];
  const empty = Object.keys((toJsonSchema(method.result, 'output').properties as object) ?? {}).length === 0;
  return {
    operationId: `${verb.toLowerCase()}${path.replace(/[/:]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: method.summary,
    ...(method.details && { description: method.details }),
    parameters: [
      ...inPath.map((word) => ({ name: word, in: 'path', required: true, schema: { type: 'string' } })),
      ...query.map((word) => ({
        name: word,
        in: 'query',
        required: required.includes(word),
        schema: properties[word],
      })),
    ],
    ...(takes && {
      requestBody: createRequestBody(
        takes,
        pick(properties, rest),
        required.filter((word) => rest.includes(word)),
      ),
    }),
    responses: {
      ...(empty && !status
        ? { 204: { description: 'Done.' } }
        : {
            [status ?? 200]: {
              description: 'Done.',
              content: jsonContent(toJsonSchema(method.result, 'output')),
            },
          }),
      default: { description: errorDescription, content: jsonContent(errorSchema) },
    },
  };
}

const pick = (all: Record<string, JsonSchema>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, all[name]]));

const jsonContent = (schema: unknown) => ({ 'application/json': { schema } });

const createRequestBody = (takes: 'json' | 'bytes', properties: object, required: readonly string[]) =>
  takes === 'bytes'
    ? { required: true, content: { 'application/octet-stream': {}, 'text/plain': {} } }
    : { content: jsonContent({ type: 'object', properties, ...(required.length > 0 && { required }) }) };

const errorSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: { code: { type: 'string', enum: Object.keys(httpStatuses) }, message: { type: 'string' } },
    },
  },
};

const errorDescription = `By code: ${Object.entries(httpStatuses)
  .map(([code, status]) => `${code} (${status})`)
  .join(', ')}.`;

/** The text page at /docs. */
export const formatApiText = (): string =>
  [
    '# HTTP API',
    '',
    'The same API as an OpenAPI document: /openapi.json',
    '',
    '| method | path | summary |',
    '| --- | --- | --- |',
    ...httpEndpoints.map(
      ({ verb, path, method }) => `| ${verb} | \`${path}\` | ${wsh.methods.get(method)!.summary} |`,
    ),
    '',
  ].join('\n');
