/** A headless Chromium, driven over a pipe by the DevTools protocol. */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Page, type View } from './page.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** The path of the browser, or undefined if it is not installed. */
export const chromium = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Flags that prevent network requests and make the rendering the same everywhere. */
const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--allow-file-access-from-files',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-lcd-text',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  // Processes that the browser starts in advance, which take half of the time of a page: for other pages, and for lists below
  // the address bar of each window.
  '--disable-features=SpareRendererForSitePerProcess,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

export type Params = Readonly<Record<string, unknown>>;
type PageEvent = { readonly method: string; readonly params: Params; readonly sessionId?: string };

interface Pending {
  resolve(result: unknown): void;
  reject(problem: Error): void;
}

/** Ends when its pipe is closed, and so with this process at the latest. */
class Chromium {
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(event: PageEvent) => void>();
  #last = 0;
  #rest = '';

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'ptywright-chromium-'));
    this.#process = spawn(chromium!, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    (this.#process.stdio[4] as Readable)
      .setEncoding('utf8')
      .on('data', (text: string) => this.received(text));
    this.#process.once('exit', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('chromium has ended'));
      shared = undefined;
    });
  }

  /** Messages end with a NUL. */
  send<Result = unknown>(method: string, params: Params = {}, sessionId?: string): Promise<Result> {
    const id = ++this.#last;
    const answered = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    const message = JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) });
    (this.#process.stdio[3] as Writable).write(`${message}\0`);
    return answered as Promise<Result>;
  }

  listen(listener: (event: PageEvent) => void): void {
    this.#listeners.add(listener);
  }

  received(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop()!;
    for (const message of messages) this.#take(JSON.parse(message));
  }

  #take(message: PageEvent & { id?: number; result?: unknown; error?: { message: string } }): void {
    if (message.id === undefined) {
      for (const listener of this.#listeners) listener(message);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error) pending?.reject(new Error(message.error.message));
    else pending?.resolve(message.result);
  }
}

export type { Chromium };

let shared: Chromium | undefined;

/** A browser profile with nothing in it. All profiles of a worker share one browser, because starting one takes long. */
export class Profile {
  readonly #browser: Chromium;
  readonly #id: string;

  private constructor(browser: Chromium, id: string) {
    this.#browser = browser;
    this.#id = id;
  }

  static async create(): Promise<Profile> {
    shared ??= new Chromium();
    const made = await shared.send<{ browserContextId: string }>('Target.createBrowserContext');
    return new Profile(shared, made.browserContextId);
  }

  async open(url: string, view?: View): Promise<Page> {
    const { targetId } = await this.#browser.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId: this.#id,
    });
    const { sessionId } = await this.#browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const page = new Page(this.#browser, sessionId);
    await page.open(url, view);
    return page;
  }

  /** Closes its pages. */
  async close(): Promise<void> {
    await this.#browser.send('Target.disposeBrowserContext', { browserContextId: this.#id });
  }
}
