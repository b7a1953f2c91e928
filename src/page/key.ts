/**
 * The key of this page, and who is at it: they came behind the # of its address, which browsers send to nobody, and are
 * taken out of there at once, whatever they are, so that no history, bookmark or screenshot keeps the key. They are held
 * in memory only: after a reload there are none, and `ptywright watch` gives another address.
 */

/** A name, if any, and then the key: it ends with the address, and may hold anything. */
const given = /^#(?:as=([^&]*)&)?key=(.*)$/s;

/** As long as a name may be. */
const mostNameChars = 128;

export interface Place {
  readonly hash: string;
  readonly pathname: string;
  readonly search: string;
}

export interface Past {
  replaceState(state: null, unused: '', url: string): void;
}

export interface Given {
  readonly key: string | undefined;
  /** As others see who is here. */
  readonly name: string | undefined;
}

export function takeKey({ hash, pathname, search }: Place, past: Past): Given | undefined {
  const found = given.exec(hash);
  if (!found) return undefined;
  past.replaceState(null, '', `${pathname}${search}#/`);
  const [, name = '', key = ''] = found;
  return { key: decoded(key) || undefined, name: decoded(name).trim().slice(0, mostNameChars) || undefined };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
