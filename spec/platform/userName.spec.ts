/** The name of the current user. */
import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { userName } from '#platform/userInfo.ts';

it('is what the environment says, else whose account it is, else nothing', () => {
  expect(userName({ USER: 'ada' })).toBe('ada');
  expect(userName({})).toBe(userInfo().username);
  expect(userName({ USER: '' }, () => 'grace')).toBe('grace');
  expect(userName({}, () => '')).toBeUndefined();
  const nobody = () => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  };
  expect(userName({}, nobody)).toBeUndefined();
});
