/** One page in a browser: user input, and what the page shows and receives. */
import { EventEmitter, once } from 'node:events';
import type { Chromium, Params } from './chromium.ts';

export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'dark' | 'light';
  /** Runs before all code of the page. */
  readonly before?: string;
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

/** Codes of named keys that are not letters. */
const codes: Readonly<Record<string, number>> = {
  Enter: 13,
  Escape: 27,
  Tab: 9,
  ArrowRight: 39,
  ArrowLeft: 37,
  ']': 221,
};

const received = 'Network.webSocketFrameReceived';

export class Page {
  /** Errors of the page, and its console output. */
  readonly complaints: string[] = [];
  /** Every requested address. */
  readonly requests: string[] = [];
  readonly #browser: Chromium;
  readonly #session: string;
  readonly #events = new EventEmitter();

  constructor(browser: Chromium, session: string) {
    this.#browser = browser;
    this.#session = session;
    browser.listen(({ method, params, sessionId }) => {
      if (sessionId !== session) return;
      this.#note(method, params);
      this.#events.emit(method, params);
    });
  }

  async open(
    url: string,
    { width = 1440, height = 900, scheme = 'dark', before = '' }: View = {},
  ): Promise<void> {
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await this.#send(`${domain}.enable`);
    await this.#send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await this.#send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    });
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: before });
    const loaded = once(this.#events, 'Page.loadEventFired');
    await this.#send('Page.navigate', { url });
    await loaded;
  }

  async resize({ width = 1440, height = 900 }: View): Promise<void> {
    await this.#send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
  }

  /** Evaluates an expression on the page. Awaits a promise. */
  async ask<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.#send<Evaluated>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Value;
  }

  /** Resolves when the condition holds. Checks it now and after each change of the document. */
  async until(condition: string): Promise<void> {
    await this.ask(`new Promise((resolve) => {
      const look = () => { if (${condition}) { watch.disconnect(); resolve(true); } };
      const watch = new MutationObserver(look);
      watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      addEventListener('hashchange', look);
      look();
    })`);
  }

  /** Resolves when the condition holds. Checks it before each frame, for changes outside the document. */
  async rendered(condition: string): Promise<void> {
    await this.ask(`new Promise((resolve) => {
      const look = () => { if (${condition}) resolve(true); else requestAnimationFrame(look); };
      look();
    })`);
  }

  /** Waits until the element contains the text. */
  async shows(selector: string, words: string): Promise<void> {
    await this.until(
      `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '').includes(${JSON.stringify(words)})`,
    );
  }

  /** Waits for the text in a WebSocket message of the server. */
  messages(words: string): Promise<void> {
    return new Promise((resolve) => {
      const receive = ({ response }: { readonly response: { readonly payloadData: string } }) => {
        if (!response.payloadData.includes(words)) return;
        this.#events.off(received, receive);
        resolve();
      };
      this.#events.on(received, receive);
    });
  }

  text(selector: string): Promise<string | null> {
    return this.ask(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? null`);
  }

  /** Clicks with the mouse in the middle of the element. */
  async click(selector: string, times = 1): Promise<void> {
    await this.until(`document.querySelector(${JSON.stringify(selector)})`);
    const { x, y } = await this.ask<{ x: number; y: number }>(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
    for (let clickCount = 1; clickCount <= times; clickCount++)
      for (const type of ['mousePressed', 'mouseReleased'])
        await this.#send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount });
  }

  /** Types text key by key. */
  async type(text: string): Promise<void> {
    for (const key of text) await this.key(key);
  }

  async key(key: string, modifiers = 0): Promise<void> {
    const text = key.length === 1 && modifiers === 0 ? key : key === 'Enter' ? '\r' : undefined;
    const windowsVirtualKeyCode = codes[key] ?? key.toUpperCase().charCodeAt(0);
    const about = { key, modifiers, windowsVirtualKeyCode, ...(text !== undefined && { text }) };
    await this.#send('Input.dispatchKeyEvent', {
      type: text === undefined ? 'rawKeyDown' : 'keyDown',
      ...about,
    });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', key, modifiers, windowsVirtualKeyCode });
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send<{ data: string }>('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(data, 'base64');
  }

  #send<Result>(method: string, params: Params = {}): Promise<Result> {
    return this.#browser.send<Result>(method, params, this.#session);
  }

  #note(method: string, params: Params): void {
    const event = params as {
      readonly entry?: { readonly text: string; readonly level: string };
      readonly exceptionDetails?: {
        readonly text: string;
        readonly exception?: { readonly description?: string };
      };
      readonly request?: { readonly url: string };
      readonly url?: string;
      readonly args?: readonly { readonly value?: unknown }[];
    };
    if (method === 'Log.entryAdded' && event.entry!.level === 'error')
      this.complaints.push(event.entry!.text);
    if (method === 'Runtime.exceptionThrown')
      this.complaints.push(event.exceptionDetails!.exception?.description ?? event.exceptionDetails!.text);
    if (method === 'Runtime.consoleAPICalled')
      this.complaints.push((event.args ?? []).map(({ value }) => String(value)).join(' '));
    if (method === 'Network.requestWillBeSent') this.requests.push(event.request!.url);
    if (method === 'Network.webSocketCreated') this.requests.push(event.url!);
  }
}
