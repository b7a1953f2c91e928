/** Methods that create, list, describe, rename, resize, kill and close sessions. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { z } from '#platform/schema.ts';
import { replyBeforeEvents } from '#session/feed.ts';
import { Cols, method, Name, PixelSize, Rows, SessionRef } from './method.ts';
import { getSessionInfo, SessionInfo } from './sessionInfo.ts';
import {
  Args,
  closeOnDisconnect,
  environmentParams,
  listFilters,
  matchesFilters,
  Place,
  Program,
  requirePlace,
  sessionParams,
  toEnvironmentOptions,
  toSessionOptions,
} from './sessionOptions.ts';

const CreateParams = z.strictObject({
  program: Program,
  args: Args.default([]),
  ...environmentParams,
  rows: Rows.default(24),
  cols: Cols.default(80),
  pixel_width: PixelSize.default(0),
  pixel_height: PixelSize.default(0),
  shell_integration: z
    .boolean()
    .default(false)
    .describe(
      'Make bash, zsh and fish report the start and the end of each command (OSC 133), for `command_finished`. Sets PS0 and PROMPT_COMMAND for bash; an inherited PROMPT_COMMAND still runs. Sets ZDOTDIR for zsh and XDG_DATA_DIRS for fish; their own values are restored before the files of the user are read.',
    ),
  ...sessionParams,
  place: Place.optional(),
  reuse: z
    .boolean()
    .default(false)
    .describe('Return the session with this `name` if there is one, in place of an error.'),
});

export const sessionCreate = method({
  name: 'session.create',
  summary: 'Create a session: start a program on a new terminal.',
  needs: ['session.spawn'],
  throws: ['SpawnFailed', 'FileRefused', 'Busy', 'PermissionDenied', 'NoHost', 'HostUnreachable'],
  params: CreateParams,
  result: z.object({
    session: z.string(),
    reused: z.literal(true).optional().describe('The session existed before.'),
  }),
  examples: [
    {
      title: 'a shell command',
      send: { program: '/bin/sh', args: ['-lc', 'printf ready'], rows: 24, cols: 80 },
      reply: { session: 's1' },
    },
    { title: 'a missing program', send: { program: 'no-such-program' }, fault: 'SpawnFailed' },
    { title: 'an invalid size', send: { program: 'sh', rows: 0 }, fault: 'Invalid' },
    { title: 'an unknown host', send: { program: 'sh', place: { host: 'nowhere' } }, fault: 'NoHost' },
  ],
  handle: ({ world, caller }, params) => {
    requirePlace(world, params.place);
    const existing = params.reuse ? world.sessions.find(requireName(params.name)) : undefined;
    if (existing) return { session: existing.id, reused: true as const };
    const open = () => {
      const session = world.openSession(toSessionRequest(params));
      if (params.close_on_disconnect) closeOnDisconnect(world, caller, session);
      return session;
    };
    const opened = world.openAnnounced(params.name, open, (session) => session);
    return opened instanceof Promise ? opened.then(({ id }) => ({ session: id })) : { session: opened.id };
  },
});

const requireName = (name: string | undefined): string =>
  name ?? raise(fault.Invalid({ path: 'reuse', reason: 'requires name' }));

const toSessionRequest = (params: z.output<typeof CreateParams>) => ({
  ...toSessionOptions(params),
  spawn: {
    program: params.program,
    args: params.args,
    ...toEnvironmentOptions(params),
    shellIntegration: params.shell_integration,
    size: {
      rows: params.rows,
      cols: params.cols,
      pixelWidth: params.pixel_width,
      pixelHeight: params.pixel_height,
    },
  },
});

export const sessionList = method({
  name: 'session.list',
  summary: 'List the sessions, including those whose program has exited.',
  params: z.strictObject({
    details: z.boolean().default(false).describe('Return for each session what `session.info` returns.'),
    ...listFilters,
  }),
  result: z.object({
    sessions: z.array(z.string()),
    details: z.array(SessionInfo).optional(),
    lost: z
      .array(z.string())
      .optional()
      .describe('Sessions of hosts that a gateway has lost. Their programs are gone or out of reach.'),
  }),
  examples: [
    { title: 'one session', program: 'prints-ready', send: {}, reply: { sessions: ['s1'] } },
    {
      title: 'with details',
      program: 'prints-ready',
      send: { details: true },
      reply: { details: [{ session: 's1', size: { rows: 24, cols: 80 } }] },
    },
    {
      title: 'of a host outside this fleet',
      program: 'prints-ready',
      send: { host: 'nowhere' },
      reply: { sessions: [] },
    },
  ],
  handle: ({ world }, { details, ...filters }) => {
    const sessions = world.sessions.all().filter(matchesFilters(world, filters));
    return {
      sessions: sessions.map(({ id }) => id),
      ...(details && { details: sessions.map(getSessionInfo) }),
    };
  },
});

export const sessionInfo = method({
  name: 'session.info',
  summary:
    'Return information about a session: its program, size, modes, and whether it is running or how it ended.',
  needs: ['screen.read'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: SessionInfo,
  examples: [
    {
      title: 'a program that runs',
      program: 'asks-name',
      send: {},
      reply: { running: true, exit: null, size: { rows: 24, cols: 80 } },
    },
    { title: 'an unknown session', send: { session: 's99' }, fault: 'SessionUnknown' },
  ],
  handle: ({ world }, { session }) => getSessionInfo(world.sessions.get(session)),
});

export const sessionRename = method({
  name: 'session.rename',
  summary: 'Change the name or the tags of a session. Omitted parameters stay unchanged.',
  needs: ['session.spawn'],
  positional: ['session', 'name', 'tags'],
  params: z.strictObject({
    session: SessionRef,
    name: sessionParams.name,
    tags: z.array(Name).max(limits.tags).optional().describe('Replaces all tags.'),
  }),
  result: z.object({ session: z.string(), name: z.string().nullable(), tags: z.array(z.string()) }),
  examples: [
    {
      title: 'a name and a tag',
      program: 'asks-name',
      send: { name: 'prod', tags: ['web'] },
      reply: { name: 'prod', tags: ['web'] },
    },
    { title: 'a name that is an id', program: 'asks-name', send: { name: 's9' }, fault: 'Invalid' },
  ],
  handle: ({ world }, { session: ref, name, tags }) => {
    const session = world.sessions.get(ref);
    const rename = () => {
      world.updateLabels(session, { name, tags });
      return { session: session.id, name: session.name ?? null, tags: [...session.tags] };
    };
    if (!world.fleet || name === undefined || name === session.name) return rename();
    return world.fleet.claimName(name).then(undoUnless(rename));
  },
});

/** Releases the name if the session cannot have it. */
const undoUnless =
  <Result>(rename: () => Result) =>
  (claim: Disposable): Result => {
    try {
      return rename();
    } catch (problem) {
      claim.dispose();
      throw problem;
    }
  };

export const sessionResize = method({
  name: 'session.resize',
  summary: 'Resize the terminal of a session; the program is notified.',
  details: 'With panels, this is the total size; the program gets the rows that the panels leave.',
  needs: ['session.resize'],
  positional: ['session', 'rows', 'cols', 'pixel_width', 'pixel_height'],
  params: z.strictObject({
    session: SessionRef,
    rows: Rows,
    cols: Cols,
    pixel_width: PixelSize.default(0),
    pixel_height: PixelSize.default(0),
  }),
  result: z.object({ resized: z.literal(true) }),
  examples: [
    {
      title: 'a larger terminal',
      program: 'asks-name',
      send: { rows: 40, cols: 120 },
      reply: { resized: true },
    },
  ],
  handle: ({ world }, { session, rows, cols, pixel_width, pixel_height }) => {
    world.sessions.get(session).resize({ rows, cols, pixelWidth: pixel_width, pixelHeight: pixel_height });
    return { resized: true as const };
  },
});

export const sessionKill = method({
  name: 'session.kill',
  summary:
    'End the program and all processes that it started. The session stays, so its last screen can be read.',
  details:
    'Sends SIGHUP, then SIGTERM, then SIGKILL. The reply is sent when all processes have ended. A program that has already exited is not an error.',
  needs: ['session.kill'],
  positional: ['session'],
  params: z.strictObject({
    session: SessionRef,
    force: z.boolean().default(false).describe('Send SIGKILL at once.'),
  }),
  result: z.object({ killed: z.literal(true) }),
  examples: [
    { title: 'a program that never exits', program: 'asks-name', send: {}, reply: { killed: true } },
  ],
  handle: async ({ world, caller }, { session: ref, force }) => {
    const session = world.sessions.get(ref);
    await replyBeforeEvents(caller, session, session.kill(force));
    return { killed: true as const };
  },
});

export const sessionClose = method({
  name: 'session.close',
  summary:
    'Close a session: end its program and remove the session. Its id becomes unknown at once; the reply is sent when the program has ended.',
  needs: ['session.kill'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ closed: z.literal(true) }),
  examples: [
    { title: 'a program that never exits', program: 'asks-name', send: {}, reply: { closed: true } },
    { title: 'an unknown session', send: { session: 's99' }, fault: 'SessionUnknown' },
  ],
  handle: async ({ world, caller }, { session: ref }) => {
    const session = world.sessions.get(ref);
    await replyBeforeEvents(caller, session, world.sessions.close(session));
    return { closed: true as const };
  },
});
