import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['spec/**/*.spec.ts'],
    exclude: ['**/node_modules/**', 'spec/soak/**'],
    globalSetup: ['spec/build/temporaryFolder.ts', 'spec/build/globalSetup.ts'],
    pool: 'forks',
    // Specs wait for programs most of the time: one less than there are cores, as is the rule, would be one on two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
