/**
 * Modules of a folder of ours, loaded with what V8 made of them in a run before: reading their text and compiling what a
 * start calls is a seventh of the start. V8 takes none of it that another version of it made, and compiles then as ever.
 *
 * As a con, this is a module loader of its own, for the CommonJS that our bundler writes: Node 20 keeps no compiled code
 * of ES modules, and says that it is experimental to import any from here.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import vm from 'node:vm';

type Exports = Readonly<Record<string, unknown>>;

interface Kept {
  /** Of the entry. It names what it loads by names that change with what is in them, so that all is as it was with it. */
  readonly text: string;
  readonly places: Readonly<Record<string, readonly [start: number, end: number]>>;
  readonly data: Buffer;
}

const parameters = '(function (exports, require, module, __filename, __dirname) {';

export class CompiledModules<Entry> {
  readonly #folder: string;
  readonly #entry: string;
  readonly #kept: Kept | undefined;
  readonly #loaded = new Map<string, { exports: Exports }>();
  readonly #scripts = new Map<string, vm.Script>();
  /** Those of which V8 has taken what was kept. */
  readonly reused = new Set<string>();

  /** `kept` is a file that `compiled` has given; one that is not there, or is of other modules, costs a start its time. */
  constructor(folder: string, entry: string, kept: string) {
    this.#folder = resolve(folder);
    this.#entry = entry;
    this.#kept = readKept(kept);
  }

  open(): Entry {
    return this.#load(join(this.#folder, this.#entry)) as Entry;
  }

  /** What V8 has made by now, with all functions that were called. */
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
    const head = Buffer.from(JSON.stringify({ text: this.#textOf(this.#entry), places }));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    return Buffer.concat([length, head, ...parts]);
  }

  #textOf(name: string): string {
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
    const text = this.#textOf(name);
    const cachedData = this.#keptOf(name, text);
    const script = new vm.Script(`${parameters}${text}\n})`, {
      filename: path,
      cachedData,
    });
    if (cachedData && script.cachedDataRejected === false) this.reused.add(name);
    this.#scripts.set(name, script);
    return script.runInThisContext() as (...given: unknown[]) => void;
  }

  #keptOf(name: string, text: string): Buffer | undefined {
    if (!this.#kept || (name === this.#entry && text !== this.#kept.text)) return undefined;
    const place = this.#kept.places[name];
    return place && this.#kept.data.subarray(...place);
  }
}

function readKept(path: string): Kept | undefined {
  try {
    const file = readFileSync(path);
    const head = 4 + file.readUInt32LE(0);
    const { text, places } = JSON.parse(file.toString('utf8', 4, head));
    return { text, places, data: file.subarray(head) };
  } catch {
    return undefined;
  }
}
