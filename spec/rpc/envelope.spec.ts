/** The examples in section 7 of the JSON-RPC 2.0 specification, each with its expected reply. */
import { describe, expect, it } from 'vitest';
import type { RequestId } from '#rpc/envelope.ts';
import { framings } from '#rpc/framing.ts';
import { converse, failure } from './conversation.ts';

const call = (id: RequestId, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params });
const notify = (method: string, params?: unknown) => ({ jsonrpc: '2.0', method, params });
const result = (id: RequestId, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const unknownMethod = (id: RequestId) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32601, message: 'Method not found' },
});

const situations: readonly [title: string, said: readonly unknown[], replies: readonly unknown[]][] = [
  [
    'positional parameters, either way round',
    [call(1, 'subtract', [42, 23]), call(2, 'subtract', [23, 42])],
    [result(1, 19), result(2, -19)],
  ],
  [
    'named parameters, in any order',
    [
      call(3, 'subtract', { subtrahend: 23, minuend: 42 }),
      call(4, 'subtract', { minuend: 42, subtrahend: 23 }),
    ],
    [result(3, 19), result(4, 19)],
  ],
  ['a notification, known or not', [notify('update', [1, 2, 3, 4, 5]), notify('foobar')], []],
  ['a method that does not exist', [call('1', 'foobar')], [unknownMethod('1')]],
  [
    'a call that is no JSON',
    ['{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]'],
    [failure('not_json')],
  ],
  [
    'a call that is no request',
    [{ jsonrpc: '2.0', method: 1, params: 'bar' }],
    [failure('method_malformed')],
  ],
  [
    'a batch that is no JSON: one reply, no array',
    ['[ {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method" ]'],
    [failure('not_json')],
  ],
  ['an empty batch: one reply, no array', ['[]'], [failure('batch_empty')]],
  ['a batch that is not empty and all wrong', ['[1]'], [[failure('not_an_object')]]],
  ['a batch of three wrongs', ['[1,2,3]'], [Array(3).fill(failure('not_an_object'))]],
  [
    'a batch of everything',
    [
      [
        call('1', 'sum', [1, 2, 4]),
        notify('notify_hello', [7]),
        call('2', 'subtract', [42, 23]),
        { foo: 'boo' },
        call('5', 'foo.get', { name: 'myself' }),
        call('9', 'get_data'),
      ],
    ],
    [
      [
        result('1', 7),
        result('2', 19),
        failure('not_version_2'),
        unknownMethod('5'),
        result('9', ['hello', 5]),
      ],
    ],
  ],
  [
    'a batch of notifications: nothing at all',
    [[notify('notify_sum', [1, 2, 4]), notify('notify_hello', [7])]],
    [],
  ],
];

describe.each(framings)('JSON-RPC 2.0 over %s', (framing) => {
  it.each(situations)('%s', async (_, said, replies) => {
    const talk = converse({ framing });
    talk.say(...said);
    expect(await talk.rest()).toEqual(replies);
    expect(await talk.closed).toBe('ended');
  });

  it('answers all of them on one connection, too', async () => {
    const talk = converse({ framing });
    for (const [, said] of situations) talk.say(...said);
    expect(await talk.rest()).toEqual(situations.flatMap(([, , replies]) => replies));
  });
});
