/** Which messages are accepted, and why others are refused. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import {
  createProtocolError,
  type ProtocolErrorReason,
  parseMessage,
  protocolErrors,
} from '#rpc/envelope.ts';
import { failure } from '../conversation.ts';

const base = { jsonrpc: '2.0', id: 1, method: 'm' };
const refused = (...what: Parameters<typeof failure>) => {
  const { id, error } = failure(...what);
  return { id, error };
};
const parsed = (json: string) => parseMessage(JSON.parse(json), limits);

describe('open', () => {
  it.each([
    ['a string id of the longest kind', { ...base, id: 'x'.repeat(256) }],
    ['an empty id', { ...base, id: '' }],
    ['the largest integer', { ...base, id: 2 ** 53 - 1 }],
    ['the smallest integer', { ...base, id: -(2 ** 53) + 1 }],
    ['id null', { ...base, id: null }],
    ['no params', base],
    ['params of both kinds', { ...base, params: [1, { a: null }] }],
    ['an empty method', { ...base, method: '' }],
    ['a notification', { jsonrpc: '2.0', method: 'm', params: {} }],
  ])('passes %s', (_, message) => {
    expect(parseMessage(message, limits)).toEqual({ message });
  });

  it('takes params null as no params', () => {
    expect(parseMessage({ ...base, params: null }, limits)).toEqual({ message: base });
  });

  it('keeps only the keys of the protocol', () => {
    expect(parseMessage({ ...base, result: 1, extra: 2 }, limits)).toEqual({ message: base });
  });

  it.each([
    ['null', 'null', 'not_an_object', null],
    ['a string', '"x"', 'not_an_object', null],
    ['an array within a batch', '[]', 'not_an_object', null],
    ['no version', '{"id":1,"method":"m"}', 'not_version_2', 1],
    ['version 1', '{"jsonrpc":"1.0","id":"a","method":"m"}', 'not_version_2', 'a'],
    ['a number for a version', '{"jsonrpc":2.0,"method":"m"}', 'not_version_2', null],
    ['no method', '{"jsonrpc":"2.0","id":1}', 'method_malformed', 1],
    ['method null', '{"jsonrpc":"2.0","id":1,"method":null}', 'method_malformed', 1],
    ['an array for a method', '{"jsonrpc":"2.0","id":1,"method":["m"]}', 'method_malformed', 1],
    ['a string for params', '{"jsonrpc":"2.0","id":1,"method":"m","params":"p"}', 'params_malformed', 1],
    ['false for params', '{"jsonrpc":"2.0","id":1,"method":"m","params":false}', 'params_malformed', 1],
    ['a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"m"}', 'id_malformed', null],
    [
      'an integer that would change',
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"m"}',
      'id_malformed',
      null,
    ],
    ['infinity', '{"jsonrpc":"2.0","id":1e400,"method":"m"}', 'id_malformed', null],
    ['true', '{"jsonrpc":"2.0","id":true,"method":"m"}', 'id_malformed', null],
    ['an object for an id', '{"jsonrpc":"2.0","id":{},"method":"m"}', 'id_malformed', null],
    ['a long id', `{"jsonrpc":"2.0","id":"${'x'.repeat(257)}","method":"m"}`, 'id_malformed', null],
    ['an id long in bytes', `{"jsonrpc":"2.0","id":"${'é'.repeat(129)}","method":"m"}`, 'id_malformed', null],
  ] as const)('refuses %s', (_, json, reason, id) => {
    expect(parsed(json)).toMatchObject({ refused: refused(reason, id) });
  });

  it.each([
    ['{"__proto__":{"redact":false}}', '__proto__'],
    ['{"env":{"constructor":1}}', 'env.constructor'],
    ['{"actions":[1,{"value":{"prototype":null}}]}', 'actions.1.value.prototype'],
    ['[[[{"\\u005f_proto__":1}]]]', '0.0.0.__proto__'],
    ['{"sk-ant-secret":{"__proto__":1}}', '*.__proto__'],
  ])('refuses the prototype key in %s with its path', (params, path) => {
    const expected = refused('prototype_key', 1, { path });
    expect(parsed(`{"jsonrpc":"2.0","id":1,"method":"m","params":${params}}`)).toMatchObject({
      refused: expected,
    });
    expect(expected.error.code).toBe(-32602);
    expect(parsed(`{"jsonrpc":"2.0","method":"m","params":${params}}`)).toBeNull();
  });

  it('accepts these words as values, and keys that are only similar', () => {
    const params = { a: '__proto__', proto: 1, Constructor: ['prototype'] };
    expect(parseMessage({ ...base, params }, limits)).toEqual({ message: { ...base, params } });
  });

  it('passes replies and never answers an invalid one', () => {
    const success = { jsonrpc: '2.0', id: 1, result: null };
    const failed = { jsonrpc: '2.0', id: null, error: { code: -1, message: 'no', data: { a: 1 } } };
    expect(parseMessage(success, limits)).toEqual({ message: success });
    expect(parseMessage(failed, limits)).toEqual({ message: failed });
    for (const broken of [
      { result: 1 },
      { jsonrpc: '2.0', result: 1 },
      { ...success, id: 1.5 },
      { ...success, error: { code: 1, message: 'both' } },
      { jsonrpc: '2.0', id: 1, error: null },
      { jsonrpc: '2.0', id: 1, error: { code: 'x', message: 'm' } },
      { jsonrpc: '2.0', id: 1, error: { code: 1 } },
    ]) {
      expect(parseMessage(broken, limits)).toBeNull();
    }
  });
});

describe('refusal', () => {
  it('has a code of JSON-RPC, a sentence and its reason, and names the limit that was reached', () => {
    for (const reason of Object.keys(protocolErrors) as ProtocolErrorReason[]) {
      const { code, message, data } = createProtocolError(reason, limits);
      expect([-32700, -32600, -32602, -32603, -32000]).toContain(code);
      expect(message).toMatch(/^[A-Z][a-z ]+: .+\.$/);
      expect(data).toMatchObject({ reason });
    }
    expect(createProtocolError('frame_too_large', limits).data).toEqual({
      reason: 'frame_too_large',
      limit: 'frameBytes',
      max: 4 * 1024 * 1024,
    });
    expect(createProtocolError('unread', limits)).toMatchObject({
      code: -32000,
      data: { reason: 'unread', limit: 'outboxCloseBytes', max: 16 * 1024 * 1024 },
    });
  });
});
