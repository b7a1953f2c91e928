/**
 * `npm run derive`: writes every file that is derived from the declarations, and prints which of them changed. With
 * `--python`, a part of the build: writes the package of the Python client to dist.
 */
import { printNote } from '#cli/print.ts';
import { artifacts } from './artifacts.ts';
import { freezeLevel, frozenLevelPath } from './compatibility.ts';
import { readIfExists, writeProjectFile } from './projectFiles.ts';
import { pythonPackage } from './python.ts';

const args = process.argv.slice(2);

if (args.includes('--python'))
  for (const [path, text] of Object.entries(pythonPackage())) updateFile(`dist/python/${path}`, text);
else
  for (const { path, text } of artifacts()) if (updateFile(path, text)) await printNote(`${path}: updated`);

if (args.includes('--freeze'))
  await printNote(freezeLevel() ? `${frozenLevelPath()}: frozen` : `${frozenLevelPath()} is already frozen`);

function updateFile(path: string, text: string): boolean {
  if (readIfExists(path) === text) return false;
  writeProjectFile(path, text);
  return true;
}
