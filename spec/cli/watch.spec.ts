/** `ptywright watch`: a user with access to the socket can open and close the page. */
import { expect, it } from 'vitest';
import { listening } from '../server/built.ts';
import { Ptywright } from './ptywright.ts';

it('prints one address until the page is closed, and then a new one', async () => {
  const { server, home } = await listening();
  const watch = (...args: readonly string[]) =>
    new Ptywright(['watch', ...args], { PTYWRIGHT_HOME: home, USER: 'ada' }).ended;
  const { stdout } = await watch();
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/watch\/#as=ada&key=[\w-]{32}\n$/);
  expect((await watch()).stdout).toBe(stdout);
  expect((await watch('--as', 'Grace H.')).stdout).toBe(stdout.replace('as=ada', 'as=Grace%20H.'));
  expect(await watch('--close')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(await watch('--close')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no page is open'),
  });
  const again = (await watch()).stdout;
  expect(again).toMatch(/&key=/);
  expect(again).not.toBe(stdout);
  server.process.kill();
  await server.ended;
});
