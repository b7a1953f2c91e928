/**
 * Plugins: programs in Lua that know how another program is driven. One is what it was when it was loaded: its
 * manifest, and its files by what was in them.
 */
import { fault, raise } from '../faults.ts';
import type { Permission } from '../permissions.ts';
import type { Manifest } from './manifest.ts';
import { type NamedFile, type PlacedManifest, readManifestFile } from './manifestFile.ts';
import { readSources, type Sources } from './sources.ts';

export interface Plugin {
  readonly name: string;
  readonly manifest: Manifest;
  /** It came with ptywright. */
  readonly builtin: boolean;
  /** For good: what its manifest says later changes nothing. */
  readonly permissions: ReadonlySet<Permission>;
  readonly sources: Sources;
}

/** Its files are looked for in `folder`. */
export function readPlugin(file: NamedFile, folder: string): Plugin {
  const { manifest, place } = readManifestFile(file);
  const entrypoint = entrypointOf({ manifest, place });
  const { name, permissions } = manifest;
  const sources = readSources({
    name,
    folder,
    entrypoint,
    place: place('entrypoint'),
    parameter: file.parameter,
  });
  return { name, manifest, builtin: false, permissions: new Set(permissions), sources };
}

function entrypointOf({ manifest: { runtime, entrypoint }, place }: PlacedManifest): string {
  if (runtime === 'lua' && entrypoint !== undefined) return entrypoint;
  return runtime === undefined
    ? raise(
        fault.Unsupported(
          { reason: 'no_runtime' },
          `${place('name')}: there is no runtime, so nothing to run`,
        ),
      )
    : raise(
        fault.Unsupported({ reason: runtime }, `${place('runtime')}: ${runtime} cannot be run here; lua can`),
      );
}
