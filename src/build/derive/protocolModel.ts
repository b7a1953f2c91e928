/** The protocol as an OpenRPC document, with types for the parts that derived files use. */
import { protocolLevel, ptywright } from '#dialects/ptywright/dialect.ts';
import type { Dialect } from '#rpc/dialect.ts';
import { type OpenRpcDocument, toOpenRpc } from '#rpc/openRpc.ts';

/** The part of JSON Schema that our schemas use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly pattern?: string;
  /** Fields that require other fields. */
  readonly dependencies?: Readonly<Record<string, readonly string[]>>;
}

export const schemaBranches = ({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] | undefined =>
  anyOf ?? oneOf;

/** The name of a referenced schema in the components of the document. */
export const referencedName = ({ $ref }: JsonSchema): string | undefined =>
  $ref?.replace('#/components/schemas/', '');

interface ProtocolParam {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface ProtocolMethod {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly paramStructure: 'either' | 'by-name';
  readonly params: readonly ProtocolParam[];
  readonly result?: { readonly name: string; readonly schema: JsonSchema };
  readonly errors: readonly { readonly code: number; readonly message: string }[];
  readonly 'x-since': number;
  readonly 'x-needs': readonly string[];
}

export interface ProtocolEvent {
  readonly name: string;
  readonly summary: string;
  readonly since: number;
  readonly params: JsonSchema;
  readonly example: unknown;
}

/** The OpenRPC document of `toOpenRpc`, typed for its readers. */
export interface ProtocolModel {
  readonly info: { readonly version: string };
  readonly methods: readonly ProtocolMethod[];
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
  readonly 'x-notifications': readonly ProtocolEvent[];
}

export const nativeModel = (): ProtocolModel =>
  toOpenRpc(ptywright, { title: 'ptywright', version: String(protocolLevel) }) as unknown as ProtocolModel;

/** The document of another dialect. Its version is not the protocol level. */
export const peerModel = <World>(dialect: Dialect<World>): OpenRpcDocument =>
  toOpenRpc(dialect, { title: dialect.name, version: '1' });
