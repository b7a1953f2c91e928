/**
 * The key of this page: it came behind the # of its address, which browsers send to nobody, and it is taken out of
 * there at once, whatever it is, so that no history, bookmark or screenshot keeps it. It is held in memory only: after
 * a reload there is none, and `ptywright watch` gives another address.
 */

const before = '#key=';

export interface Place {
  readonly hash: string;
  readonly pathname: string;
  readonly search: string;
}

export interface Past {
  replaceState(state: null, unused: '', url: string): void;
}

export function takeKey({ hash, pathname, search }: Place, past: Past): string | undefined {
  if (!hash.startsWith(before)) return undefined;
  past.replaceState(null, '', `${pathname}${search}#/`);
  return decoded(hash.slice(before.length)) || undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
