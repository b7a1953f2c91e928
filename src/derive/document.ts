/** The native dialect as an OpenRPC document, whose version is the protocol level. */
import { ptywright } from '../dialects/ptywright/index.ts';
import { level } from '../dialects/ptywright/level.ts';
import type { Dialect } from '../rpc/dialect.ts';
import { type OpenRpcDocument, openRpc } from '../rpc/openRpc.ts';
import type { JsonSchema } from './jsonSchema.ts';

export interface ProtocolParam {
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

/** What `openRpc` makes, as those see it who read it. */
export interface Protocol {
  readonly info: { readonly version: string };
  readonly methods: readonly ProtocolMethod[];
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
  readonly 'x-notifications': readonly ProtocolEvent[];
}

export const document = (): Protocol =>
  openRpc(ptywright, { title: 'ptywright', version: String(level) }) as unknown as Protocol;

/** The dialect of a peer, whose versions are the peer's own: what of it is spoken, and in which shapes. */
export const peerDocument = <World>(dialect: Dialect<World>): OpenRpcDocument =>
  openRpc(dialect, { title: dialect.name, version: '1' });
