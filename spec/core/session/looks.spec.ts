/** Waits are looked at in the turn of the output, but never so long that nobody else gets a turn. */
import { expect, it } from 'vitest';
import { limits } from '../../../src/core/limits.ts';
import { Looks } from '../../../src/core/session/looks.ts';
import { aServer, faultOf, type MatcherSent, obeying } from './driven.ts';

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Looks that each take as long as half a turn of them may. */
function slowLooks(names: string) {
  let now = 0;
  const looked: string[] = [];
  const all = [...names].map((name) => () => {
    looked.push(name);
    now += limits.looksMs / 2;
  });
  return { looks: new Looks({ now: () => now } as never), all, looked };
}

it('looks at once, until a turn has had its share', async () => {
  const { looks, all, looked } = slowLooks('abcdefg');
  for (const look of all) looks.take(look);
  expect(looked.join('')).toBe('ab');
  await aTurn();
  expect(looked.join('')).toBe('abcd');
  for (const left of ['abcdef', 'abcdefg']) {
    await aTurn();
    expect(looked.join('')).toBe(left);
  }
});

it('looks once for all that has happened meanwhile, in the order in which it did', async () => {
  const { looks, all, looked } = slowLooks('abcd');
  for (const look of [...all, ...all, ...all]) looks.take(look);
  for (let turn = 0; turn < 3; turn++) await aTurn();
  // The first two had looked already when they were asked for again.
  expect(looked.join('')).toBe('abcdab');
});

const slow = (number: number): MatcherSent => ({
  type: 'screen_regex',
  value: `(x|y)*x(x|y){${400 + number}}zq`,
});

it('refuses patterns that keep everybody waiting, by name, and nobody else notices', async () => {
  const server = aServer();
  const { calls } = server;
  const { session } = await obeying(server, { rows: 500, cols: 200 });
  const letters = Array.from({ length: 99_000 }, (_, at) => 'xy'[((at * 7919) % 104729) % 2]).join('');
  await calls.session.input({ session, action: { type: 'text', value: `${letters.slice(0, 3000)}\n` } });
  const filled = Array.from({ length: 30 }, () => ({
    type: 'text' as const,
    value: `${letters.slice(0, 3000)}\n`,
  }));
  await calls.session.act({
    session,
    actions: [...filled, { type: 'text', value: 'END\n' }],
    matcher: { type: 'contains_text', value: 'END' },
  });
  const matcher = { type: 'any', value: Array.from({ length: 60 }, (_, at) => slow(at)) } as MatcherSent;
  const refused = faultOf(calls.session.wait({ session, matcher, timeout_ms: 60_000 }), 'Invalid');
  const listed = calls.session.list({});
  const { path, reason } = await refused;
  expect(path).toMatch(/^matcher\.value\.\d+\.value$/);
  expect(reason).toContain(`${limits.lookMs} ms`);
  await listed;
  await calls.session.wait({ session, matcher: slow(1), timeout_ms: 0 }).catch((problem) => {
    expect(problem.is('Timeout')).toBe(true);
  });
});
