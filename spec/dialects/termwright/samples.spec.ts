/** Every sample of termwright's document, and the deviations of the shipped server, over a real Unix socket. */
import { describe, expect, it } from 'vitest';
import { receive } from '../../harness/traffic.ts';
import { collisions } from '../../seeds/deviations.ts';
import { type TermwrightSeed, termwrightSeeds } from '../../seeds/termwright.ts';
import type { Answer, TermwrightClient } from './client.ts';
import { scripted, serve } from './served.ts';

describe('samples of termwright', () => {
  it.each(termwrightSeeds)('$title', async (seed) => {
    const { client } = await serve(scripted(seed.program ?? 'asks-name'), seed.wire);
    for (const { method, params } of seed.setup ?? []) await client.call(method, params);
    const answer = await answerTo(client, seed);
    expectHeld(answer, seed.reply, 'answer');
    expect('error' in answer, 'an error beside a result').toBe('error' in seed.reply);
    receive('seed', `termwright: ${seed.title}`);
  });

  it('contain both sides of each collision', () => {
    const titles = termwrightSeeds.map(({ title }) => title);
    for (const { dialect, document, shipped } of collisions.filter((one) => one.dialect === 'termwright')) {
      expect(titles, dialect).toContain(document);
      expect(titles, dialect).toContain(shipped);
    }
  });
});

function answerTo(client: TermwrightClient, { send }: TermwrightSeed): Promise<Answer> {
  if (typeof send !== 'string') return client.ask(send.method, send.params);
  client.say(send);
  return client.answer();
}

/** Compares key by key, so that a few entries of a long list can be checked. */
function expectHeld(actual: unknown, expected: unknown, path: string): void {
  if (expected instanceof RegExp) return expect(actual, path).toMatch(expected);
  if (typeof expected !== 'object' || expected === null) return expect(actual, path).toBe(expected);
  expect(typeof actual, path).toBe('object');
  for (const [key, value] of Object.entries(expected))
    expectHeld((actual as Record<string, unknown> | null)?.[key], value, `${path}.${key}`);
}
