/**
 * Loads CommonJS modules of our bundle, which are ASCII, with the V8 code cache that the build has saved. Reading and
 * compiling them takes a seventh of the start of a server, and two fifths of that of a plugin worker. V8 rejects a cache
 * from another version and compiles normally.
 *
 * This requires a module loader for CommonJS, because Node 20 has no code cache for ES modules, and importing them from
 * here is experimental.
 */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

/**
 * V8 checks only its own version, and crashes on a cache from another build of the same version, such as Node 20.19 with
 * a cache from Node 20.20.
 */
const runtime = JSON.stringify([process.versions, process.platform, process.arch, process.config]);

type Exports = Readonly<Record<string, unknown>>;

type Place = readonly [start: number, end: number];

/** The file begins with the length of this, as JSON. Places are in the data after it. */
interface CacheHead {
  /** The Node that compiled the modules. */
  readonly runtime: string;
  /** The entry module. It names other modules by content hash, so if it is equal, they are too. */
  readonly entry: Place;
  /** The compiled code of each module. */
  readonly code: Readonly<Record<string, Place>>;
}

interface CodeCache extends CacheHead {
  readonly data: Buffer;
}

/** The build wraps each module: doing it here would copy the text, which takes a millisecond of a start. */
export const wrapModule = (text: string): string =>
  `(function (exports, require, module, __filename, __dirname) {${text}\n})`;

export class CompiledModules<Entry> {
  readonly #folder: string;
  readonly #entry: string;
  readonly #cacheFile: string;
  readonly #cache: CodeCache | undefined;
  readonly #loaded = new Map<string, { exports: Exports }>();
  readonly #scripts = new Map<string, vm.Script>();
  /** The modules whose cached code V8 accepted. */
  readonly reused = new Set<string>();

  /**
   * `url` is the entry module. Its cache is beside it in a file that ends in `.bin`. A missing or outdated cache only makes
   * the start slower.
   */
  constructor(url: URL) {
    const entry = fileURLToPath(url);
    this.#folder = dirname(entry);
    this.#entry = basename(entry);
    this.#cacheFile = entry.replace(/\.cjs$/, '.bin');
    this.#cache = readCodeCache(this.#cacheFile);
  }

  open(): Entry {
    return this.#load(join(this.#folder, this.#entry)) as Entry;
  }

  /** Saves the code cache of all loaded modules, including the functions that were called so far. */
  save(): void {
    const parts: Buffer[] = [];
    let end = 0;
    const add = (part: Buffer): Place => {
      parts.push(part);
      end += part.length;
      return [end - part.length, end];
    };
    const entry = add(this.#read(this.#entry));
    const code = Object.fromEntries(
      [...this.#scripts].map(([name, script]) => [name, add(script.createCachedData())]),
    );
    const head = Buffer.from(JSON.stringify({ runtime, entry, code } satisfies CacheHead));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    // Others may be reading the file.
    const unfinished = `${this.#cacheFile}.${process.pid}`;
    writeFileSync(unfinished, Buffer.concat([length, head, ...parts]));
    renameSync(unfinished, this.#cacheFile);
  }

  #read(name: string): Buffer {
    return readFileSync(join(this.#folder, name));
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
    const text = this.#read(name);
    const cachedData = this.#cachedCode(name, text);
    const script = new vm.Script(text.toString('latin1'), { filename: path, cachedData });
    if (cachedData && script.cachedDataRejected === false) this.reused.add(name);
    this.#scripts.set(name, script);
    return script.runInThisContext() as (...given: unknown[]) => void;
  }

  #cachedCode(name: string, text: Buffer): Buffer | undefined {
    if (!this.#cache) return undefined;
    const { entry, code, data } = this.#cache;
    if (name === this.#entry && !text.equals(data.subarray(...entry))) return undefined;
    const place = code[name];
    return place && data.subarray(...place);
  }
}

function readCodeCache(path: string): CodeCache | undefined {
  try {
    const file = readFileSync(path);
    const head = 4 + file.readUInt32LE(0);
    const kept = JSON.parse(file.toString('utf8', 4, head)) as CacheHead;
    return kept.runtime === runtime ? { ...kept, data: file.subarray(head) } : undefined;
  } catch {
    return undefined;
  }
}
