/** The screen and the transcript of each session as resources, and what changes them. */

import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { Snapshot } from '#terminal/screenReader.ts';
import type { ToolContext } from './toolContext.ts';

const views = {
  screen: async ({ calls }: ToolContext, session: string) =>
    ((await calls.session.snapshot({ session })) as Snapshot).plain_text,
  transcript: async ({ calls }: ToolContext, session: string) =>
    (
      await calls.session.transcript({
        session,
        strip_escapes: true,
        max_chars: limits.mcpTranscriptChars,
      })
    ).text,
} as const;

type View = keyof typeof views;

const viewNames = Object.keys(views) as readonly View[];
const mimeType = 'text/plain';
const uriPattern = /^ptywright:\/\/sessions\/([^/]+)\/(screen|transcript)$/;

const uriOf = (session: string, view: View) => `ptywright://sessions/${encodeURIComponent(session)}/${view}`;

export const resourceTemplates = viewNames.map((view) => ({
  name: view,
  uriTemplate: `ptywright://sessions/{session}/${view}`,
  description:
    view === 'screen'
      ? 'The text of the screen.'
      : 'The output of the program, without escape sequences, as far as it is kept: its end.',
  mimeType,
}));

export async function listResources({ calls }: ToolContext) {
  const { sessions } = await calls.session.list();
  return sessions.flatMap((session) =>
    viewNames.map((view) => ({ uri: uriOf(session, view), name: `${session} ${view}`, mimeType })),
  );
}

/** `session` is an id or a name. */
function parseUri(uri: string): { readonly session: string; readonly view: View } {
  const [, session, view] = uriPattern.exec(uri) ?? [];
  try {
    if (session !== undefined) return { session: decodeURIComponent(session), view: view as View };
  } catch {
    // An invalid percent sequence.
  }
  return raise(
    fault.Invalid({
      path: 'uri',
      reason: 'no such resource',
      expected: 'ptywright://sessions/SESSION/screen or …/transcript',
      got: uri,
    }),
  );
}

export async function readResource(context: ToolContext, uri: string) {
  const { session, view } = parseUri(uri);
  return { uri, mimeType, text: await views[view](context, session) };
}

/** Returns the URI with the id of the session, which the changes of resources have. */
export async function resolveResource({ calls }: ToolContext, uri: string): Promise<string> {
  const { session, view } = parseUri(uri);
  return uriOf((await calls.session.info({ session })).session, view);
}

interface ResourceListeners {
  updated(uri: string): void;
  listChanged(): void;
}

/**
 * Reports changes of resources, each resource a few times a second at most, with the id and with the name of its
 * session.
 */
export function watchResources(context: ToolContext, listeners: ResourceListeners): Disposable {
  const { clock, onSessionChanged, onSessionsChanged } = context;
  const due = new Map<string, Disposable>();
  const changed = new Set<string>();
  const report = (session: string) => {
    changed.delete(session);
    const name = context.nameOf(session);
    for (const known of name === undefined ? [session] : [session, name])
      for (const view of viewNames) listeners.updated(uriOf(known, view));
    due.set(
      session,
      clock.after(limits.mcpUpdateMs, () => rest(session)),
    );
  };
  const rest = (session: string) => {
    due.delete(session);
    if (changed.has(session)) report(session);
  };
  const watching = [
    onSessionChanged((session) => (due.has(session) ? changed.add(session) : report(session))),
    onSessionsChanged(() => listeners.listChanged()),
  ];
  return { dispose: () => disposeAll([...watching, ...due.values()]) };
}
