/** The color scheme of the page: that of the system until the person chooses another. */
import { Emitter } from '#platform/lifetimes.ts';

export type ColorScheme = 'dark' | 'light';

const lightQuery = matchMedia('(prefers-color-scheme: light)');
const storageKey = 'ptywright.scheme';
const schemeChange = new Emitter();
export const onSchemeChange = schemeChange.event;
let chosenScheme = storedScheme();

/** Storage throws if the browser forbids it. */
function tryStorage<Value>(operation: (storage: Storage) => Value): Value | undefined {
  try {
    return operation(localStorage);
  } catch {
    return undefined;
  }
}

function storedScheme(): ColorScheme | undefined {
  const word = tryStorage((storage) => storage.getItem(storageKey));
  return word === 'dark' || word === 'light' ? word : undefined;
}

export const currentScheme = (): ColorScheme => chosenScheme ?? (lightQuery.matches ? 'light' : 'dark');

export function toggleScheme(): void {
  const word = currentScheme() === 'dark' ? 'light' : 'dark';
  chosenScheme = word;
  tryStorage((storage) => storage.setItem(storageKey, word));
  applyScheme();
}

function applyScheme(): void {
  document.documentElement.dataset.scheme = currentScheme();
  schemeChange.fire();
}

lightQuery.addEventListener('change', applyScheme);
applyScheme();
