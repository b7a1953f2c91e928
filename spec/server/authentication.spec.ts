/** Secrets are compared in constant time. */
import { beforeEach, expect, it, vi } from 'vitest';

const compared = vi.hoisted(() => [] as (readonly [number, number])[]);
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return {
    ...crypto,
    timingSafeEqual: (one: Buffer, other: Buffer) => {
      compared.push([one.length, other.length]);
      return crypto.timingSafeEqual(one, other);
    },
  };
});

const { PasswordGuard: Guard } = await import('#dialects/wrightty/authentication.ts');
const { WebToken } = await import('#server/authentication.ts');
const { systemClock } = await import('#platform/clock.ts');

beforeEach(() => void compared.splice(0));

it.each([
  ['the right one', 'the-token-itself', 'right'],
  ['one of another length', 'x', 'wrong'],
  ['one that begins like it', 'the-token-itselF', 'wrong'],
])('a token: %s', (_, shown, verdict) => {
  const token = new WebToken(systemClock, 'the-token-itself');
  expect(token.check({ authorization: `Bearer ${shown}` })).toBe(verdict);
  expect(compared).toEqual([[32, 32]]);
});

it('a password', () => {
  const caller = {} as Parameters<InstanceType<typeof Guard>['authenticate']>[0];
  const guard = new Guard(systemClock, 'the password');
  expect(() => guard.authenticate(caller, 'x')).toThrow();
  guard.authenticate(caller, 'the password');
  expect(compared).toEqual([
    [32, 32],
    [32, 32],
  ]);
});
