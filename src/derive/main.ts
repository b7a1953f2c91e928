/** `npm run derive`: writes every file that is derived from the declarations, and says which of them had drifted. */
import { printNote } from '../cli/print.ts';
import { artifacts } from './artifacts.ts';
import { freeze, frozenPath } from './levels.ts';
import { readIfThere, write } from './project.ts';

const asked = process.argv.slice(2);

for (const { path, text } of artifacts()) {
  if (readIfThere(path) === text) continue;
  write(path, text);
  await printNote(`${path}: written anew`);
}
if (asked.includes('--freeze'))
  await printNote(freeze() ? `${frozenPath()}: frozen` : `${frozenPath()} is frozen already`);
