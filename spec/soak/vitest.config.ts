/** Runs the generated specs with high repetition counts. */
import { defineConfig } from 'vitest/config';

process.env.PTYWRIGHT_SOAK ||= '1';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: [
      'spec/{examples,seeds}.spec.ts',
      'spec/fleet/{gateway,rounds}.spec.ts',
      'spec/agents/clients.spec.ts',
      'spec/{platform,terminal,redaction,matchers,session,viewers,recording,rendering,adapters,plugins,rpc,server,client,hostile}/**/*.spec.ts',
    ],
    globalSetup: ['spec/setup/temporaryFolder.ts', 'spec/setup/globalSetup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
});
