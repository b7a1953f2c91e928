/** Every sample of tuispec's document, and the deviations of the shipped server, by a real process. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { methods } from '#dialects/tuispec/dialect.ts';
import { freshHome } from '../../cli/ptywright.ts';
import { receive } from '../../harness/traffic.ts';
import { collisions } from '../../seeds/deviations.ts';
import { type TuispecSeed, tuispecSeeds } from '../../seeds/tuispec.ts';
import type { Answer } from './client.ts';
import { type Running, start } from './running.ts';

describe.concurrent('samples of tuispec', () => {
  it.for(tuispecSeeds)('$title', async (seed, { onTestFinished }) => {
    const running = start(seed.shipped ? '?wire=client' : '', undefined, onTestFinished);
    await prepare(running, seed);
    const notice = seed.notification && running.client.notice();
    const answer = await ask(running, seed);
    expectHeld(answer.error, seed.error ? placed(seed.error, running) : undefined, 'error');
    expectHeld(answer.result, placed(seed.result, running), 'result');
    if (notice) expectHeld(await notice, seed.notification, 'notice');
    receive('seed', `tuispec: ${seed.title}`);
  });
});

describe('samples', () => {
  it('contain both sides of each collision', () => {
    const titles = tuispecSeeds.map(({ title }) => title);
    for (const { document, shipped } of collisions.filter(({ dialect }) => dialect === 'tuispec'))
      expect(titles).toEqual(expect.arrayContaining([document, shipped]));
  });

  it('contain every method', () => {
    const sampled = new Set(tuispecSeeds.flatMap(({ send }) => (typeof send === 'string' ? [] : [send[0]])));
    expect(methods.map(({ name }) => name).filter((name) => !sampled.has(name))).toEqual([]);
  });
});

async function prepare(running: Running, { script, setup = [] }: TuispecSeed): Promise<void> {
  const { client } = running;
  if (script !== undefined) {
    await client.call('initialize');
    await client.call('launch', { command: '/bin/sh', args: ['-c', script] });
    await client.call('waitUntil', { pattern: 'Ready\\n>|END' });
  }
  for (const [method, params] of setup) await client.call(method, placed(params, running));
}

function ask(running: Running, { send }: TuispecSeed): Promise<Answer> {
  const { client } = running;
  if (typeof send !== 'string') {
    receive('method', `tuispec ${send[0]}`);
    return client.ask(send[0], placed(send[1], running));
  }
  client.say(send);
  return client.answer();
}

/** One new file for each server. */
const files = new WeakMap<Running, string>();

function placed(value: unknown, running: Running): unknown {
  if (typeof value === 'string') {
    const file = files.get(running) ?? join(freshHome(), 'session.jsonl');
    files.set(running, file);
    return value.replace(/^DIR/, running.dir).replace(/^FILE$/, file);
  }
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  if (Array.isArray(value)) return value.map((one) => placed(one, running));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, placed(one, running)]));
}

/** Compares key by key. Keys that the sample lacks are allowed. */
function expectHeld(actual: unknown, expected: unknown, path: string): void {
  if (expected instanceof RegExp) return expect(actual, path).toMatch(expected);
  if (typeof expected !== 'object' || expected === null) return expect(actual, path).toBe(expected);
  expect(actual, path).toBeTypeOf('object');
  for (const [key, value] of Object.entries(expected))
    expectHeld((actual as Record<string, unknown> | null)?.[key], value, `${path}.${key}`);
}
