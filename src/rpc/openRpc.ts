/** A dialect as an OpenRPC document, from its declarations alone. */
import { z } from '../platform/schema.ts';
import type { Dialect } from './dialect.ts';
import type { Event } from './event.ts';
import type { AnyMethod } from './method.ts';

type Json = Readonly<Record<string, unknown>>;

export type OpenRpcDocument = {
  openrpc: string;
  methods: { name: string; [key: string]: unknown }[];
  [key: string]: unknown;
};

export function openRpc<World>(
  dialect: Dialect<World>,
  { title, version }: { title: string; version: string },
): OpenRpcDocument {
  const shared = new Schemas();
  const methods = [...dialect.methods.values()].map((method) => methodOf(method, dialect, shared));
  const events = [...dialect.events.values()].map((event) => eventOf(event, shared));
  return {
    openrpc: '1.3.2',
    info: { title, version },
    methods,
    components: { schemas: shared.named },
    'x-notifications': events,
  };
}

type Direction = 'input' | 'output';

/** JSON schemas, with those that have an id gathered in one place. */
class Schemas {
  readonly named: Record<string, unknown> = {};

  of(shape: z.ZodType, io: Direction): Json {
    const {
      $schema: _,
      $defs = {},
      ...schema
    } = z.toJSONSchema(shape, { io, reused: 'inline', unrepresentable: 'any' }) as Record<string, unknown>;
    for (const [name, definition] of Object.entries($defs as Json))
      this.named[name] ??= relocate(definition, io);
    return relocate(schema, io) as Json;
  }
}

/** References point into the document instead of the schema that they were made for. What we say may gain fields. */
function relocate(schema: unknown, io: Direction): unknown {
  if (Array.isArray(schema)) return schema.map((one) => relocate(one, io));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === 'id' && typeof value === 'string'))
      .filter(([key, value]) => !(io === 'output' && key === 'additionalProperties' && value === false))
      .map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string'
          ? value.replace('#/$defs/', '#/components/schemas/')
          : relocate(value, io),
      ]),
  );
}

function methodOf<World>(method: AnyMethod<World>, { codes }: Dialect<World>, shared: Schemas) {
  const params = shared.of(method.params, 'input') as {
    properties?: Record<string, Json>;
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
    // A document whose required parameters come after optional ones would be refused.
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
      : { result: { name: 'result', schema: shared.of(method.result, 'output') } }),
    errors: method.throws.map((fault: string) => ({ code: codes[fault], message: fault })),
    'x-since': method.since,
    'x-needs': method.needs,
  };
}

const eventOf = ({ name, summary, since, params, example }: Event, shared: Schemas) => ({
  name,
  summary,
  since,
  params: shared.of(params, 'output'),
  example,
});
