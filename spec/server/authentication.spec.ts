/** Secrets are compared in constant time. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { PasswordGuard as Guard } from '#dialects/wrightty/authentication.ts';
import { systemClock } from '#platform/clock.ts';
import { WebToken } from '#server/authentication.ts';

const spy = vi.spyOn(crypto, 'timingSafeEqual');
syncBuiltinESMExports();
afterAll(() => {
  spy.mockRestore();
  syncBuiltinESMExports();
});

/** The lengths of what was compared. */
const compared = () => spy.mock.calls.map((both) => both.map(({ byteLength }) => byteLength));

beforeEach(() => void spy.mockClear());

it.each([
  ['the right one', 'the-token-itself', 'right'],
  ['one of another length', 'x', 'wrong'],
  ['one that begins like it', 'the-token-itselF', 'wrong'],
])('a token: %s', (_, visible, verdict) => {
  const token = new WebToken(systemClock, 'the-token-itself');
  expect(token.check({ authorization: `Bearer ${visible}` })).toBe(verdict);
  expect(compared()).toEqual([[32, 32]]);
});

it('a password', () => {
  const caller = {} as Parameters<InstanceType<typeof Guard>['authenticate']>[0];
  const guard = new Guard(systemClock, 'the password');
  expect(() => guard.authenticate(caller, 'x')).toThrow();
  guard.authenticate(caller, 'the password');
  expect(compared()).toEqual([
    [32, 32],
    [32, 32],
  ]);
});
