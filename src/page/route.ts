/** The view that the URL hash selects: all sessions, one session, or a recording. */

type PageRoute =
  | { readonly view: 'all' }
  | { readonly view: 'session'; readonly id: string; readonly answers?: true }
  | { readonly view: 'playback' };

export const allSessionsHash = '#/';
export const playbackHash = '#/playback';
export const sessionHash = (id: string): string => `#/session/${encodeURIComponent(id)}`;

/** Opens the session and takes its keyboard. */
export const answerHash = (id: string): string => `${sessionHash(id)}/answer`;

export function parseRoute(hash: string): PageRoute {
  if (hash === playbackHash) return { view: 'playback' };
  const [, id, answers] = /^#\/session\/([^/]+)(\/answer)?$/.exec(hash) ?? [];
  if (id === undefined) return { view: 'all' };
  return { view: 'session', id: decodeUriText(id), ...(answers && { answers: true }) };
}

/** Text that is not encoded stays as it is. */
export function decodeUriText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
