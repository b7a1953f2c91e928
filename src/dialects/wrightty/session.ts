/** Methods that create, list, describe and destroy sessions. */
import { resolve } from 'node:path';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { type SendableSignal, sendableSignals } from '#platform/signals.ts';
import { replyBeforeEvents } from '#session/feed.ts';
import { signalAndWait } from '#session/process.ts';
import type { Session } from '#session/session.ts';
import { Cols, method, Rows, SessionId, sessionParams } from './method.ts';
import { openShell, type WrighttyServerContext } from './serverContext.ts';

const SessionInfo = z.object({
  sessionId: z.string(),
  title: z.string(),
  cwd: z.string().nullable(),
  cols: z.int(),
  rows: z.int(),
  pid: z.int(),
  running: z.boolean(),
  alternateScreen: z.boolean(),
});

/** Until the program starts, its process is in the folder of the server. */
function getCwd({ pty, spawnRequest, transcript }: Session): string | null {
  const now = pty.cwd();
  if (spawnRequest.cwd === undefined || transcript.cursor > 0) return now;
  return now === process.cwd() ? resolve(spawnRequest.cwd) : now;
}

/** The title defaults to the program. */
function getSessionInfo(session: Session): z.input<typeof SessionInfo> {
  const { screen, redaction, pty, exit } = session;
  const cwd = screen.cwd ?? getCwd(session);
  return {
    sessionId: session.id,
    title: redaction.text(screen.title ?? session.program),
    cwd: cwd === null ? null : redaction.text(cwd),
    cols: screen.size.cols,
    rows: screen.size.rows,
    pid: pty.pid,
    running: exit === null,
    alternateScreen: screen.alternateScreen,
  };
}

const CreateParams = z.object({
  shell: z.string().min(1).nullish(),
  args: z.array(z.string()).max(limits.args).nullish(),
  cols: Cols.nullish(),
  rows: Rows.nullish(),
  env: z.record(z.string(), z.string()).nullish(),
  cwd: z.string().min(1).nullish(),
});
export type CreateParams = z.output<typeof CreateParams>;

export const sessionCreate = method({
  name: 'Session.create',
  summary: 'Start a program on a new terminal; defaults to a shell.',
  needs: ['session.spawn'],
  throws: ['SpawnFailed', 'MaxSessionsReached'],
  params: CreateParams,
  result: z.object({ sessionId: SessionId }),
  examples: [
    { title: 'a shell', send: { shell: '/bin/sh', cols: 100, rows: 30 }, reply: { sessionId: 's1' } },
  ],
  handle: ({ world }, params) => ({ sessionId: openShell(world, params).id }),
});

export const sessionDestroy = method({
  name: 'Session.destroy',
  summary: 'End the program with SIGTERM or the given signal, and remove the session.',
  details:
    'SIGKILL and SIGHUP end the program and all processes that it started at once. After another signal, a program that has not exited after five seconds is killed; an interactive shell ignores SIGTERM. With `wire=client`, the default signal is SIGHUP.',
  needs: ['session.kill'],
  params: z.object({ ...sessionParams, signal: z.enum(Object.values(sendableSignals)).nullish() }),
  result: z.object({ exitCode: z.int().nullable().describe('Null if a signal ended the program.') }),
  examples: [{ title: 'with a signal', send: { signal: 'SIGTERM' }, reply: {} }],
  handle: async ({ world, caller }, { sessionId, signal }) => {
    const session = world.session(sessionId);
    const ended = endSession(world, session, signal ?? (world.shipped ? 'SIGHUP' : 'SIGTERM'));
    await replyBeforeEvents(caller, session, ended);
    return { exitCode: session.exit?.exitCode ?? null };
  },
});

/** The signal reaches only the foreground job. The session is killed afterwards, so that all its processes end. */
async function endSession(
  { core }: WrighttyServerContext,
  session: Session,
  signal: SendableSignal,
): Promise<void> {
  const graceful = signal !== 'SIGKILL' && signal !== 'SIGHUP';
  if (graceful) await signalAndWait(session, signal, limits.destroyMs);
  if (session.exit === null && signal !== 'SIGHUP') await session.kill(true);
  await core.sessions.close(session);
}

export const sessionList = method({
  name: 'Session.list',
  summary: 'List the sessions, including those created on other listeners.',
  needs: ['screen.read'],
  result: z.object({ sessions: z.array(SessionInfo) }),
  examples: [{ title: 'one session', send: {}, reply: { sessions: [{ sessionId: 's1', running: true }] } }],
  handle: ({ world }) => ({ sessions: world.core.sessions.all().map(getSessionInfo) }),
});

export const sessionGetInfo = method({
  name: 'Session.getInfo',
  summary: 'Return the entry of one session, as in the list.',
  needs: ['screen.read'],
  params: z.object(sessionParams),
  result: SessionInfo,
  examples: [
    { title: 'a running program', send: {}, reply: { sessionId: 's1', cols: 80, rows: 24, running: true } },
  ],
  handle: ({ world }, { sessionId }) => getSessionInfo(world.session(sessionId)),
});
