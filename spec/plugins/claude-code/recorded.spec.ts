/** The recordings of Claude Code are played in spec/plugins/recorded.spec.ts. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('are of the first version that is known, of the last, and of some between', () => {
  const files = readdirSync(fileURLToPath(new URL('recordings', import.meta.url)));
  const versions = new Set(files.filter((file) => file.endsWith('.cast')).map((file) => file.split('-')[0]));
  expect(versions.size).toBeGreaterThanOrEqual(4);
});
