/** The page begins: it takes its key, reaches the server, and shows what is there. */
import { App } from './app.ts';
import { takeKey } from './key.ts';
import { connect, KeyRefused } from './line.ts';
import { el, fill } from './parts/element.ts';
import { loadFonts } from './terminal/fonts.ts';
import { styleByObjects } from './terminal/ownStyles.ts';

async function begin(key: string): Promise<void> {
  try {
    const [client] = await Promise.all([connect(key, location), loadFonts()]);
    const app = new App(client);
    fill(document.body, [app.frame.element]);
    await app.start();
    await client.closed;
    lost('The server has ended, or the connection is broken.', key);
  } catch (problem) {
    if (problem instanceof KeyRefused) tell('This key opens nothing any more.', askAgain);
    else lost(`${(problem as Error).message}.`, key);
  }
}

/** Somebody may have started it again; whoever comes back to the page tries once more. */
function lost(why: string, key: string): void {
  const again = el('button', { type: 'button', on: { click: () => void begin(key) } }, 'Try again');
  tell(why, again);
}

const askAgain = el(
  'p',
  {},
  'Every start of the server has a key of its own, and this page keeps it in memory only. Ask for the page anew: ',
  el('code', {}, 'ptywright watch'),
);

function tell(why: string, what: HTMLElement): void {
  const name = el('p', { class: 'wordmark' }, el('span', { 'aria-hidden': 'true' }, '❯'), 'ptywright');
  fill(document.body, [el('main', { class: 'notice' }, name, el('h1', {}, why), what)]);
}

styleByObjects();
const key = takeKey(location, history);
if (key === undefined) tell('This page has no key.', askAgain);
else void begin(key);
