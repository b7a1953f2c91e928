/**
 * What the wire answers itself, because no method can be asked. A refusal says which rule was broken and never
 * repeats what was sent: a frame may hold a secret.
 */
import type { Code, ReplyError } from './envelope.ts';
import { jsonRpc } from './jsonRpc.ts';
import type { WireLimits } from './limits.ts';

/** An envelope has a code for each. */
export type RefusalKind = 'parse' | 'request' | 'params' | 'internal' | 'busy';

const parseError = { kind: 'parse', title: 'Parse error' } as const;
const invalidRequest = { kind: 'request', title: 'Invalid request' } as const;
// These three a method may answer with as well, and then names the fault in its data.
const invalidParams = { kind: 'params', title: 'Invalid params', fault: 'Invalid' } as const;
const internalError = { kind: 'internal', title: 'Internal error', fault: 'Internal' } as const;
const busy = { kind: 'busy', title: 'Busy', fault: 'Busy' } as const;

type Kind = { readonly kind: RefusalKind; readonly title: string; readonly fault?: string };
type Entry = readonly [kind: Kind, sentence: string, limit?: keyof WireLimits];

const refusals = {
  not_utf8: [parseError, 'the frame is not UTF-8'],
  not_json: [parseError, 'the frame is not JSON'],
  cut_short: [parseError, 'the input ended inside a frame'],
  header_malformed: [parseError, 'a header line is not `Name: value`'],
  length_malformed: [parseError, 'Content-Length is not a decimal number of at most ten digits'],
  length_twice: [parseError, 'Content-Length is given twice'],
  length_missing: [parseError, 'the header has no Content-Length'],
  header_too_large: [invalidRequest, 'the header is too long', 'headerBytes'],
  header_too_many: [invalidRequest, 'the header has too many lines', 'headerLines'],
  frame_too_large: [invalidRequest, 'the frame is too long', 'frameBytes'],
  frame_too_slow: [invalidRequest, 'the frame was begun and not finished in time', 'frameFinishMs'],
  too_deep: [invalidRequest, 'the message is nested too deeply', 'jsonDepth'],
  batch_empty: [invalidRequest, 'the batch is empty'],
  batch_too_large: [invalidRequest, 'the batch has too many messages', 'batchMessages'],
  not_an_object: [invalidRequest, 'a message is an object'],
  not_version_2: [invalidRequest, '`jsonrpc` must be "2.0"'],
  id_malformed: [invalidRequest, '`id` must be a string, an integer within 2^53 - 1, or null', 'idBytes'],
  id_not_u64: [invalidRequest, '`id` must be an integer from 0 to 2^64 - 1'],
  id_missing: [invalidRequest, 'a request has an `id`'],
  method_malformed: [invalidRequest, '`method` must be a string'],
  params_malformed: [invalidRequest, '`params` must be an object or an array, or be left out'],
  prototype_key: [invalidParams, 'a key names a part of the JavaScript object model'],
  busy: [
    busy,
    'too many requests are in flight; send this one again when another is answered',
    'pendingRequests',
  ],
  unread: [
    busy,
    'the reply does not fit beside what this client has not read yet; read that, and ask again',
    'outboxCloseBytes',
  ],
  not_serialisable: [internalError, 'the result cannot be written as JSON'],
} as const satisfies { readonly [reason: string]: Entry };

export type RefusalReason = keyof typeof refusals;
export const refusalReasons = Object.keys(refusals) as readonly RefusalReason[];

export function refusal(
  reason: RefusalReason,
  limits: WireLimits,
  more?: { readonly path: string },
  codes: Readonly<Partial<Record<string, Code>>> = jsonRpc.codes,
): ReplyError {
  const [{ kind, title, fault }, sentence, limit]: Entry = refusals[reason];
  // Some dialects have the code of what cannot be read for more than that.
  const calledUnreadable = codes[reason] !== undefined && codes[reason] === codes.parse;
  const bound = limit && { limit, max: limits[limit] };
  return {
    code: (codes[reason] ?? codes[kind])!,
    message: `${calledUnreadable ? parseError.title : title}: ${sentence}.`,
    data: { ...(fault && { fault }), reason, ...bound, ...more },
  };
}
