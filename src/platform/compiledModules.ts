/**
 * Loads CommonJS modules of our bundle with the V8 code cache of an earlier run. Reading and compiling them takes a
 * seventh of the start. V8 rejects a cache from another version and compiles normally.
 *
 * This requires a module loader for CommonJS, because Node 20 has no code cache for ES modules, and importing them from
 * here is experimental.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import vm from 'node:vm';

/**
 * V8 checks only its own version, and crashes on a cache from another build of the same version, such as Node 20.19 with
 * a cache from Node 20.20.
 */
const runtime = createHash('sha256')
  .update(JSON.stringify([process.versions, process.platform, process.arch, process.config]))
  .digest('hex');

type Exports = Readonly<Record<string, unknown>>;

interface CodeCache {
  /** The text of the entry module. It names other modules by content hash, so an equal text means equal modules. */
  readonly text: string;
  /** The Node that compiled it. */
  readonly runtime: string;
  readonly places: Readonly<Record<string, readonly [start: number, end: number]>>;
  readonly data: Buffer;
}

const wrapperHead = '(function (exports, require, module, __filename, __dirname) {';

export class CompiledModules<Entry> {
  readonly #folder: string;
  readonly #entry: string;
  readonly #cache: CodeCache | undefined;
  readonly #loaded = new Map<string, { exports: Exports }>();
  readonly #scripts = new Map<string, vm.Script>();
  /** The modules whose cached code V8 accepted. */
  readonly reused = new Set<string>();

  /** `kept` is a file with the output of `compiled`. A missing or outdated file only makes the start slower. */
  constructor(folder: string, entry: string, kept: string) {
    this.#folder = resolve(folder);
    this.#entry = entry;
    this.#cache = readCodeCache(kept);
  }

  open(): Entry {
    return this.#load(join(this.#folder, this.#entry)) as Entry;
  }

  /** Returns the code cache of all loaded modules, including the functions that were called so far. */
  compiled(): Buffer {
    const places: Record<string, readonly [number, number]> = {};
    const parts: Buffer[] = [];
    let at = 0;
    for (const [name, script] of this.#scripts) {
      const data = script.createCachedData();
      places[name] = [at, at + data.length];
      at += data.length;
      parts.push(data);
    }
    const head = Buffer.from(JSON.stringify({ text: this.#readText(this.#entry), runtime, places }));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    return Buffer.concat([length, head, ...parts]);
  }

  #readText(name: string): string {
    return readFileSync(join(this.#folder, name), 'utf8');
  }

  #load(path: string): Exports {
    const known = this.#loaded.get(path);
    if (known) return known.exports;
    const module = { exports: {} as Exports };
    this.#loaded.set(path, module);
    const outside = createRequire(path);
    const require = (id: string) =>
      id.startsWith('.') ? this.#load(resolve(dirname(path), id)) : outside(id);
    this.#compile(path)(module.exports, require, module, path, dirname(path));
    return module.exports;
  }

  #compile(path: string) {
    const name = path.slice(this.#folder.length + 1);
    const text = this.#readText(name);
    const cachedData = this.#cachedDataOf(name, text);
    const script = new vm.Script(`${wrapperHead}${text}\n})`, {
      filename: path,
      cachedData,
    });
    if (cachedData && script.cachedDataRejected === false) this.reused.add(name);
    this.#scripts.set(name, script);
    return script.runInThisContext() as (...given: unknown[]) => void;
  }

  #cachedDataOf(name: string, text: string): Buffer | undefined {
    if (!this.#cache || (name === this.#entry && text !== this.#cache.text)) return undefined;
    const place = this.#cache.places[name];
    return place && this.#cache.data.subarray(...place);
  }
}

function readCodeCache(path: string): CodeCache | undefined {
  try {
    const file = readFileSync(path);
    const head = 4 + file.readUInt32LE(0);
    const kept = JSON.parse(file.toString('utf8', 4, head));
    return kept.runtime === runtime ? { ...kept, data: file.subarray(head) } : undefined;
  } catch {
    return undefined;
  }
}
