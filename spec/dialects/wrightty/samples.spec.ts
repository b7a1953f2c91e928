/** Every sample of wrightty's document, over a real WebSocket. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wrightty } from '#dialects/wrightty/dialect.ts';
import { receive } from '../../harness/traffic.ts';
import { collisions } from '../../seeds/deviations.ts';
import { wrighttySeeds } from '../../seeds/wrightty.ts';
import { wright } from './running.ts';

describe('the samples of the document', () => {
  it.each(wrighttySeeds.map((seed) => [seed.title, seed] as const))('%s', async (_, seed) => {
    const server = await wright({ wire: seed.shipped ? 'client' : 'document' });
    try {
      const client = await server.connect();
      if (seed.script !== undefined) await client.session(seed.script);
      if (seed.screenText !== undefined) await client.shows('s1', seed.screenText);
      for (const [method, params] of seed.setup ?? []) await client.ask(method, params);
      const { result, error } = await client.ask(seed.method, seed.params);
      if (seed.error) expect(error).toMatchObject(seed.error);
      else {
        expect(error).toBeUndefined();
        expect(result).toMatchObject(seed.result as object);
      }
      receive('seed', `wrightty: ${seed.title}`);
      // The client has to remove a video.
      if (result?.path) rmSync(dirname(result.path), { recursive: true });
    } finally {
      await server.close();
    }
  });

  it('contain both sides of each collision', () => {
    const titles = wrighttySeeds.map(({ title }) => title);
    for (const { document, shipped } of collisions.filter(({ dialect }) => dialect === 'wrightty'))
      expect(titles).toEqual(expect.arrayContaining([document, shipped]));
  });

  it('contain every method of it', () => {
    const sampled = new Set(wrighttySeeds.map(({ method }) => method));
    const own = ['Wrightty.authenticate'];
    expect([...wrightty.methods.keys()].filter((name) => !sampled.has(name) && !own.includes(name))).toEqual(
      [],
    );
  });
});
