/** `npm run derive`: writes every file that is derived from the declarations, and prints which of them changed. */
import { printNote } from '#cli/print.ts';
import { artifacts } from './artifacts.ts';
import { freezeLevel, frozenLevelPath } from './compatibility.ts';
import { readIfExists, writeProjectFile } from './projectFiles.ts';

const args = process.argv.slice(2);

for (const { path, text } of artifacts()) {
  if (readIfExists(path) === text) continue;
  writeProjectFile(path, text);
  await printNote(`${path}: updated`);
}
if (args.includes('--freeze'))
  await printNote(freezeLevel() ? `${frozenLevelPath()}: frozen` : `${frozenLevelPath()} is already frozen`);
