/** Converts a dialect to an OpenRPC document. */
import { z } from '#platform/schema.ts';
import type { Dialect, EventDeclaration } from './dialect.ts';
import type { AnyMethod, MethodExample } from './method.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export type OpenRpcDocument = {
  openrpc: string;
  methods: { name: string; [key: string]: unknown }[];
  [key: string]: unknown;
};

export function toOpenRpc<World>(
  dialect: Dialect<World>,
  { title, version }: { title: string; version: string },
): OpenRpcDocument {
  const shared = new SchemaCollector();
  const methods = [...dialect.methods.values()].map((method) => toOpenRpcMethod(method, dialect, shared));
  const events = [...dialect.events.values()].map((event) => toOpenRpcEvent(event, shared));
  return {
    openrpc: '1.3.2',
    info: { title, version },
    methods,
    components: { schemas: shared.named },
    'x-notifications': events,
  };
}

type SchemaDirection = 'input' | 'output';

/** Collects JSON schemas. Those with an id are moved to `components`. */
class SchemaCollector {
  readonly named: Record<string, unknown> = {};

  collect(shape: z.ZodType, io: SchemaDirection): JsonObject {
    const {
      $schema: _,
      $defs = {},
      ...schema
    } = z.toJSONSchema(shape, { io, reused: 'inline', unrepresentable: 'any' }) as Record<string, unknown>;
    for (const [name, definition] of Object.entries($defs as JsonObject))
      this.named[name] ??= rewriteReferences(definition, io);
    return rewriteReferences(schema, io) as JsonObject;
  }
}

/** Makes references point into the document. Allows additional fields in output, because results may gain fields. */
function rewriteReferences(schema: unknown, io: SchemaDirection): unknown {
  if (Array.isArray(schema)) return schema.map((one) => rewriteReferences(one, io));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === 'id' && typeof value === 'string'))
      .filter(([key, value]) => !(io === 'output' && key === 'additionalProperties' && value === false))
      .map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string'
          ? value.replace('#/$defs/', '#/components/schemas/')
          : rewriteReferences(value, io),
      ]),
  );
}

function toOpenRpcMethod<World>(
  method: AnyMethod<World>,
  { codes }: Dialect<World>,
  shared: SchemaCollector,
) {
  const params = shared.collect(method.params, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  const names = Object.keys(params.properties ?? {});
  const ordered = [
    ...(method.positional ?? []),
    ...names.filter((name) => !method.positional?.includes(name)),
  ];
  const required = new Set(params.required ?? []);
  return {
    name: method.name,
    summary: method.summary,
    ...(method.details && { description: method.details }),
    paramStructure: method.positional ? 'either' : 'by-name',
    // OpenRPC requires that required parameters precede optional ones.
    params: [
      ...ordered.filter((name) => required.has(name)),
      ...ordered.filter((name) => !required.has(name)),
    ].map((name) => ({
      name,
      required: required.has(name),
      schema: params.properties![name]!,
    })),
    ...(method.notification
      ? {}
      : { result: { name: 'result', schema: shared.collect(method.result, 'output') } }),
    errors: method.throws.map((fault: string) => ({ code: codes[fault], message: fault })),
    examples: method.examples
      .filter(({ fault, send }) => fault === undefined && !Object.values(send).includes(null))
      .map((example) => toExamplePairing(example, required, method.notification)),
    'x-since': method.since,
    'x-needs': method.needs,
  };
}

/** The parameters that a spec fills in, because they name what an earlier call has created. */
const exampleIds: Readonly<Record<string, string>> = { session: 's1', sessionId: 's1', adapter: 'e1' };

function toExamplePairing(
  { title, send, reply }: MethodExample,
  required: ReadonlySet<string>,
  notification: true | undefined,
) {
  const ids = Object.entries(exampleIds).filter(([name]) => required.has(name) && !(name in send));
  const params = Object.entries({ ...Object.fromEntries(ids), ...send });
  return {
    name: title,
    params: params.map(([name, value]) => ({ name, value })),
    ...(!notification && (reply ?? null) !== null && { result: toExampleResult(reply) }),
  };
}

/** Without the fields that are null: an example is a part of a result. */
const toExampleResult = (reply: unknown) => ({
  name: 'result',
  summary: 'What the result contains.',
  value: JSON.parse(JSON.stringify(reply), (_, value) => value ?? undefined),
});

const toOpenRpcEvent = (
  { name, summary, since, params, example }: EventDeclaration,
  shared: SchemaCollector,
) => ({
  name,
  summary,
  since,
  params: shared.collect(params, 'output'),
  example,
});
