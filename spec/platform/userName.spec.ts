/** The name of the current user. */
import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { userName } from '#platform/userInfo.ts';

it('is taken from the environment, or else from the account, or else empty', () => {
  expect(userName({ USER: 'ada' })).toBe('ada');
  expect(userName({})).toBe(userInfo().username);
  expect(userName({ USER: '' }, () => 'grace')).toBe('grace');
  expect(userName({}, () => '')).toBeUndefined();
  const nobody = () => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  };
  expect(userName({}, nobody)).toBeUndefined();
});
