/** The same specs as in every run, at the counts that take long. */
import { defineConfig } from 'vitest/config';

process.env.PTYWRIGHT_SOAK ||= '1';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['spec/{platform,core,wire,rpc,serve,client,hostile}/**/*.spec.ts'],
    globalSetup: ['spec/build/temporaryFolder.ts', 'spec/build/globalSetup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
});
