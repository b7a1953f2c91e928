/** A server in this process, with its page open in a real browser. */
import type { ServerOptions } from '#server/server.ts';
import type { NotingClient } from '../harness/connection.ts';
import { runInProcess } from '../harness/server.ts';
import { Profile } from './chromium.ts';
import type { Page, View } from './page.ts';

export interface Watching {
  readonly client: NotingClient;
  readonly url: string;
  readonly page: Page;
  /** Opens another page on the same server. */
  readonly open: (url: string, view?: View) => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** `before` runs before the page opens, so that the page finds its sessions. */
export async function watching(
  before: (client: NotingClient) => Promise<unknown> = async () => {},
  view: View = {},
  options: Partial<ServerOptions> = {},
): Promise<Watching> {
  const { client, close: end } = runInProcess('ndjson', options);
  const browser = await Profile.create();
  const close = async () => {
    await browser.close();
    await end();
  };
  try {
    await before(client);
    const { url } = await client.calls.server.open_page({});
    const page = await browser.open(url, view);
    await page.until("document.querySelector('.frame, .notice')");
    return { client, url, page, open: (address, how) => browser.open(address, how), close };
  } catch (problem) {
    await close();
    throw problem;
  }
}
