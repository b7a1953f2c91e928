/** Files that `ptywright convert` makes: they appear whole, and only their owner can read them. */
import { placeWhole } from '../../platform/temporaryFile.ts';
import { Failure } from '../usage.ts';

/** Raises Failure. */
export async function placed<T>(
  path: string,
  replaces: boolean,
  make: (path: string) => Promise<T>,
): Promise<T> {
  try {
    return await placeWhole(path, replaces, make);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === undefined) throw problem;
    throw new Failure(
      code === 'EEXIST' ? `${path} exists already; replace it with --force` : `${path}: ${code}`,
    );
  }
}
