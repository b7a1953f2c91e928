/** All that the server holds and knows: sessions, waits that can be cancelled by name, and what it grants. */
import type { Clock } from '../platform/clock.ts';
import { Adapters } from './adapter/adapters.ts';
import { ArtifactFolder } from './baseline/folder.ts';
import { fault, raise } from './faults.ts';
import type { Predicates } from './matcher/predicates.ts';
import type { Permission } from './permissions.ts';
import { permit } from './permit.ts';
import { predicatesOf } from './plugin/predicates.ts';
import { type Plugin, type PluginLog, Plugins } from './plugin/registry.ts';
import { Films } from './recording/films.ts';
import { Recordings } from './recording/recordings.ts';
import { behind } from './redact/behind.ts';
import {
  createRedaction,
  defaultPolicy,
  joinPolicies,
  noRedaction,
  policyOf,
  type RedactionOptions,
} from './redact/policy.ts';
import type { Redaction } from './redact/redaction.ts';
import { Painter } from './render/painter.ts';
import { openSession, refuseSecrets, type SessionRequest } from './session/openSession.ts';
import { Registry } from './session/registry.ts';
import type { Session } from './session/session.ts';
import { WaitNames } from './session/waitNames.ts';

export interface WorldOptions {
  readonly clock: Clock;
  /** Nobody may read raw text, and waits see what a reader would see. */
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
  readonly version: string;
  /** Begins the tag by which the processes of this world's sessions are known, also after its sudden end. */
  readonly tagPrefix?: string;
  /** Where screens are kept that somebody wants to compare with; without it nobody can. */
  readonly artifactDir?: string | undefined;
  /** People may be shown sessions without redaction, where reading so is granted. */
  readonly rawView?: boolean;
  /** Clients may load and unload plugins. */
  readonly allowPluginLoad?: boolean;
  /** Instead of those that come with ptywright. */
  readonly builtinPlugins?: () => readonly Plugin[];
  /** For what goes wrong with nobody to answer to. */
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
  /** For what plugins tell; without it only their warnings and errors are heard. */
  readonly pluginLog?: PluginLog;
}

export interface ReadHow {
  readonly redact: boolean;
  readonly redaction?: RedactionOptions;
}

export interface Labels {
  readonly name?: string | undefined;
  readonly tags?: readonly string[];
}

export class World {
  readonly clock: Clock;
  readonly version: string;
  readonly grants: ReadonlySet<Permission>;
  readonly redactionEnforced: boolean;
  readonly redaction: Redaction = createRedaction(defaultPolicy);
  readonly sessions: Registry;
  readonly waitNames = new WaitNames();
  readonly plugins: Plugins;
  readonly pluginLoad: boolean;
  readonly rawView: boolean;
  /** Answers what the matcher `lua` asks. */
  readonly predicates: Predicates;
  readonly adapters: Adapters;
  readonly recordings: Recordings;
  readonly painter: Painter;
  readonly films: Films;
  /** Serves the page for people, and tells where it is; absent where nobody can. */
  openPage: ((port: number) => Promise<string>) | undefined;
  /** False when it was not served. */
  closePage: (() => Promise<boolean>) | undefined;
  readonly #artifacts: ArtifactFolder | undefined;

  constructor(options: WorldOptions) {
    const { clock, grants, redactionEnforced, version, tagPrefix = '', log } = options;
    this.clock = clock;
    this.version = version;
    this.grants = grants;
    this.redactionEnforced = redactionEnforced;
    this.painter = new Painter({ clock, log });
    this.films = new Films({ clock, log });
    this.#artifacts = options.artifactDir === undefined ? undefined : new ArtifactFolder(options.artifactDir);
    this.sessions = new Registry({ clock, redactionEnforced, tagPrefix, log });
    this.recordings = new Recordings(this);
    this.pluginLoad = options.allowPluginLoad ?? false;
    this.rawView = options.rawView ?? false;
    this.plugins = new Plugins({
      clock,
      version,
      log: options.pluginLog ?? warningsTo(log),
      builtin: options.builtinPlugins,
    });
    this.predicates = predicatesOf(this.plugins);
    const { plugins, predicates, sessions } = this;
    const open = (request: SessionRequest) => this.open(request);
    this.adapters = new Adapters({ plugins, predicates, sessions, grants, open });
  }

  open(request: SessionRequest): Session {
    return openSession(this.sessions, request, this);
  }

  /** Raises Unsupported where the server was given none. */
  get artifacts(): ArtifactFolder {
    return this.#artifacts ?? raise(fault.Unsupported({ reason: 'no_artifact_dir' }, noFolder));
  }

  /** Calls a session otherwise, or tags it otherwise. */
  relabel(session: Session, { name = session.name, tags = session.tags }: Labels): void {
    refuseSecrets(name, tags, this);
    this.sessions.relabel(session, name, tags);
  }

  /** How one read hides secrets: the session's own policy, with what the caller adds, or not at all if that is granted. */
  readRedaction({ policy, redaction: own }: Session, { redact, redaction }: ReadHow): Redaction {
    if (!redact) permit('raw.read', this);
    if (!redact) return noRedaction;
    if (!redaction) return own;
    const more = { ...policyOf(redaction, 'redaction'), enabled: true };
    if (this.redactionEnforced) return behind(own, createRedaction(more));
    return createRedaction(joinPolicies(policy, more));
  }

  /** Ends every session and every plugin; waits that are pending are told. */
  async close(): Promise<void> {
    await Promise.all([this.films.close(), this.sessions.closeAll()]);
    await this.recordings.close();
    await this.adapters.closeAll();
    await this.plugins.close();
    await this.painter.close();
  }
}

const noFolder = 'The server was given no folder for artifacts: start it with --artifact-dir DIR';

const warningsTo =
  (log: WorldOptions['log']): PluginLog =>
  (level, line, facts) => {
    if (level === 'warn' || level === 'error') log(line, facts);
  };
