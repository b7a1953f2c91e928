/** Errors of the protocol: codes of an envelope, and limits in the data. */
import { expect, it } from 'vitest';
import { createProtocolError } from '#rpc/envelope.ts';

const limits = { jsonDepth: 64 } as Parameters<typeof createProtocolError>[1];

it('names the limit that was exceeded', () => {
  expect(createProtocolError('too_deep', limits)).toEqual({
    code: -32600,
    message: 'Invalid request: the message is nested too deeply.',
    data: { reason: 'too_deep', limit: 'jsonDepth', max: 64 },
  });
});

it('names the fault where methods return the same one, and the place', () => {
  expect(createProtocolError('prototype_key', limits, { path: 'params.__proto__' })).toMatchObject({
    code: -32602,
    data: { fault: 'Invalid', path: 'params.__proto__' },
  });
});

it('takes the code of the reason before that of its kind', () => {
  const codes = { parse: -1, request: -2, too_deep: -3 } as never;
  expect(createProtocolError('too_deep', limits, undefined, codes).code).toBe(-3);
  expect(createProtocolError('batch_empty', limits, undefined, codes).code).toBe(-2);
});

it('is called a parse error where a dialect has one code for both', () => {
  const codes = { parse: -1, request: -2, not_an_object: -1 } as never;
  expect(createProtocolError('not_an_object', limits, undefined, codes).message).toBe(
    'Parse error: a message must be an object.',
  );
});
