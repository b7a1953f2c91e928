/** An envelope whose ids are any JSON, with outer keys among the parameters and the method in the reply. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { type Envelope, jsonRpcEnvelope, parseMessage } from '#rpc/envelope.ts';

const { version: _, ...bare } = jsonRpcEnvelope;
const envelope: Envelope = {
  ...bare,
  ids: 'json',
  batches: false,
  notifications: false,
  outerParams: ['whose'],
};
const opened = (value: unknown) => parseMessage(value, limits, envelope, JSON.stringify(value));

describe('ids of any JSON', () => {
  it.each([1, 1.5, 'a', null, true, [1], { a: 1 }])('%j', (id) =>
    expect(opened({ id, method: 'm' })).toEqual({
      message: { jsonrpc: '2.0', id: { json: JSON.stringify(id) }, method: 'm' },
    }),
  );

  it('may be absent', () =>
    expect(opened({ method: 'm' })).toEqual({
      message: { jsonrpc: '2.0', id: { json: undefined }, method: 'm' },
    }));

  it('one that is too long', () =>
    expect(opened({ id: 'x'.repeat(limits.idBytes), method: 'm' })).toMatchObject({
      refused: { id: null, error: { data: { reason: 'id_too_long' } } },
    }));
});

describe('outer keys', () => {
  it('are parameters', () => {
    expect(opened({ method: 'm', whose: 'x' })).toMatchObject({ message: { params: { whose: 'x' } } });
    expect(opened({ method: 'm', whose: 'x', params: { whose: 'y', a: 1 } })).toMatchObject({
      message: { params: { whose: 'x', a: 1 } },
    });
  });

  it('are not added to positional parameters', () =>
    expect(opened({ method: 'm', whose: 'x', params: [1] })).toMatchObject({ message: { params: [1] } }));
});

it('a refusal contains the method if it could be read', () => {
  const params: unknown = JSON.parse('{"__proto__":{}}');
  for (const refused of [{ params }, { params: 5 }])
    expect(opened({ method: 'm', ...refused })).toMatchObject({ refused: { method: 'm' } });
  expect(opened({ params })).not.toHaveProperty('refused.method');
});
