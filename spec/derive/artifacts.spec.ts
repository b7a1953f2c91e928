/** Every derived file is what `npm run derive` would write. */
import { describe, expect, it } from 'vitest';
import { artifacts } from '../../src/derive/artifacts.ts';
import { sentenceOf, withCodeMap } from '../../src/derive/codeMap.ts';
import { folderSentences } from '../../src/derive/folders.ts';
import { folder, readIfThere } from '../../src/derive/project.ts';

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
    expect(drawn).toContain('- `src/core/`: ');
  });

  it('say of each folder what it is, and ask where none does', () => {
    const map = withCodeMap('<!-- derived: map -->\n<!-- /derived: map -->\n');
    expect(map.split('\n').filter((line) => /^ *- .*[/]`$/.test(line))).toEqual([]);
    for (const [path, sentence] of Object.entries(folderSentences))
      expect(map).toContain(`- \`${path}/\`: ${sentence}\n`);
    expect(() => sentenceOf(folder('spec/programs'))).toThrow(
      'Nothing says what spec/programs is. Give it a row in src/derive/folders.ts.',
    );
  });
});
