/** Every derived file is what `npm run derive` would write. */
import { describe, expect, it } from 'vitest';
import { artifacts } from '#build/derive/artifacts.ts';
import { readIfExists } from '#build/derive/projectFiles.ts';

describe('derived files', () => {
  for (const { path, text } of artifacts()) {
    it(`${path} matches the declarations`, () => {
      if (readIfExists(path) !== text)
        expect.fail(`${path} is not what the declarations say. Run: npm run derive`);
    });
  }

  it('are the same whenever they are derived', () => {
    expect(artifacts()).toEqual(artifacts());
  });
});
