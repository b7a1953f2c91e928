/** Dark or light: as the system says, until the person says otherwise. */

export type Scheme = 'dark' | 'light';

const system = matchMedia('(prefers-color-scheme: light)');
const place = 'ptywright.scheme';
const listeners = new Set<() => void>();
let chosen = remembered();

function remembered(): Scheme | undefined {
  const kept = localStorage.getItem(place);
  return kept === 'dark' || kept === 'light' ? kept : undefined;
}

export const scheme = (): Scheme => chosen ?? (system.matches ? 'light' : 'dark');

export function turnScheme(): void {
  chosen = scheme() === 'dark' ? 'light' : 'dark';
  localStorage.setItem(place, chosen);
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
