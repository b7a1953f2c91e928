/** The engines to test. */
import { spawnSync } from 'node:child_process';
import { loadRe2, loadRe2js } from '#platform/regex.ts';

/**
 * Whether this release of Node loads the binary, which may be compiled for another one. Specs check when an engine is
 * loaded, so a separate process tries it.
 */
const hasRe2 = (): boolean => spawnSync(process.execPath, ['-e', "require('re2')"]).status === 0;

export const re2Installed = hasRe2();

export const engines = [
  { name: 're2', load: loadRe2, installed: re2Installed },
  { name: 're2js', load: loadRe2js, installed: true },
] as const;
