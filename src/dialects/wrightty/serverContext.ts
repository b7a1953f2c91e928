/** The state of one listener: its sessions, authentication, subscriptions, and the options of its recordings. */
import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { requirePermission } from '#permissionCheck.ts';
import type { Recording } from '#recording/recording.ts';
import type { VideoFormat } from '#recording/videoFile.ts';
import type { Session } from '#session/session.ts';
import { PasswordGuard } from './authentication.ts';
import { createError } from './errors.ts';
import type { ScriptFormat } from './script.ts';
import type { CreateParams } from './session.ts';
import { SubscriptionRegistry } from './subscription.ts';

/** Opens a session, by default with a shell. Checks the permission, because other calls open sessions too. */
export function openShell({ core, url }: WrighttyServerContext, request: Partial<CreateParams>): Session {
  requirePermission('session.spawn', core);
  const { shell, args, env, cwd, cols, rows } = request;
  return core.openSession({
    spawn: {
      program: shell ?? process.env.SHELL ?? '/bin/sh',
      args: args ?? [],
      ...(cwd != null && { cwd }),
      env: { WRIGHTTY_SOCKET: url, ...env },
      size: { rows: rows ?? 24, cols: cols ?? 80 },
    },
  });
}

interface WrighttyServerOptions {
  /** The URL at which clients reach the listener. */
  readonly url: string;
  readonly password: string | undefined;
  /** Behaves as the released server where that differs from the document. */
  readonly shipped: boolean;
}

interface VideoOptions {
  readonly fps: number;
  readonly format: VideoFormat;
}

/** The session id that clients send before they know any session. */
const anySessionId = '0';

export class WrighttyServerContext {
  readonly core: Core;
  readonly url: string;
  readonly shipped: boolean;
  readonly guard: PasswordGuard;
  readonly subscriptions: SubscriptionRegistry;
  /** The script format of each recording of operations. */
  readonly scripts = new WeakMap<Recording, ScriptFormat>();
  readonly videos = new WeakMap<Recording, VideoOptions>();
  readonly #rendering = new WeakSet<Recording>();
  #frameCount = 0;

  constructor(core: Core, { url, password, shipped }: WrighttyServerOptions) {
    this.core = core;
    this.url = url;
    this.shipped = shipped;
    this.guard = new PasswordGuard(core.clock, password);
    this.subscriptions = new SubscriptionRegistry(core);
  }

  session(id: string): Session {
    const { sessions } = this.core;
    const found = sessions.find(id);
    if (found) return found;
    if (id === anySessionId) return this.#anySession();
    throw createError(sessions.wasClosed(id) ? 'SessionDestroyed' : 'SessionNotFound', {
      data: { sessionId: id },
    });
  }

  getVideoOptions(recordingId: string): VideoOptions {
    const recording = this.core.recordings.get(recordingId, 'recordingId');
    return (
      this.videos.get(recording) ??
      raise(fault.Invalid({ path: 'recordingId', reason: 'the recording is not a film' }))
    );
  }

  /** Refuses to render a recording twice at once. A failed video can be rendered again. */
  async rendering<T>(recording: Recording, draw: () => Promise<T>): Promise<T> {
    if (this.#rendering.has(recording))
      raise(fault.Invalid({ path: 'recordingId', reason: 'the film is already being rendered' }));
    this.#rendering.add(recording);
    try {
      return await draw();
    } finally {
      this.#rendering.delete(recording);
    }
  }

  /** Counts captured frames. */
  nextFrameId(): number {
    this.#frameCount += 1;
    return this.#frameCount - 1;
  }

  #anySession(): Session {
    const all = this.core.sessions.all();
    return all.find(({ exit }) => exit === null) ?? all[0] ?? openShell(this, {});
  }
}
