/** A manifest in a file: what is wrong with it is told with file, line and field, as a compiler tells it. */
import { tellRefusal } from '../../platform/refusals.ts';
import { readSource, SourceProblem } from '../../platform/sourceFiles.ts';
import { readToml, TomlProblem, type TomlTable } from '../../platform/toml.ts';
import { lineOfField, type TomlPath } from '../../platform/tomlLines.ts';
import { type Fault, fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** A file that was named, and the parameter that named it. */
export interface NamedFile {
  readonly path: string;
  /** As people are told of it. */
  readonly shown: string;
  readonly parameter: string;
}

export interface PlacedManifest {
  readonly manifest: Manifest;
  /** File, line and name of a field, to begin a sentence about it. */
  readonly place: (field: keyof Manifest) => string;
}

export function readManifestFile(file: NamedFile): PlacedManifest {
  const text = contents(file);
  const place = (...path: TomlPath) => `${file.shown}:${lineOfField(text, path)}: ${path.join('.')}`;
  const read = readManifest(tableOf(text, file));
  if ('manifest' in read) return { manifest: read.manifest, place };
  const { at, reason, ...rest } = read.problem;
  return refuse(file, `${place(...at)}: ${reason}`, rest);
}

function contents(file: NamedFile): string {
  try {
    return readSource(file.path, limits.manifestBytes);
  } catch (problem) {
    return raise(refusedSource(problem, file, `The manifest ${file.shown}`));
  }
}

/** What a file that cannot be read is as a fault. */
export function refusedSource(
  problem: unknown,
  { shown, parameter }: Omit<NamedFile, 'path'>,
  told: string,
): Fault {
  if (!(problem instanceof SourceProblem)) throw problem;
  const { reason } = problem;
  return fault.FileRefused({ path: parameter, file: shown, reason }, tellRefusal('source', told, reason));
}

function tableOf(text: string, file: NamedFile): TomlTable {
  try {
    return readToml(text);
  } catch (problem) {
    if (!(problem instanceof TomlProblem)) throw problem;
    return refuse(file, `${file.shown}:${problem.line}: ${problem.message}`);
  }
}

const refuse = ({ parameter }: NamedFile, reason: string, rest: object = {}): never =>
  raise(fault.Invalid({ path: parameter, reason, ...rest }, reason));
