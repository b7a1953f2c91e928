/** Where tuispec sees a relative folder from: the project round the current one, or what the environment says. */
import { readdirSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** An absolute one is where it is. Without a project the current folder is meant. */
export function inProject(dir: string, from: string, env: NodeJS.ProcessEnv): string {
  return isAbsolute(dir) ? dir : join(env.TUISPEC_PROJECT_ROOT || projectRound(from) || from, dir);
}

function projectRound(from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    if (namesIn(at).some((name) => name === '.git' || /\.cabal$|^cabal\.project$/.test(name))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** One that may not be read has nothing to tell. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
