import { describe, expect, it } from 'vitest';
import { parseU64 } from '#rpc/outerValue.ts';

describe('an id of 64 bits', () => {
  const read = (text: string) => parseU64((JSON.parse(text) as { id: unknown }).id, text);

  it.each<[string, number | bigint | undefined]>([
    ['{"id":0}', 0],
    ['{"id":9007199254740991}', 2 ** 53 - 1],
    ['{"id":9007199254740993}', 9007199254740993n],
    ['{"id":18446744073709551615}', 2n ** 64n - 1n],
    ['{"id":18446744073709551616}', undefined],
    ['{"id":1e30}', undefined],
    ['{"id":-1}', undefined],
    ['{"id":1.5}', undefined],
    ['{"id":"1"}', undefined],
    // Like JSON.parse: the last of two keys and escaped names count, nested keys and keys inside strings do not.
    ['{"id":1,"id":9007199254740993}', 9007199254740993n],
    ['{"\\u0069d" : 9007199254740993 , "params":{"id":9007199254740995}}', 9007199254740993n],
    [
      '{"params":[{"id":9007199254740995}],"a":"\\"id\\":9007199254740995","id":9007199254740993}',
      9007199254740993n,
    ],
    ['{"b":"id","c":9007199254740995,"id":9007199254740993,"d":"id"}', 9007199254740993n],
  ])('is read off %s', (text, id) => expect(read(text)).toBe(id));
});
