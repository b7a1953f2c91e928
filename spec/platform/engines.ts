/** The engines to test. */
import { loadRe2, loadRe2js } from '#platform/regex.ts';

export const engines = [
  { name: 're2', load: loadRe2 },
  { name: 're2js', load: loadRe2js },
] as const;
