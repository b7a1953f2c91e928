/** The engines to test. */
import { createRequire } from 'node:module';
import { loadRe2, loadRe2js } from '#platform/regex.ts';

/** Specs check when an engine is loaded, so this only looks for its file. */
const hasRe2 = (): boolean => {
  try {
    createRequire(import.meta.url).resolve('re2/build/Release/re2.node');
    return true;
  } catch {
    return false;
  }
};

export const re2Installed = hasRe2();

export const engines = [
  { name: 're2', load: loadRe2, installed: re2Installed },
  { name: 're2js', load: loadRe2js, installed: true },
] as const;
