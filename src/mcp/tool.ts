/** Declares a tool: name, description, schemas and handler. The definitions that clients receive are derived from it. */
import { z } from '#platform/schema.ts';
import type { ToolReply } from './reply.ts';
import type { ToolContext } from './toolContext.ts';

export interface ToolCall {
  readonly context: ToolContext;
  /** Aborts when the client cancels the request. */
  readonly signal: AbortSignal;
  /** Sends progress; absent if the client did not ask for it. */
  readonly progress?: ((count: number, message: string) => void) | undefined;
}

export interface Tool<Params extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  /** Changes nothing. */
  readonly reads?: true;
  /** Ends something that cannot be restored. */
  readonly destroys?: true;
  readonly params: Params;
  readonly result: z.ZodObject;
  run(call: ToolCall, params: z.output<Params>): Promise<ToolReply>;
}

// Tools have different parameters; the parameter type of `run` makes them invariant.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyTool = Tool<any>;

export const defineTool = <Params extends z.ZodObject>(tool: Tool<Params>): Tool<Params> => tool;

export interface ToolDefinition {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object' };
  readonly outputSchema: { readonly type: 'object' };
}

export const toDefinition = ({
  name,
  description,
  params,
  result,
  reads,
  destroys,
}: AnyTool): ToolDefinition => ({
  name,
  description,
  inputSchema: toJsonSchema(params, 'input'),
  outputSchema: toJsonSchema(result, 'output'),
  ...(reads && { annotations: { readOnlyHint: true } }),
  ...(destroys && { annotations: { destructiveHint: true } }),
});

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const {
    $schema: _,
    $defs: __,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => omitNoise(jsonSchema, io),
  });
  return json as ToolDefinition['inputSchema'];
}

/**
 * Removes what helps no agent: empty descriptions, bounds that the server checks anyway, and whether a reply may have
 * further fields.
 */
function omitNoise(schema: Record<string, unknown>, io: 'input' | 'output'): void {
  if (schema.description === '') delete schema.description;
  for (const bound of ['minLength', 'maxLength', 'maxItems', 'maximum', 'propertyNames'])
    delete schema[bound];
  if (JSON.stringify(schema.additionalProperties) === '{}') delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
}
