/** All adapters by id, and how they start: the request of the caller is merged with the manifest of the plugin. */

import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Permission } from '#permissions.ts';
import { type Disposable, Emitter } from '#platform/lifetimes.ts';
import type { SpawnRequest } from '#session/process.ts';
import type { IdRange, SessionRegistry, SessionRequest } from '#session/registry.ts';
import type { Session } from '#session/session.ts';
import { throwIfCancelled } from '#session/waits.ts';
import { Adapter } from './adapter.ts';
import { listExports, type PluginInstance } from './pluginInstance.ts';
import type { Plugin, PluginRegistry } from './pluginRegistry.ts';
import type { ProgramWidths } from './programWidths.ts';

/** A session request whose missing values are taken from the manifest. */
export interface AdapterStartRequest extends Omit<SessionRequest, 'spawn'> {
  readonly spawn: Omit<SpawnRequest, 'program' | 'args' | 'size'> & {
    readonly program?: string | undefined;
    readonly args?: readonly string[] | undefined;
    readonly rows?: number | undefined;
    readonly cols?: number | undefined;
    readonly pixelWidth: number;
    readonly pixelHeight: number;
  };
}

/** Large enough for a full-screen program. */
const defaultSize = { rows: 40, cols: 120 };

function resolveTarget(
  { name, manifest }: Plugin,
  { spawn, ...rest }: AdapterStartRequest,
): SessionRequest & { readonly spawn: SpawnRequest } {
  const target = manifest.default_target;
  const program = spawn.program ?? target?.program;
  if (program === undefined)
    return raise(
      fault.Invalid({
        path: 'program',
        reason: `is missing, and the manifest of ${name} has no default_target`,
      }),
    );
  const { rows, cols, pixelWidth, pixelHeight, ...how } = spawn;
  return {
    ...rest,
    spawn: {
      ...how,
      program,
      args: spawn.args ?? (spawn.program === undefined ? (target?.args ?? []) : []),
      env: { ...target?.env, ...spawn.env, ...target?.required_env },
      size: {
        rows: rows ?? target?.rows ?? defaultSize.rows,
        cols: cols ?? target?.cols ?? defaultSize.cols,
        pixelWidth,
        pixelHeight,
      },
    },
  };
}

/** Ids are never reused. Closed adapters are removed. */
interface AdapterRegistryOptions {
  readonly plugins: PluginRegistry;
  readonly sessions: SessionRegistry;
  readonly grants: ReadonlySet<Permission>;
  readonly programWidths: ProgramWidths;
  readonly ids: IdRange;
  open(request: SessionRequest): Session;
}

type AdapterChange = 'opened' | 'closed';
type AdapterListener = (adapter: Adapter, update: AdapterChange) => void;

interface AdapterEntry {
  readonly adapter: Adapter;
  readonly pluginUse: Disposable;
}

export class AdapterRegistry {
  readonly #options: AdapterRegistryOptions;
  readonly #entries = new Map<string, AdapterEntry>();
  readonly #onUpdate = new Emitter<Parameters<AdapterListener>>();
  readonly onUpdate = this.#onUpdate.event;
  #lastId: number;
  #starting = 0;
  #closing = false;

  constructor(options: AdapterRegistryOptions) {
    this.#options = options;
    this.#lastId = options.ids.last;
    // A session may be closed on its own. Its adapter is closed with it.
    options.sessions.onUpdate((session, update) => {
      const adapter = update === 'closed' ? this.findBySession(session) : undefined;
      if (adapter) void this.close(adapter);
    });
  }

  /** Loads the plugin first, so that a broken plugin starts no program. */
  async start(
    plugin: Plugin,
    request: AdapterStartRequest,
    signal?: AbortSignal | undefined,
  ): Promise<Adapter> {
    if (plugin.manifest.kind !== 'adapter')
      raise(
        fault.Invalid({
          path: 'plugin',
          reason: `${plugin.name} is a ${plugin.manifest.kind}, not an adapter`,
        }),
      );
    const target = resolveTarget(plugin, request);
    this.#requireRoom();
    const pluginUse = this.#options.plugins.hold(plugin);
    this.#starting += 1;
    try {
      return await this.#bind(plugin, target, pluginUse, signal);
    } catch (problem) {
      pluginUse.dispose();
      throw problem;
    } finally {
      this.#starting -= 1;
    }
  }

  async #bind(
    plugin: Plugin,
    target: ReturnType<typeof resolveTarget>,
    pluginUse: Disposable,
    signal?: AbortSignal | undefined,
  ): Promise<Adapter> {
    const { plugins, grants, open } = this.#options;
    const instance = plugins.createInstance(plugin);
    try {
      await requireClassify(plugin, instance);
      const widths = target.widths ?? (await this.#findWidths(plugin, target));
      if (this.#closing) raise(fault.Cancelled({ reason: 'shutdown' }));
      throwIfCancelled(signal);
      const session = open({ ...target, widths });
      const adapter = new Adapter({
        id: `${this.#options.ids.prefix}e${this.#lastId + 1}`,
        plugin,
        session,
        instance,
        grants,
      });
      this.#lastId += 1;
      this.#entries.set(adapter.id, { adapter, pluginUse });
      this.#onUpdate.fire(adapter, 'opened');
      return adapter;
    } catch (problem) {
      await instance.close();
      throw problem;
    }
  }

  #findWidths({ manifest }: Plugin, { spawn }: ReturnType<typeof resolveTarget>) {
    const { program_version } = manifest;
    return program_version && this.#options.programWidths.find(program_version, spawn);
  }

  get(id: string, path = 'adapter'): Adapter {
    return (
      this.find(id) ??
      raise(fault.AdapterUnknown({ path, adapter: id, reason: 'unknown_adapter' }, `unknown adapter: ${id}`))
    );
  }

  find(id: string): Adapter | undefined {
    return this.#entries.get(id)?.adapter;
  }

  findBySession(session: Session): Adapter | undefined {
    return this.all().find((adapter) => adapter.session === session);
  }

  /** In the order of their ids. */
  all(): readonly Adapter[] {
    return [...this.#entries.values()].map(({ adapter }) => adapter);
  }

  /** Removes the adapter at once and ends its program. Resolves when the program has ended. */
  async close(adapter: Adapter): Promise<void> {
    const entry = this.#entries.get(adapter.id);
    if (!entry) return;
    this.#entries.delete(adapter.id);
    this.#onUpdate.fire(adapter, 'closed');
    await Promise.all([this.#options.sessions.close(adapter.session), adapter.close()]);
    entry.pluginUse.dispose();
  }

  /** Call this after the sessions are closed. */
  async closeAll(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.all().map((adapter) => this.close(adapter)));
  }

  #requireRoom(): void {
    if (this.#closing) raise(fault.Cancelled({ reason: 'shutdown' }));
    if (this.#entries.size + this.#starting >= limits.adapters)
      raise(fault.Busy({ reason: 'busy', limit: 'adapters', max: limits.adapters }));
  }
}

async function requireClassify({ name }: Plugin, instance: PluginInstance): Promise<void> {
  if (!(await listExports(name, instance)).includes('classify'))
    raise(
      fault.PluginFailed(
        { plugin: name, function: 'classify', reason: 'shape' },
        `${name}: the plugin exports no function classify, which an adapter needs`,
      ),
    );
}
