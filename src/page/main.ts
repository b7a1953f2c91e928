/** The page begins: it takes its key, reaches the server, and shows what is there. */
import type { WebClient } from '../client/webClient.ts';
import { App } from './app.ts';
import { type Given, takeKey } from './key.ts';
import { connect, KeyRefused } from './line.ts';
import { el, fill } from './parts/element.ts';
import { loadFonts } from './terminal/fonts.ts';
import { styleByObjects } from './terminal/ownStyles.ts';

let given: Given = { key: undefined, name: undefined };
/** It is being tried, or a server is reached by it. */
let under = false;

async function begin(): Promise<void> {
  under = true;
  try {
    const [client] = await Promise.all([reach(), loadFonts()]);
    const app = new App(client, given.name);
    fill(document.body, [app.frame.element]);
    await app.start();
    await client.closed;
    app.end();
    lost('The server has ended, or the connection is broken.');
  } catch (problem) {
    if (problem instanceof KeyRefused) tell(problem.message, askAgain);
    else lost(`${(problem as Error).message}.`);
  }
  under = false;
}

async function reach(): Promise<WebClient> {
  try {
    return await connect(given.key, location);
  } catch (problem) {
    // A browser does not say why no line was opened; where no key is asked for, there would be no reason to refuse it.
    throw given.key === undefined ? new KeyRefused('This page has no key.') : problem;
  }
}

/** Somebody may have started it again; whoever comes back to the page tries once more. */
function lost(why: string): void {
  const again = el('button', { type: 'button', on: { click: () => void begin() } }, 'Try again');
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

/** An address that is pasted over this one loads nothing anew: its key is taken too, and tried where none has worked. */
function takeAnother(): void {
  const another = takeKey(location, history);
  if (another?.key === undefined) return;
  given = another;
  if (!under) void begin();
}

styleByObjects();
given = takeKey(location, history) ?? given;
addEventListener('hashchange', takeAnother);
void begin();
