/** What the page shows, as its address says it behind the #: all sessions, one of them, or a recording. */

export type Route =
  | { readonly view: 'all' }
  | { readonly view: 'session'; readonly id: string }
  | { readonly view: 'playback' };

export const everything = '#/';
export const playback = '#/playback';
export const routeTo = (id: string): string => `#/session/${encodeURIComponent(id)}`;

export function routeOf(hash: string): Route {
  if (hash === playback) return { view: 'playback' };
  const [, id] = /^#\/session\/([^/]+)$/.exec(hash) ?? [];
  return id === undefined ? { view: 'all' } : { view: 'session', id: decoded(id) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
