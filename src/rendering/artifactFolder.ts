/** A folder for artifacts. Nothing outside it is read or written, and no link inside it is followed. */
import { createHash } from 'node:crypto';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { createFolders, createRoot, readArtifact, writeArtifact } from '#platform/artifactFiles.ts';
import { formatSystemError } from '#platform/systemErrors.ts';

export class ArtifactFolder {
  readonly root: string;

  /** Creates the folder if it is missing. The path to it may contain links. */
  constructor(path: string) {
    this.root = createRoot(resolve(path));
  }

  makeFolder(names: readonly string[]): void {
    const path = this.pathTo(names);
    this.#withFaults(path, () => createFolders(path, this.root));
  }

  /** The names must be slugs or fixed words. */
  write(names: readonly string[], content: string | Uint8Array): string {
    const path = this.pathTo(names);
    this.#withFaults(path, () => {
      createFolders(join(this.root, ...names.slice(0, -1)), this.root);
      writeArtifact(path, content);
    });
    return path;
  }

  /** Returns the path of an artifact, which may not exist yet. */
  pathTo(names: readonly string[]): string {
    return join(this.root, ...names);
  }

  /**
   * Returns undefined if the file does not exist. Raises FileRefused, which names the parameter, for a path outside the
   * folder.
   */
  read(path: string, parameter?: string): string | undefined {
    const whole = resolve(this.root, path);
    const inside = relative(this.root, whole);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      return refuseFile(path, 'outside', { parameter });
    const read = () => readArtifact(whole, this.root, limits.screenshotBytes);
    return this.#withFaults(whole, read, parameter);
  }

  #withFaults<Out>(path: string, operation: () => Out, parameter?: string): Out {
    try {
      return operation();
    } catch (problem) {
      const { code, link } = problem as NodeJS.ErrnoException & { readonly link?: string };
      if (code === undefined) throw problem;
      return refuseFile(path, code, {
        parameter,
        ...(link !== undefined && { named: `The folder ${link}` }),
      });
    }
  }
}

interface RefusedFile {
  readonly parameter?: string | undefined;
  readonly named?: string;
}

const refuseFile = (
  file: string,
  reason: string,
  { parameter = 'path', named = `The file ${file}` }: RefusedFile,
): never =>
  raise(fault.FileRefused({ path: parameter, file, reason }, formatSystemError('artifact', named, reason)));

/**
 * Converts a name to one path segment: lower-case letters and digits of any script, and dashes. If other characters
 * or the end are lost, a short hash of the name is appended, so that different names stay different.
 */
export function toSlug(name: string): string {
  const whole = name.normalize('NFC');
  const kept = whole
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const slug = truncateToBytes(kept, limits.nameChars);
  if (slug === kept && kept !== '' && /^[\p{L}\p{M}\p{N}\s./_-]*$/u.test(whole)) return slug;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, 8);
  return `${truncateToBytes(kept, limits.nameChars - hash.length - 1) || 'unnamed'}-${hash}`;
}

/** Limits the length in bytes, as file systems do: most scripts need several bytes per character. */
function truncateToBytes(text: string, bytes: number): string {
  let end = 0;
  let left = bytes;
  for (const sign of text) {
    left -= Buffer.byteLength(sign);
    if (left < 0) break;
    end += sign.length;
  }
  return text.slice(0, end);
}
