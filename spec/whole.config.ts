/**
 * The projects of `npm test`. Unit and integration specs share workers there, because workers of their own would load the
 * modules of src a second time.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { alone, built, common, exclude, include } from '../vitest.config.ts';

/** Short files that take over half a minute. The first run begins with the largest files, so they would be its end. */
const slow = [
  'fleet/rounds',
  'build/derive/python',
  'guides',
  'plugins',
  'plugins/recorded',
  'agents/agents',
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) =>
      slow.some((name) => moduleId.endsWith(`/spec/${name}.spec.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    ...common,
    sequence: { sequencer: SlowFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: alone, globalSetup: built } },
      { extends: true, test: { name: 'shared', isolate: false, include, exclude, globalSetup: built } },
    ],
  },
});
