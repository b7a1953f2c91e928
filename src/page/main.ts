/** Starts the page: takes the key from the URL, connects to the server, and shows the app. */
import type { WebClient } from '#client/webClient.ts';
import { App } from './app.ts';
import { connectPage, InvalidKeyError, type PageCredentials, takeKey } from './connect.ts';
import { el, setChildren } from './dom.ts';
import { loadFonts } from './fonts.ts';

/**
 * The emulator writes styles as text, which the content security policy of the page forbids. Applies the same styles
 * through the CSS object model, which text from outside cannot reach. The policy then needs no exception for inline
 * styles.
 */
function installStyleShim(): void {
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    // The policy rejects even an empty style element. A template is never rendered.
    return name === 'style' ? createSheetElement(create('template')) : create(name, options);
  };
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name: string, value: string): void {
    if (name === 'style' && this instanceof HTMLElement) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
}

/** An element whose text becomes a style sheet of the document, until the element is removed. */
function createSheetElement(element: HTMLElement): HTMLElement {
  const sheet = new CSSStyleSheet();
  let text = '';
  document.adoptedStyleSheets.push(sheet);
  Object.defineProperty(element, 'textContent', {
    get: () => text,
    set: (css: string) => {
      text = css;
      sheet.replaceSync(css);
    },
  });
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    Element.prototype.remove.call(element);
  };
  return element;
}

let credentials: PageCredentials = { key: undefined, name: undefined };
/** The page is connected, or is connecting. */
let connectedOrConnecting = false;

async function startPage(): Promise<void> {
  connectedOrConnecting = true;
  try {
    const [client] = await Promise.all([connectToServer(), loadFonts()]);
    const app = new App(client, credentials.name);
    setChildren(document.body, [app.frame.element]);
    await app.start();
    await client.closed;
    app.close();
    showConnectionLost('The connection to the server was lost.');
  } catch (problem) {
    if (problem instanceof InvalidKeyError) showNotice(problem.message, newAddressHint);
    else showConnectionLost(`${(problem as Error).message}.`);
  }
  connectedOrConnecting = false;
}

async function connectToServer(): Promise<WebClient> {
  try {
    return await connectPage(credentials.key, location);
  } catch (problem) {
    // A browser does not say why a WebSocket failed. A page without a key assumes that the server requires one.
    throw credentials.key === undefined ? new InvalidKeyError('This page has no key.') : problem;
  }
}

/** Offers to connect again, because the server may have been restarted. */
function showConnectionLost(why: string): void {
  const again = el('button', { on: { click: () => void startPage() } }, 'Try again');
  showNotice(why, again);
}

const newAddressHint = el(
  'p',
  {},
  'The key changes each time the server starts, and this page keeps it in memory only. To get a new URL, run: ',
  el('code', {}, 'ptywright watch'),
);

function showNotice(why: string, what: HTMLElement): void {
  const name = el('p', { class: 'wordmark' }, el('span', { 'aria-hidden': 'true' }, '❯'), 'ptywright');
  setChildren(document.body, [el('main', { class: 'notice' }, name, el('h1', {}, why), what)]);
}

/**
 * A URL that is pasted over this one changes only the hash, and reloads nothing. Takes its key, and connects with it
 * unless the page is connected.
 */
function handleNewAddress(): void {
  const another = takeKey(location, history);
  if (another?.key === undefined) return;
  credentials = another;
  if (!connectedOrConnecting) void startPage();
}

installStyleShim();
credentials = takeKey(location, history) ?? credentials;
addEventListener('hashchange', handleNewAddress);
void startPage();
