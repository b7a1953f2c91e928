/** Dark or light: as the system says, until the person says otherwise. */

export type Scheme = 'dark' | 'light';

const system = matchMedia('(prefers-color-scheme: light)');
const place = 'ptywright.scheme';
const listeners = new Set<() => void>();
let chosen = remembered();

/** A browser may keep nothing for us, and says so by throwing. */
function kept<Value>(deed: (storage: Storage) => Value): Value | undefined {
  try {
    return deed(localStorage);
  } catch {
    return undefined;
  }
}

function remembered(): Scheme | undefined {
  const word = kept((storage) => storage.getItem(place));
  return word === 'dark' || word === 'light' ? word : undefined;
}

export const scheme = (): Scheme => chosen ?? (system.matches ? 'light' : 'dark');

export function turnScheme(): void {
  const word = scheme() === 'dark' ? 'light' : 'dark';
  chosen = word;
  kept((storage) => storage.setItem(place, word));
  tell();
}

export function onScheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  document.documentElement.dataset.scheme = scheme();
  for (const listener of listeners) listener();
}

system.addEventListener('change', tell);
tell();
