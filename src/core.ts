/** All state of a server: sessions, named waits, adapters, plugins, recordings and granted permissions. */
import { AdapterRegistry } from '#adapters/adapterRegistry.ts';
import { createPredicates, type Plugin, type PluginLog, PluginRegistry } from '#adapters/pluginRegistry.ts';
import { ProgramWidths } from '#adapters/programWidths.ts';
import type { Predicates } from '#matchers/matcher.ts';
import type { Clock } from '#platform/clock.ts';
import { RecordingRegistry } from '#recording/recordings.ts';
import { VideoRenderer } from '#recording/videoRenderer.ts';
import {
  composeRedactions,
  createRedaction,
  defaultPolicy,
  mergePolicies,
  noRedaction,
  type RedactionOptions,
  toPolicy,
} from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { ArtifactFolder } from '#rendering/artifactFolder.ts';
import { PngRenderer } from '#rendering/pngRenderer.ts';
import { openSession, requireNoSecrets, type SessionRequest } from '#session/openSession.ts';
import { SessionRegistry } from '#session/registry.ts';
import type { Session } from '#session/session.ts';
import { NamedWaits } from '#session/waits.ts';
import { fault, raise } from './faults.ts';
import { requirePermission } from './permissionCheck.ts';
import type { Permission } from './permissions.ts';

export interface CoreOptions {
  readonly clock: Clock;
  /** Disables raw reads. Waits see redacted text only. */
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
  readonly version: string;
  /** Prefix of the tag that marks the processes of this server's sessions. It identifies them after a crash, too. */
  readonly tagPrefix?: string;
  /** Folder for baselines and compared screens. Without it, comparisons are unsupported. */
  readonly artifactDir?: string | undefined;
  /** Allows viewers of unredacted sessions, where `raw.read` is granted. */
  readonly rawView?: boolean;
  /** Allows clients to load and unload plugins. */
  readonly allowPluginLoad?: boolean;
  /** Replaces the plugins that come with ptywright. @internal */
  readonly builtinPlugins?: () => readonly Plugin[];
  /** Logs errors that cannot be returned to a caller. */
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
  /** Receives the log lines of plugins. By default only warnings and errors go to `log`. */
  readonly pluginLog?: PluginLog;
}

interface ReadRedactionOptions {
  readonly redact: boolean;
  readonly redaction?: RedactionOptions;
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

  constructor(options: CoreOptions) {
    const { clock, grants, redactionEnforced, version, tagPrefix = '', log } = options;
    this.clock = clock;
    this.version = version;
    this.grants = grants;
    this.redactionEnforced = redactionEnforced;
    this.pngRenderer = new PngRenderer({ clock, log });
    this.videoRenderer = new VideoRenderer({ clock, log });
    this.#artifacts = options.artifactDir === undefined ? undefined : new ArtifactFolder(options.artifactDir);
    this.sessions = new SessionRegistry({ clock, redactionEnforced, tagPrefix, version, log });
    this.recordings = new RecordingRegistry(this);
    this.allowPluginLoad = options.allowPluginLoad ?? false;
    this.rawView = options.rawView ?? false;
    this.plugins = new PluginRegistry({
      clock,
      version,
      log: options.pluginLog ?? createWarningLog(log),
      builtin: options.builtinPlugins,
    });
    this.predicates = createPredicates(this.plugins);
    const { plugins, sessions } = this;
    const open = (request: SessionRequest) => this.openSession(request);
    const programWidths = new ProgramWidths({ clock, version, log });
    this.adapters = new AdapterRegistry({ plugins, sessions, grants, programWidths, open });
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

  /**
   * Returns the redaction for one read: the session's policy plus the caller's additions. Without redaction, the read
   * requires `raw.read`.
   */
  redactionForRead(
    { policy, redaction: own }: Session,
    { redact, redaction }: ReadRedactionOptions,
  ): Redaction {
    if (!redact) requirePermission('raw.read', this);
    if (!redact) return noRedaction;
    if (!redaction) return own;
    const more = { ...toPolicy(redaction, 'redaction'), enabled: true };
    if (this.redactionEnforced) return composeRedactions(own, createRedaction(more));
    return createRedaction(mergePolicies(policy, more));
  }

  /** Closes every session and plugin. Pending waits fail with a fault. */
  async close(): Promise<void> {
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
