/**
 * Mutated frames from a seeded generator: the server never crashes, and answers every well-formed request exactly once.
 */
import { describe, expect, it } from 'vitest';
import type { RpcReply } from '#rpc/envelope.ts';
import { encodeFrame, type Framing } from '#rpc/framing.ts';
import { seedOr, times } from '../soak/scale.ts';
import { type Conversation, converse, settled } from './conversation.ts';

const total = times(8000, 10_000_000);
const seed = seedOr(20_260_101);
const between = 250;

/** mulberry32: small, seeded, and sufficient for mutations. */
function generator(state: number) {
  let at = state;
  const next = () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  return { below, pick };
}
type Generator = ReturnType<typeof generator>;

const words = [
  'jsonrpc',
  '2.0',
  'id',
  'method',
  'params',
  'result',
  'error',
  'echo',
  '__proto__',
  '$/cancelRequest',
  '\u2028é🙂',
];
const scalars = [
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '9007199254740993',
  '""',
  '"\\ud800"',
  '[]',
  '{}',
  'NaN',
  '"',
];

/** Generates JSON by its grammar, with an occasional error. */
function text(random: Generator, depth: number): string {
  if (depth === 0 || random.below(3) === 0)
    return random.pick([...scalars, ...words.map((word) => JSON.stringify(word))]);
  const items = Array.from({ length: random.below(4) }, () => text(random, depth - 1));
  if (random.below(2)) return `[${items.join(random.below(20) ? ',' : ' ')}]`;
  return `{${items.map((item) => `"${random.pick(words)}":${item}`).join(',')}}`;
}

const requestLike = (random: Generator) =>
  `{"jsonrpc":"2.0","id":${random.pick(scalars)},"method":"echo","params":${text(random, 3)}}`;

const mutations: readonly ((bytes: Buffer, random: Generator) => Buffer)[] = [
  (bytes) => bytes,
  (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  (bytes, random) => bytes.subarray(random.below(bytes.length)),
  (bytes, random) => {
    for (let flips = random.below(8); flips >= 0; flips--)
      bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
    return bytes;
  },
  (bytes, random) => {
    const at = random.below(bytes.length);
    return Buffer.concat([
      bytes.subarray(0, at),
      bytes.subarray(random.below(bytes.length)),
      bytes.subarray(at),
    ]);
  },
  (bytes, random) => Buffer.concat([bytes, Buffer.alloc(random.below(4), random.below(256))]),
];

function mutant(framing: Framing, random: Generator): Buffer {
  const json = random.below(3) ? requestLike(random) : text(random, 5);
  return random.pick(mutations)(Buffer.from(encodeFrame(framing, json)), random);
}

/** Writes in pieces, so that frames are split anywhere. */
function scatter(talk: Conversation, bytes: Buffer, random: Generator): void {
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.below(random.below(10) ? 4096 : 7);
    talk.input.write(bytes.subarray(at, at + size));
    at += size;
  }
}

const good = (id: string) => JSON.stringify({ jsonrpc: '2.0', id, method: 'echo', params: { id } });
const answersTo = (id: string, replies: readonly unknown[]) =>
  replies.flat().filter((reply) => (reply as RpcReply).id === id);

describe('fuzz', () => {
  it(`ndjson: ${total} frames, each good one among them answered once`, async () => {
    const random = generator(seed);
    for (let done = 0; done < total; done += between) {
      const talk = converse({ limits: { frameBytes: 2000 } });
      const ids = Array.from({ length: between / 10 }, (_, at) => `good-${done}-${at}`);
      for (const id of ids) {
        const noise = Array.from({ length: 10 }, () => mutant('ndjson', random));
        // A line end before a valid request separates it from the broken frame before it.
        scatter(talk, Buffer.concat([...noise, Buffer.from(`\n${good(id)}\n`)]), random);
        await settled();
      }
      const replies = await talk.rest();
      for (const id of ids) expect(answersTo(id, replies)).toEqual([{ jsonrpc: '2.0', id, result: { id } }]);
      expect(await talk.closed).toBe('ended');
    }
  });

  it(`lsp: ${total} frames, each good one before a lost framing answered once`, async () => {
    const random = generator(seed + 1);
    for (let done = 0; done < total; ) {
      const talk = converse({ framing: 'lsp', limits: { frameBytes: 2000 } });
      const ids: string[] = [];
      for (let frames = 0; frames < 20; frames++, done++) {
        const json = requestLike(random).replaceAll('"id":', '"id" :');
        talk.say(json, good(`good-${done}`));
        ids.push(`good-${done}`);
      }
      await settled();
      for (let tries = 0; tries < 5; tries++, done++) scatter(talk, mutant('lsp', random), random);
      const replies = await talk.rest();
      for (const id of ids) expect(answersTo(id, replies)).toEqual([{ jsonrpc: '2.0', id, result: { id } }]);
      expect(['ended', 'refused']).toContain(await talk.closed);
    }
  });
});
