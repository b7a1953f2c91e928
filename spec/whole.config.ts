/**
 * The projects of `npm test`. Unit and integration specs share workers there, because workers of their own would load the
 * modules of src a second time.
 */
import { defineConfig } from 'vitest/config';
import { alone, built, common, exclude, include } from '../vitest.config.ts';

export default defineConfig({
  test: {
    ...common,
    projects: [
      { extends: true, test: { name: 'alone', include: alone, globalSetup: built } },
      { extends: true, test: { name: 'shared', isolate: false, include, exclude, globalSetup: built } },
    ],
  },
});
