/**
 * Errors that the rpc layer answers before a method is called. A message names the broken rule and never repeats the
 * input, because a frame may contain a secret.
 */
import type { ChannelLimits } from './channel.ts';
import { type ErrorCode, jsonRpcEnvelope, type RpcError } from './envelope.ts';

/** An envelope has a code for each kind. */
export type ProtocolErrorKind = 'parse' | 'request' | 'params' | 'internal' | 'busy';

const parseError = { kind: 'parse', title: 'Parse error' } as const;
const invalidRequest = { kind: 'request', title: 'Invalid request' } as const;
// Methods can return these three faults too, so the data has the name of the fault.
const invalidParams = { kind: 'params', title: 'Invalid params', fault: 'Invalid' } as const;
const internalError = { kind: 'internal', title: 'Internal error', fault: 'Internal' } as const;
const busy = { kind: 'busy', title: 'Busy', fault: 'Busy' } as const;

type ProtocolErrorCategory = {
  readonly kind: ProtocolErrorKind;
  readonly title: string;
  readonly fault?: string;
};
type ProtocolErrorEntry = readonly [
  kind: ProtocolErrorCategory,
  sentence: string,
  limit?: keyof ChannelLimits,
];

export const protocolErrors = {
  not_utf8: [parseError, 'the frame is not UTF-8'],
  not_json: [parseError, 'the frame is not JSON'],
  cut_short: [parseError, 'the input ended inside a frame'],
  header_malformed: [parseError, 'a header line is not `Name: value`'],
  length_malformed: [parseError, 'Content-Length is not a decimal number of at most ten digits'],
  length_twice: [parseError, 'the header has more than one Content-Length'],
  length_missing: [parseError, 'the header has no Content-Length'],
  header_too_large: [invalidRequest, 'the header is too long', 'headerBytes'],
  header_too_many: [invalidRequest, 'the header has too many lines', 'headerLines'],
  frame_too_large: [invalidRequest, 'the frame is too long', 'frameBytes'],
  frame_too_slow: [invalidRequest, 'the frame was not completed in time', 'frameFinishMs'],
  too_deep: [invalidRequest, 'the message is nested too deeply', 'jsonDepth'],
  batch_empty: [invalidRequest, 'the batch is empty'],
  batch_too_large: [invalidRequest, 'the batch has too many messages', 'batchMessages'],
  not_an_object: [invalidRequest, 'a message must be an object'],
  not_version_2: [invalidRequest, '`jsonrpc` must be "2.0"'],
  id_malformed: [invalidRequest, '`id` must be a string, an integer within 2^53 - 1, or null', 'idBytes'],
  id_not_u64: [invalidRequest, '`id` must be an integer from 0 to 2^64 - 1'],
  id_missing: [invalidRequest, 'a request must have an `id`'],
  method_malformed: [invalidRequest, '`method` must be a string'],
  params_malformed: [invalidRequest, '`params` must be an object or an array, or be left out'],
  prototype_key: [invalidParams, 'a key is reserved by the JavaScript object model'],
  unread: [
    busy,
    'the reply does not fit into the write queue of this client; read the pending output, then send the request again',
    'outboxCloseBytes',
  ],
  not_serialisable: [internalError, 'the result cannot be written as JSON'],
} as const satisfies { readonly [reason: string]: ProtocolErrorEntry };

export type ProtocolErrorReason = keyof typeof protocolErrors;

export function createProtocolError(
  reason: ProtocolErrorReason,
  limits: ChannelLimits,
  more?: { readonly path: string },
  codes: Readonly<Partial<Record<string, ErrorCode>>> = jsonRpcEnvelope.codes,
): RpcError {
  const [{ kind, title, fault }, sentence, limit]: ProtocolErrorEntry = protocolErrors[reason];
  // Some dialects use the parse error code for other errors too.
  const calledUnreadable = codes[reason] !== undefined && codes[reason] === codes.parse;
  const bound = limit && { limit, max: limits[limit] };
  return {
    code: (codes[reason] ?? codes[kind])!,
    message: `${calledUnreadable ? parseError.title : title}: ${sentence}.`,
    data: { ...(fault && { fault }), reason, ...bound, ...more },
  };
}
