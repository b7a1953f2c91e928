/** The Lua files of a plugin: its main file and every plain-named one beside it, read at once and kept. */
import { basename, dirname, join } from 'node:path';
import { namesIn, readSourceWithin, realFolder, SourceProblem } from '../../platform/sourceFiles.ts';
import { raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { refusedSource } from './manifestFile.ts';

export interface Sources {
  readonly name: string;
  /** By the name that `require` takes; the main file is `main`, however the file is called. */
  readonly modules: Readonly<Record<string, string>>;
}

/** Not `x.test.lua` and not `.x.lua`: `require` takes no such name, and they may be anything. */
const plainName = /^([A-Za-z0-9_-]+)\.lua$/;

export interface SourcesRequest {
  readonly name: string;
  /** None of the files may lie outside of it. */
  readonly folder: string;
  readonly entrypoint: string;
  /** Begins what is said of a file that cannot be read. */
  readonly place: string;
  /** That which led here. */
  readonly parameter: string;
}

export function readSources(request: SourcesRequest): Sources {
  const { name, entrypoint } = request;
  const reading = new Reading(request);
  const main = reading.read(entrypoint);
  const beside = dirname(entrypoint);
  const modules: Record<string, string> = { main };
  for (const file of reading.names(beside)) {
    const [, module] = plainName.exec(file) ?? [];
    if (module === undefined || file === basename(entrypoint)) continue;
    if (module === 'main') reading.refuse(join(beside, file), 'main_taken');
    modules[module] = reading.read(join(beside, file));
  }
  return { name, modules };
}

class Reading {
  readonly #request: SourcesRequest;
  readonly #folder: string;
  #files = 0;
  #bytes = 0;

  constructor(request: SourcesRequest) {
    this.#request = request;
    this.#folder = this.#ask(request.folder, () => realFolder(request.folder));
  }

  read(file: string): string {
    if (++this.#files > limits.pluginModules) this.refuse(file, 'too_many');
    const path = join(this.#folder, file);
    const text = this.#ask(file, () =>
      readSourceWithin(this.#folder, path, limits.pluginSourceBytes - this.#bytes),
    );
    this.#bytes += Buffer.byteLength(text);
    return text;
  }

  names(folder: string): readonly string[] {
    return this.#ask(folder, () => namesIn(join(this.#folder, folder), limits.pluginFolderNames));
  }

  refuse(file: string, reason: string): never {
    return this.#ask(file, () => {
      throw new SourceProblem(reason);
    });
  }

  #ask<T>(file: string, deed: () => T): T {
    try {
      return deed();
    } catch (problem) {
      const { place, parameter } = this.#request;
      return raise(refusedSource(problem, { shown: file, parameter }, `${place}: ${file}`));
    }
  }
}
