/** The color scheme of the page: that of the system until the person chooses another. */

export type ColorScheme = 'dark' | 'light';

const lightQuery = matchMedia('(prefers-color-scheme: light)');
const storageKey = 'ptywright.scheme';
const schemeListeners = new Set<() => void>();
let chosenScheme = storedScheme();

/** Storage throws if the browser forbids it. */
function tryStorage<Value>(deed: (storage: Storage) => Value): Value | undefined {
  try {
    return deed(localStorage);
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

export function onSchemeChange(listener: () => void): () => void {
  schemeListeners.add(listener);
  return () => schemeListeners.delete(listener);
}

function applyScheme(): void {
  document.documentElement.dataset.scheme = currentScheme();
  for (const listener of schemeListeners) listener();
}

lightQuery.addEventListener('change', applyScheme);
applyScheme();
