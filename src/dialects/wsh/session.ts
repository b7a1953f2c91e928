/** Methods that list, create, kill, detach, rename, tag and resize sessions, and the server mode. */
import type { Core } from '#core.ts';
import { limits } from '#limits.ts';
import { requirePermission } from '#permissionCheck.ts';
import { z } from '#platform/schema.ts';
import { requireProgram } from '#session/process.ts';
import type { Session } from '#session/session.ts';
import { createError } from './errors.ts';
import { resizeSession } from './input.ts';
import { isSessionName, method, NewSessionName, SessionName, sessionNameRule, Tag } from './method.ts';
import type { WshServerContext } from './serverContext.ts';
import { getSessionInfo, getSessionName, SessionInfo } from './sessionInfo.ts';

const Tags = z.array(Tag).max(limits.tags);

interface TagChange {
  readonly add?: readonly string[] | null | undefined;
  readonly remove?: readonly string[] | null | undefined;
}

function applyTagChange(before: readonly string[], { add, remove }: TagChange): readonly string[] {
  const kept = before.filter((tag) => !remove?.includes(tag));
  return [...new Set([...kept, ...(add ?? [])])].sort();
}

export const listSessions = method({
  name: 'list_sessions',
  summary: 'List the sessions with a running program, including those created on other listeners.',
  needs: ['screen.read'],
  result: z.array(SessionInfo),
  examples: [{ title: 'one session', send: {}, reply: [{ name: 'dev', rows: 24, cols: 80 }] }],
  handle: ({ world: { server } }) => server.sessions().map((one) => getSessionInfo(server, one)),
});

export const getSession = method({
  name: 'get_session',
  summary: 'Return the entry of one session, as in the list.',
  needs: ['screen.read'],
  throws: ['SessionNotFound'],
  params: z.object({ name: SessionName }),
  result: SessionInfo,
  examples: [{ title: 'by name', send: { name: 'dev' }, reply: { name: 'dev', rows: 24, cols: 80 } }],
  handle: ({ world: { server } }, { name }) => getSessionInfo(server, server.session(name)),
});

const CreateParams = z.object({
  name: NewSessionName.nullish(),
  command: z.string().min(1).max(limits.argBytes).nullish().describe('A command line for the shell.'),
  rows: z.int().min(limits.minRows).max(limits.maxRows).nullish(),
  cols: z.int().min(limits.minCols).max(limits.maxCols).nullish(),
  cwd: z.string().min(1).nullish(),
  env: z.record(z.string(), z.string()).nullish(),
  tags: Tags.nullish(),
});

export function createWshSession(
  { core, commands }: WshServerContext,
  options: z.output<typeof CreateParams>,
): Session {
  const { name, command, rows, cols, cwd, env, tags } = options;
  const shell = process.env.SHELL || '/bin/sh';
  checkSessionName(core, name);
  const context = { ...(cwd != null && { cwd }), env: { ...env } };
  if (command != null) requireProgram(command, context);
  const session = core.openSession({
    spawn: {
      ...(command == null ? { program: shell, args: ['-i'] } : { program: '/bin/sh', args: ['-c', command] }),
      ...context,
      size: { rows: rows ?? 24, cols: cols ?? 80 },
    },
    ...(name != null && { name }),
    tags: [...new Set(tags)],
  });
  commands.set(session, command ?? shell);
  return session;
}

function checkSessionName({ sessions }: Core, name: string | null | undefined, path = 'name'): void {
  if (name == null) return;
  if (!isSessionName(name))
    throw createError('InvalidSessionName', { message: `${path}: ${sessionNameRule}` });
  if (/^s\d+$/.test(name))
    throw createError('InvalidSessionName', {
      message: `${path}: s with a number is reserved for session ids`,
    });
  if (sessions.find(name)) throw createError('SessionNameConflict');
}

export const createSession = method({
  name: 'create_session',
  summary: 'Start a command or a shell on a new terminal.',
  details: 'The session ends with its program.',
  needs: ['session.spawn'],
  throws: ['SpawnFailed', 'InvalidSessionName', 'SessionNameConflict', 'MaxSessionsReached'],
  params: CreateParams,
  result: SessionInfo,
  examples: [
    {
      title: 'a shell',
      send: { name: 'build', command: 'sh' },
      reply: { name: 'build', rows: 24, cols: 80 },
    },
  ],
  handle: ({ world: { server } }, params) => getSessionInfo(server, createWshSession(server, params)),
});

export const killSession = method({
  name: 'kill_session',
  summary: 'End the program of a session, and remove the session.',
  needs: ['session.kill'],
  throws: ['SessionNotFound'],
  params: z.object({ name: SessionName }),
  examples: [{ title: 'by name', send: { name: 'dev' }, reply: {} }],
  handle: async ({ world }, { name }) => {
    const { server } = world;
    const session = server.session(name);
    await world.replyBeforeEvents(() => server.core.sessions.close(session));
  },
});

export const detachSession = method({
  name: 'detach_session',
  summary: 'Detach all viewers and subscribers of a session. The session continues.',
  details:
    'Plain streams and connections of that session are closed with the reason `detached`; on connections of the server, the subscription ends.',
  needs: ['session.kill'],
  throws: ['SessionNotFound'],
  params: z.object({ name: SessionName }),
  examples: [{ title: 'by name', send: { name: 'dev' }, reply: {} }],
  handle: async ({ world }, { name }) => {
    const session = world.server.session(name);
    await world.replyBeforeEvents(async () => world.server.detach(session));
  },
});

export const renameSession = method({
  name: 'rename_session',
  summary: 'Rename a session.',
  needs: ['session.spawn'],
  throws: ['SessionNotFound', 'InvalidSessionName', 'SessionNameConflict'],
  params: z.object({ name: SessionName, new_name: NewSessionName }),
  result: z.object({ name: SessionName }),
  examples: [{ title: 'by name', send: { name: 'dev', new_name: 'build' }, reply: { name: 'build' } }],
  handle: ({ world: { server } }, { name, new_name }) => {
    const session = server.session(name);
    if (new_name !== name) checkSessionName(server.core, new_name, 'new_name');
    if (new_name !== name) server.core.updateLabels(session, { name: new_name });
    return { name: new_name };
  },
});

const sizeParams = { rows: z.int().nullish(), cols: z.int().nullish() };

const tagParams = { add: Tags.nullish(), remove: Tags.nullish() };

export const updateTags = method({
  name: 'update_tags',
  summary: 'Add and remove tags of a session.',
  needs: ['session.spawn'],
  throws: ['SessionNotFound', 'SessionRequired'],
  params: z.object({ session: SessionName.nullish(), name: SessionName.nullish(), ...tagParams }),
  result: z.object({ name: z.string(), tags: z.array(z.string()) }),
  handle: ({ world }, { session: beside, name, ...tags }) => {
    const session = world.session(name ?? beside);
    world.server.core.updateLabels(session, { tags: applyTagChange(session.tags, tags) });
    return { name: getSessionName(session), tags: [...session.tags] };
  },
});

/** Changes the name, the tags and the size in one call, as pages send it. */
export const updateSession = method({
  name: 'update_session',
  summary: 'Change the name, tags or size of a session.',
  needs: ['session.spawn'],
  throws: ['SessionNotFound', 'SessionRequired', 'InvalidSessionName', 'SessionNameConflict'],
  params: z.object({
    session: SessionName.nullish(),
    name: NewSessionName.nullish().describe('The name of the session; if `session` is given, the new name.'),
    new_name: NewSessionName.nullish(),
    tags: z
      .union([Tags, z.object(tagParams)])
      .nullish()
      .describe('All tags, or the tags to `add` and to `remove`.'),
    add_tags: Tags.nullish(),
    remove_tags: Tags.nullish(),
    ...sizeParams,
  }),
  result: SessionInfo,
  handle: ({ world }, params) => {
    const { server } = world;
    const session = world.session(params.session ?? params.name);
    const name = params.new_name ?? (params.session == null ? undefined : params.name) ?? undefined;
    if (name !== undefined && name !== getSessionName(session)) checkSessionName(server.core, name);
    const { rows, cols } = params;
    if (rows != null || cols != null) requirePermission('session.resize', server.core);
    const { tags, add_tags: add, remove_tags: remove } = params;
    const before = Array.isArray(tags) ? tags : applyTagChange(session.tags, tags ?? {});
    server.core.updateLabels(session, { name, tags: applyTagChange(before, { add, remove }) });
    if (rows != null || cols != null) resizeSession(session, { rows, cols });
    return getSessionInfo(server, session);
  },
});

const ServerMode = z.object({ persistent: z.boolean() });

export const getServerMode = method({
  name: 'get_server_mode',
  summary: 'Return whether this listener continues when its last session has ended.',
  needs: ['screen.read'],
  result: ServerMode,
  handle: ({ world: { server } }) => ({ persistent: server.persistent }),
});

export const setServerMode = method({
  name: 'set_server_mode',
  summary: 'Set whether this listener continues when its last session has ended.',
  needs: ['session.kill'],
  params: ServerMode,
  result: ServerMode,
  examples: [{ title: 'persistent', send: { persistent: true }, reply: { persistent: true } }],
  handle: ({ world: { server } }, { persistent }) => {
    server.persistent = persistent;
    return { persistent };
  },
});
