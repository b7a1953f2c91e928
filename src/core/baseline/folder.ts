/** A folder that artifacts are kept in: nothing is read or written beside it, and no link is followed. */
import { createHash } from 'node:crypto';
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
      const { code, link } = problem as NodeJS.ErrnoException & { readonly link?: string };
      if (code === undefined) throw problem;
      return refuse(path, code, link === undefined ? undefined : `The folder ${link}`);
    }
  }
}

const refuse = (file: string, reason: string, named = `The file ${file}`): never =>
  raise(fault.FileRefused({ path: 'path', file, reason }, tellRefusal('artifact', named, reason)));

/**
 * A name as one part of a path: letters and digits of any script, small, and dashes. Where other signs than those that
 * part words fall away, or the end does, what they were is in a short hash: names that people hold apart stay apart.
 */
export function slugOf(name: string): string {
  const whole = name.normalize('NFC');
  const kept = whole
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const slug = within(kept, limits.nameChars);
  if (slug === kept && kept !== '' && /^[\p{L}\p{M}\p{N}\s./_-]*$/u.test(whole)) return slug;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, 8);
  return `${within(kept, limits.nameChars - hash.length - 1) || 'unnamed'}-${hash}`;
}

/** As many bytes as a name of a file may have are fewer characters in most scripts. */
function within(text: string, bytes: number): string {
  let end = 0;
  let left = bytes;
  for (const sign of text) {
    left -= Buffer.byteLength(sign);
    if (left < 0) break;
    end += sign.length;
  }
  return text.slice(0, end);
}
