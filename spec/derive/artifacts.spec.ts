/** Every derived file is what `npm run derive` would write. */
import { describe, expect, it } from 'vitest';
import { artifacts } from '../../src/derive/artifacts.ts';
import { withCodeMap } from '../../src/derive/codeMap.ts';
import { readIfThere } from '../../src/derive/project.ts';

describe('derived files', () => {
  for (const { path, text } of artifacts()) {
    it(`${path} is what the declarations say`, () => {
      if (readIfThere(path) !== text)
        expect.fail(`${path} is not what the declarations say. Run: npm run derive`);
    });
  }

  it('are the same whenever they are derived', () => {
    expect(artifacts()).toEqual(artifacts());
  });

  it('leave the page round the code map as it is', () => {
    const page = 'before\n<!-- derived: map -->\nold\n<!-- /derived: map -->\nafter\n';
    const drawn = withCodeMap(page);
    expect(drawn).toMatch(/^before\n/);
    expect(drawn).toMatch(/\nafter\n$/);
    expect(drawn).not.toContain('\nold\n');
    expect(drawn).toContain('- `src/core/`');
  });
});
