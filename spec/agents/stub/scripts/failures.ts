/** API errors. `-NORETRY` prevents a retry of the agent. */
import { type HttpFailure, message, type Piece, say } from '../reply.ts';
import type { Scripts } from '../script.ts';

const fail = (type: string, text: string): Piece => ({ kind: 'fail', type, message: text });

const table: Readonly<Record<string, HttpFailure>> = {
  'ERR-400': { status: 400, type: 'invalid_request_error', message: 'stub: bad request' },
  'ERR-401': { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
  'ERR-403': { status: 403, type: 'permission_error', message: 'Your API key may not do this (stub).' },
  'ERR-429': {
    status: 429,
    type: 'rate_limit_error',
    message: 'This request would exceed your rate limit (stub).',
    headers: { 'retry-after': '7', 'x-should-retry': 'true' },
  },
  'ERR-500': { status: 500, type: 'api_error', message: 'Internal server error' },
  'ERR-529': { status: 529, type: 'overloaded_error', message: 'Overloaded' },
  'ERR-CREDIT': {
    status: 400,
    type: 'invalid_request_error',
    message:
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
  },
  'ERR-LONG': {
    status: 400,
    type: 'invalid_request_error',
    message: 'prompt is too long: 250000 tokens > 200000 maximum',
  },
};

/** For all retries. */
const always = (failure: HttpFailure) => Array.from({ length: 12 }, () => failure);

const final = ({ headers, ...rest }: HttpFailure): HttpFailure => ({
  ...rest,
  headers: { ...headers, 'x-should-retry': 'false' },
});

const named = Object.entries(table);

export const failures: Scripts = {
  ...Object.fromEntries(named.map(([word, failure]) => [word, always(failure)])),
  ...Object.fromEntries(named.map(([word, failure]) => [`${word}-NORETRY`, always(final(failure))])),
  'ERR-CUT': [message({ kind: 'cut' })],
  'ERR-MIDSTREAM': [
    message(say('Partial answer before the failure. '), fail('overloaded_error', 'Overloaded')),
  ],
};
