/**
 * Unit specs run as they are, and integration specs need `dist/`, which is built before them. The files of a worker share
 * its process and its modules, because a process and the imports of each file would cost more than most specs do. Specs in
 * `alone` examine their own process, so each has one.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { unitSpecs } from './spec/setup/unitSpecs.ts';

/** Specs that measure descriptors, memory or loaded modules of their process. */
export const alone = [
  'spec/house/requestFiles.spec.ts',
  'spec/hostile/plugins/apart.spec.ts',
  'spec/hostile/plugins/scripts.spec.ts',
  'spec/platform/pty/nativePty.spec.ts',
  'spec/platform/regex.spec.ts',
  'spec/server/disconnect.spec.ts',
  'spec/server/leaks.spec.ts',
  'spec/terminal/bounds.spec.ts',
];
const unit = unitSpecs().filter((path) => !alone.includes(path));

export const built = ['spec/setup/temporaryFolder.ts', 'spec/setup/globalSetup.ts'];
export const include = ['spec/**/*.spec.ts'];
export const exclude = ['**/node_modules/**', 'spec/soak/**', ...alone];

export const common = {
  pool: 'forks',
  // Specs often wait for programs, so there are more workers than cores.
  maxWorkers: availableParallelism() * 2 + 2,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // The projects share the modules that vite has compiled, and the next run finds them.
  experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/ptywright/modules' },
} as const;

export default defineConfig({
  test: {
    ...common,
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: alone, globalSetup: built },
      },
      {
        extends: true,
        test: { name: 'unit', include: unit, isolate: false, globalSetup: ['spec/setup/temporaryFolder.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          isolate: false,
          include,
          exclude: [...exclude, ...unit],
          globalSetup: built,
        },
      },
    ],
  },
});
