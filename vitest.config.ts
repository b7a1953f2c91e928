/** Two projects: unit specs run as they are, and integration specs need `dist/`, which is built before them. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { unitSpecs } from './spec/setup/unitSpecs.ts';

const unit = [...unitSpecs()];

export default defineConfig({
  test: {
    pool: 'forks',
    // The files of a worker share its modules: starting a process and importing src for each file costs more than most
    // files do.
    isolate: false,
    // Most of the time, specs wait for programs: more of them run at once than there are cores.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: unit, globalSetup: ['spec/setup/temporaryFolder.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['spec/**/*.spec.ts'],
          exclude: ['**/node_modules/**', 'spec/soak/**', ...unit],
          globalSetup: ['spec/setup/temporaryFolder.ts', 'spec/setup/globalSetup.ts'],
        },
      },
    ],
  },
});
