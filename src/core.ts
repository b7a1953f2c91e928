/** All state of a server: sessions, named waits, adapters, plugins, recordings and granted permissions. */
import { AdapterRegistry } from '#adapters/adapter.ts';
import type { BuiltinPlugins } from '#adapters/plugin.ts';
import { createPredicates, type PluginLog, PluginRegistry } from '#adapters/pluginRegistry.ts';
import { ProgramWidths } from '#adapters/programWidths.ts';
import type { Predicates } from '#matchers/matcher.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import { RecordingRegistry } from '#recording/recordings.ts';
import { VideoRenderer } from '#recording/videoRenderer.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { ArtifactFolder } from '#rendering/artifactFolder.ts';
import { PngRenderer } from '#rendering/pngRenderer.ts';
import {
  type IdRange,
  openSession,
  requireNoSecrets,
  SessionRegistry,
  type SessionRequest,
} from '#session/registry.ts';
import type { Session } from '#session/session.ts';
import { NamedWaits } from '#session/waits.ts';
import { fault, raise } from './faults.ts';
import { limits } from './limits.ts';
import type { PermissionContext } from './permissionCheck.ts';
import type { Permission } from './permissions.ts';

/** The fleet that a server belongs to, as a host or as a gateway. */
export interface Fleet {
  /** This host. A gateway has none, because it holds no sessions. */
  readonly host: { readonly name: string; readonly labels: Readonly<Record<string, string>> } | undefined;
  /**
   * Reserves a name in the whole fleet for a session of this host. Raises Invalid if it is taken. The result releases
   * it, for a session that could not be opened.
   */
  claimName(name: string): Promise<Disposable>;
  /** Resolves when the whole fleet knows the session. */
  announce(session: Session): Promise<void>;
  hosts(): Promise<readonly FleetHost[]>;
  /** For a gateway, which decides nothing itself: what all hosts grant. */
  rules?(): PermissionContext;
}

/** What a host reports of itself. */
export interface FleetHost {
  readonly host: string;
  readonly version: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly reachable: boolean;
  readonly sessions: number;
  readonly capacity: number;
  /** The used share of its processors since its last report. */
  readonly cpu: number;
  readonly memoryFree: number;
  readonly memoryTotal: number;
  /** The permissions that it does not grant. */
  readonly denied: readonly string[];
  readonly redactionEnforced: boolean;
}

export interface CoreOptions {
  readonly clock: Clock;
  /** Disables raw reads. Waits see redacted text only. */
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
  readonly version: string;
  /** Prefix of the tag that marks the processes of this server's sessions. It identifies them after a crash, too. */
  readonly tagPrefix?: string;
  /** Where the ids of sessions, adapters and recordings begin. @internal */
  readonly ids?: IdRange | undefined;
  /** @internal */
  readonly fleet?: Fleet | undefined;
  /** Most sessions at once, if fewer than `limits.sessions`. @internal */
  readonly maxSessions?: number | undefined;
  /** Folder for baselines and compared screens. Without it, comparisons are unsupported. */
  readonly artifactDir?: string | undefined;
  /** Allows viewers of unredacted sessions, where `raw.read` is granted. */
  readonly rawView?: boolean;
  /** Allows clients to load and unload plugins. */
  readonly allowPluginLoad?: boolean;
  /** Replaces the plugins that come with ptywright. @internal */
  readonly builtinPlugins?: BuiltinPlugins;
  /** Logs errors that cannot be returned to a caller. */
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
  /** Receives the log lines of plugins. By default only warnings and errors go to `log`. */
  readonly pluginLog?: PluginLog;
}

interface SessionLabels {
  readonly name?: string | undefined;
  readonly tags?: readonly string[];
}

export class Core {
  readonly clock: Clock;
  readonly version: string;
  readonly grants: ReadonlySet<Permission>;
  readonly redactionEnforced: boolean;
  readonly ids: IdRange;
  readonly fleet: Fleet | undefined;
  readonly redaction: Redaction = createRedaction(defaultPolicy);
  readonly sessions: SessionRegistry;
  readonly namedWaits = new NamedWaits();
  readonly plugins: PluginRegistry;
  readonly allowPluginLoad: boolean;
  readonly rawView: boolean;
  /** Evaluates the matcher `lua`. */
  readonly predicates: Predicates;
  readonly adapters: AdapterRegistry;
  readonly recordings: RecordingRegistry;
  readonly pngRenderer: PngRenderer;
  readonly videoRenderer: VideoRenderer;
  /** Serves the browser page and returns its address; absent if the server cannot serve it. */
  openPage: ((port: number) => Promise<string>) | undefined;
  /** Resolves to false if the page was not served. */
  closePage: (() => Promise<boolean>) | undefined;
  readonly #artifacts: ArtifactFolder | undefined;
  readonly #disposables: Disposable[] = [];

  constructor(options: CoreOptions) {
    const { clock, grants, redactionEnforced, version, tagPrefix = '', log } = options;
    const ids = options.ids ?? { prefix: '', last: 0 };
    this.ids = ids;
    this.fleet = options.fleet;
    this.clock = clock;
    this.version = version;
    this.grants = grants;
    this.redactionEnforced = redactionEnforced;
    this.pngRenderer = new PngRenderer({ clock, log });
    this.videoRenderer = new VideoRenderer({ clock, log });
    this.#artifacts = options.artifactDir === undefined ? undefined : new ArtifactFolder(options.artifactDir);
    this.sessions = new SessionRegistry({
      clock,
      redactionEnforced,
      tagPrefix,
      version,
      ids,
      maxSessions: options.maxSessions ?? limits.sessions,
      log,
    });
    this.recordings = new RecordingRegistry(this);
    this.allowPluginLoad = options.allowPluginLoad ?? false;
    this.rawView = options.rawView ?? false;
    this.plugins = new PluginRegistry({
      clock,
      version,
      log: options.pluginLog ?? createWarningLog(log),
      builtins: options.builtinPlugins,
    });
    this.predicates = createPredicates(this.plugins);
    const { plugins, sessions } = this;
    const open = (request: SessionRequest) => this.openSession(request);
    const programWidths = new ProgramWidths({ clock, version, log });
    this.adapters = new AdapterRegistry({ plugins, sessions, grants, programWidths, ids, open });
  }

  /**
   * Opens a session. In a fleet, its name is reserved first, and the fleet knows the session when the result is
   * returned.
   */
  openAnnounced<Opened>(
    name: string | undefined,
    open: () => Opened,
    sessionOf: (opened: Awaited<Opened>) => Session,
  ): Opened | Promise<Awaited<Opened>> {
    return this.fleet ? this.#openInFleet(this.fleet, name, open, sessionOf) : open();
  }

  async #openInFleet<Opened>(
    fleet: Fleet,
    name: string | undefined,
    open: () => Opened,
    sessionOf: (opened: Awaited<Opened>) => Session,
  ): Promise<Awaited<Opened>> {
    const claim = name === undefined ? undefined : await fleet.claimName(name);
    try {
      const opened = await open();
      await fleet.announce(sessionOf(opened));
      return opened;
    } catch (problem) {
      claim?.dispose();
      throw problem;
    }
  }

  openSession(request: SessionRequest): Session {
    return openSession(this.sessions, request, this);
  }

  /** Raises Unsupported if the server has no artifact folder. */
  get artifacts(): ArtifactFolder {
    return this.#artifacts ?? raise(fault.Unsupported({ reason: 'no_artifact_dir' }, noArtifactFolder));
  }

  /** Renames a session or replaces its tags. */
  updateLabels(session: Session, { name = session.name, tags = session.tags }: SessionLabels): void {
    requireNoSecrets(name, tags, this);
    this.sessions.updateLabels(session, name, tags);
  }

  /** Disposes it when the server closes. */
  register(disposable: Disposable): void {
    this.#disposables.push(disposable);
  }

  /** Closes every session and plugin. Pending waits fail with a fault. */
  async close(): Promise<void> {
    disposeAll(this.#disposables);
    await Promise.all([this.videoRenderer.close(), this.sessions.closeAll()]);
    await this.recordings.close();
    await this.adapters.closeAll();
    await this.plugins.close();
    await this.pngRenderer.close();
  }
}

const noArtifactFolder = 'The server was given no folder for artifacts: start it with --artifact-dir DIR';

const createWarningLog =
  (log: CoreOptions['log']): PluginLog =>
  (level, line, facts) => {
    if (level === 'warn' || level === 'error') log(line, facts);
  };
