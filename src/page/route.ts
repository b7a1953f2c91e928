/** The view that the URL hash selects: all sessions, one session, or a recording. */

type PageRoute =
  | { readonly view: 'all' }
  | { readonly view: 'session'; readonly id: string }
  | { readonly view: 'playback' };

export const allSessionsHash = '#/';
export const playbackHash = '#/playback';
export const sessionHash = (id: string): string => `#/session/${encodeURIComponent(id)}`;

export function parseRoute(hash: string): PageRoute {
  if (hash === playbackHash) return { view: 'playback' };
  const [, id] = /^#\/session\/([^/]+)$/.exec(hash) ?? [];
  return id === undefined ? { view: 'all' } : { view: 'session', id: decodeId(id) };
}

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
