/** Where a method of a dialect goes: the files of the core that its own file, and those beside it, call. */
import { dirname, join } from 'node:path';
import { filesBelow, read } from './project.ts';

/** Everybody has them, and they do nothing. */
const plumbing = ['faults', 'limits', 'world'];
/** They say what a call may hold, not what it does. */
const shapes = /\/(?:shapes|method|news|desk|daemon|run)\.ts$/;

const imports = /^import (?!type)[^;]*? from '(\.[^']+)';$/gms;

export function corePartsOf(dialect: string, method: string): readonly string[] {
  const file = fileOf(dialect, method);
  if (file === undefined) return [];
  const parts = new Set<string>();
  follow(file, `src/dialects/${dialect}/`, parts, new Set());
  return [...parts].sort();
}

const fileOf = (dialect: string, method: string): string | undefined =>
  filesBelow(`src/dialects/${dialect}`).find((path) => read(path).includes(`name: '${method}',`));

function follow(file: string, own: string, parts: Set<string>, seen: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  for (const [, to] of read(file).matchAll(imports)) {
    const path = join(dirname(file), to!);
    const [, part] = /^src\/core\/(.*)\.ts$/.exec(path) ?? [];
    if (part !== undefined && !plumbing.includes(part)) parts.add(part);
    else if (path.startsWith(own) && !shapes.test(path)) follow(path, own, parts, seen);
  }
}
