/** The page with its first session in full size. */
import { afterEach } from 'vitest';
import type { NotingClient } from '../harness/connection.ts';
import { type Watching, watching } from './watching.ts';

/** A program with a prompt that prints each line again. */
export const here = { program: '/bin/sh', args: ['-c', 'printf "prompt> "; cat'] };

/** Returns a function that opens the page. It is closed after each test. */
export function stagedSessions(): (before: (client: NotingClient) => Promise<unknown>) => Promise<Watching> {
  let open: Watching | undefined;
  afterEach(async () => {
    await open?.close();
    open = undefined;
  });
  return async (before) => {
    open = await watching(before);
    await open.page.click('.card');
    await open.page.until("document.querySelector('.take')?.disabled === false");
    return open;
  };
}
