/** All adapters by id. An id is never used twice; what is closed is forgotten. */
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import type { Predicates } from '../matcher/predicates.ts';
import type { Permission } from '../permissions.ts';
import { pluginFailed } from '../plugin/pluginFailed.ts';
import type { Plugin, Plugins } from '../plugin/registry.ts';
import type { SessionRequest } from '../session/openSession.ts';
import type { Registry } from '../session/registry.ts';
import type { Session } from '../session/session.ts';
import type { Cancellation } from '../session/waits.ts';
import { Adapter } from './adapter.ts';
import { type AdapterRequest, targetOf } from './target.ts';

export interface AdaptersOptions {
  readonly plugins: Plugins;
  readonly predicates: Predicates;
  readonly sessions: Registry;
  readonly grants: ReadonlySet<Permission>;
  open(request: SessionRequest): Session;
}

export type AdapterNews = 'opened' | 'closed';
export type AdapterListener = (adapter: Adapter, news: AdapterNews) => void;

interface Entry {
  readonly adapter: Adapter;
  readonly letGo: () => void;
}

export class Adapters {
  readonly #options: AdaptersOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<AdapterListener>();
  #last = 0;
  #starting = 0;
  #closing = false;

  constructor(options: AdaptersOptions) {
    this.#options = options;
    // A session may be closed by itself; without it an adapter is nothing.
    options.sessions.listen((session, news) => {
      const adapter = news === 'closed' ? this.of(session) : undefined;
      if (adapter) void this.close(adapter);
    });
  }

  /** The plugin is loaded first: one that is broken leaves no program behind. */
  async start(plugin: Plugin, request: AdapterRequest, cancellation?: Cancellation): Promise<Adapter> {
    if (plugin.manifest.kind !== 'adapter')
      raise(fault.Invalid({ path: 'plugin', reason: `${plugin.name} is a ${plugin.manifest.kind}` }));
    const target = targetOf(plugin, request);
    this.#admit();
    const letGo = this.#options.plugins.hold(plugin);
    this.#starting += 1;
    try {
      return await this.#bind(plugin, target, letGo, cancellation);
    } catch (problem) {
      letGo();
      throw problem;
    } finally {
      this.#starting -= 1;
    }
  }

  async #bind(
    plugin: Plugin,
    target: SessionRequest,
    letGo: () => void,
    cancellation?: Cancellation,
  ): Promise<Adapter> {
    const { plugins, predicates, grants, open } = this.#options;
    const instance = plugins.instance(plugin);
    try {
      await requireClassify(plugin, instance);
      if (this.#closing) raise(fault.Cancelled({ reason: 'shutdown' }));
      if (cancellation?.cancelled) raise(fault.Cancelled({ reason: cancellation.reason ?? 'request' }));
      const session = open(target);
      const adapter = new Adapter({
        id: `e${this.#last + 1}`,
        plugin,
        session,
        instance,
        predicates,
        grants,
      });
      this.#last += 1;
      this.#entries.set(adapter.id, { adapter, letGo });
      this.#tell(adapter, 'opened');
      return adapter;
    } catch (problem) {
      await instance.close();
      throw problem;
    }
  }

  get(wanted: string, path = 'adapter'): Adapter {
    return (
      this.find(wanted) ??
      raise(
        fault.AdapterUnknown(
          { path, adapter: wanted, reason: 'unknown_adapter' },
          `unknown adapter: ${wanted}`,
        ),
      )
    );
  }

  find(wanted: string): Adapter | undefined {
    return this.#entries.get(wanted)?.adapter;
  }

  /** The one that a session belongs to, if it does to one. */
  of(session: Session): Adapter | undefined {
    return this.all().find((adapter) => adapter.session === session);
  }

  /** By id, as it was counted. */
  all(): readonly Adapter[] {
    return [...this.#entries.values()].map(({ adapter }) => adapter);
  }

  /** Forgets the adapter at once, and ends its program; the promise is kept when that is gone. */
  async close(adapter: Adapter): Promise<void> {
    const entry = this.#entries.get(adapter.id);
    if (!entry) return;
    this.#entries.delete(adapter.id);
    this.#tell(adapter, 'closed');
    await Promise.all([this.#options.sessions.close(adapter.session), adapter.close()]);
    entry.letGo();
  }

  /** Once the sessions are closed. */
  async closeAll(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.all().map((adapter) => this.close(adapter)));
  }

  listen(listener: AdapterListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(adapter: Adapter, news: AdapterNews): void {
    for (const listener of this.#listeners) listener(adapter, news);
  }

  #admit(): void {
    if (this.#closing) raise(fault.Cancelled({ reason: 'shutdown' }));
    if (this.#entries.size + this.#starting >= limits.adapters)
      raise(fault.Busy({ reason: 'busy', limit: 'adapters', max: limits.adapters }));
  }
}

async function requireClassify(
  { name }: Plugin,
  instance: { exports(): Promise<readonly string[]> },
): Promise<void> {
  let exported: readonly string[];
  try {
    exported = await instance.exports();
  } catch (problem) {
    throw pluginFailed(name, problem);
  }
  if (!exported.includes('classify'))
    raise(
      fault.PluginFailed(
        { plugin: name, function: 'classify', reason: 'shape' },
        `${name}: an adapter exports a function classify`,
      ),
    );
}
