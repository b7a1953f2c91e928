/** A folder that artifacts are kept in: nothing is read or written beside it, and no link is followed. */
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { makeFolders, makeRoot, readWhole, writeWhole } from '../../platform/artifacts.ts';
import { tellRefusal } from '../../platform/refusals.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';

export class ArtifactFolder {
  readonly root: string;

  /** Made if it is not there; it may itself be reached by a link, what is in it may not. */
  constructor(path: string) {
    this.root = makeRoot(resolve(path));
  }

  /** The names are slugs already, or words of ours. */
  write(names: readonly string[], content: string | Uint8Array): string {
    const path = this.place(names);
    this.#guarded(path, () => {
      makeFolders(join(this.root, ...names.slice(0, -1)), this.root);
      writeWhole(path, content);
    });
    return path;
  }

  /** Where that lies, or would. */
  place(names: readonly string[]): string {
    return join(this.root, ...names);
  }

  /** Undefined when it is not there. */
  read(path: string): string | undefined {
    const whole = resolve(this.root, path);
    const inside = relative(this.root, whole);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      return refuse(path, 'outside');
    return this.#guarded(whole, () => readWhole(whole, this.root, limits.screenshotBytes));
  }

  #guarded<Out>(path: string, deed: () => Out): Out {
    try {
      return deed();
    } catch (problem) {
      const { code } = problem as NodeJS.ErrnoException;
      if (code === undefined) throw problem;
      return refuse(path, code);
    }
  }
}

const refuse = (file: string, reason: string): never =>
  raise(
    fault.FileRefused({ path: 'path', file, reason }, tellRefusal('artifact', `The file ${file}`, reason)),
  );

/** A name as one part of a path: letters, digits, dashes. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, limits.nameChars) || 'unnamed';
