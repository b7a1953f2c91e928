import { expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { secretSamples } from '../samples.ts';

const { value } = createRedaction(defaultPolicy);
const secret = secretSamples.find(({ kind }) => kind === 'npm_token')!.make(1);
const R = '[REDACTED]';

it('redacts strings at every depth, and keys', () => {
  expect(value({ a: [secret, { b: `x ${secret}`, [secret]: 1 }], n: 1, t: true, z: null })).toEqual({
    a: [R, { b: `x ${R}`, [R]: 1 }],
    n: 1,
    t: true,
    z: null,
  });
  expect(value(secret)).toBe(R);
  expect(value(undefined)).toBeUndefined();
});

it('hides the value of a key that marks it as secret', () => {
  expect(value({ api_key: 'k7 Qz9', DB_PASSWORD: 'x', env: { token: 'k7Qz9x' }, tokens: '12k' })).toEqual({
    api_key: R,
    DB_PASSWORD: R,
    env: { token: R },
    tokens: '12k',
  });
});

it('hides a value next to a name that marks it as secret', () => {
  expect(
    value([
      { name: 'API_TOKEN', value: 'k7 Qz9' },
      { name: 'branch', value: 'main' },
    ]),
  ).toEqual([
    { name: 'API_TOKEN', value: R },
    { name: 'branch', value: 'main' },
  ]);
});

it('hides a secret of which the title has one half and the text the other', () => {
  for (const cut of [6, 10, secret.length - 5]) {
    const received = value({ title: `it is ${secret.slice(0, cut)}`, text: `${secret.slice(cut)} now` });
    expect(received).toEqual({ title: `it is ${R}`, text: `${R} now` });
  }
  expect(value({ title: 'password:', text: 'hunter2 now' })).toEqual({
    title: 'password:',
    text: `${R} now`,
  });
  const harmless = { title: 'done', text: 'all tests passed', urgency: 'low' };
  expect(value(harmless)).toEqual(harmless);
});

it('keeps numbers, types and places that are not secrets', () => {
  const harmless = {
    password: null,
    token: 5,
    secret: '',
    max_tokens: 'many',
    error: 'no token given',
  };
  expect(value(harmless)).toEqual(harmless);
});

it('does not change its input, nor prototypes', () => {
  const given = JSON.parse(`{"__proto__": {"polluted": "${secret}"}, "a": ["${secret}"]}`);
  const before = structuredClone(given);
  const visible = value(given) as object;
  expect(given).toEqual(before);
  expect(Object.getPrototypeOf(visible)).toBe(Object.prototype);
  expect(JSON.stringify(visible)).toBe(`{"__proto__":{"polluted":"${R}"},"a":["${R}"]}`);
});

it('keeps the text after a secret in a sentence', () => {
  expect(value([`Use ${secret} now.`, 'And then?'])).toEqual([`Use ${R} now.`, 'And then?']);
});

it('hides an argument after an option that marks it as secret', () => {
  const words = (...list: string[]) => value(list);
  expect(words('app', '--password', 'hunter2', '--verbose')).toEqual(['app', '--password', R, '--verbose']);
  expect(words('app', '--token', 'k7Qz9x-two words', 'x')).toEqual(['app', '--token', R, 'x']);
  expect(words('mysql', '-u', 'root', '-phunter2', 'db')).toEqual(['mysql', '-u', 'root', `-p${R}`, 'db']);
  expect(words('curl', '-u', 'ada:hunter2', 'https://x')).toEqual(['curl', '-u', `ada:${R}`, 'https://x']);
  expect(words('app', '--password=k7Qz9x two words')).toEqual(['app', `--password=${R}`]);
  expect(words('app', '--password', '--verbose')).toEqual(['app', '--password', '--verbose']);
});
