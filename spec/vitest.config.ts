import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['spec/**/*.spec.ts'],
    exclude: ['**/node_modules/**', 'spec/soak/**'],
    globalSetup: ['spec/build/temporaryFolder.ts', 'spec/build/globalSetup.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
