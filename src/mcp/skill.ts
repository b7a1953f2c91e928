/** The skill that is shipped with the package, which explains to an agent how to use it. */
import { join } from 'node:path';
import { limits } from '#limits.ts';
import { packageFolder } from '#platform/paths.ts';
import { readSourceFile } from '#platform/sourceFiles.ts';

export const readSkill = (): string =>
  readSourceFile(join(packageFolder(), 'docs', 'skills', 'ptywright', 'SKILL.md'), limits.skillBytes);
