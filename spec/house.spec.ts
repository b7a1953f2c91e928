/** The rules of the house (docs/architecture.md), each held against all of src and shown to be able to convict. */
import { describe, expect, it } from 'vitest';
import { inBrowser } from './house/browser.ts';
import { coreOrder, dialectsApart, directions } from './house/directions.ts';
import { dependencyRows, packageDoors } from './house/doors.ts';
import { unusedLimits } from './house/limits.ts';
import { lockGaps, type Packages } from './house/lock.ts';
import {
  fileNames,
  methodFiles,
  mirrors,
  noMethodNames,
  numbersOnTheWire,
  topicFiles,
  writtenOnce,
} from './house/names.ts';
import { convicted, type Rule } from './house/rule.ts';
import { functionsOf, median, medians, sizes } from './house/sizes.ts';
import { readRoot, type Source, source, sourcesIn } from './house/source.ts';
import { noApplications, noSleeps, rareWords } from './house/words.ts';

const src = sourcesIn('src');
const spec = sourcesIn('spec');
const paths = src.map(({ path }) => path);
const lockOf = (path: string) => (JSON.parse(readRoot(path)) as { packages: Packages }).packages;
const slow = ['spec/bench/', 'spec/soak/'];
const tests = spec.filter(({ path }) => !slow.some((folder) => path.startsWith(folder)));

const rules: readonly (readonly [Rule, readonly Source[]])[] = [
  [directions, src],
  [coreOrder, src],
  [dialectsApart, src],
  [packageDoors, src],
  [rareWords, src],
  [noApplications, src],
  [inBrowser, src],
  [numbersOnTheWire, src],
  [noMethodNames, src],
  [writtenOnce, src],
  [sizes, [...src, ...spec]],
  [fileNames, [...src, ...spec]],
  [noSleeps, tests],
];

const holds = (breaches: readonly string[]) => breaches.length > 0 && expect.fail(breaches.join('\n'));

describe('the house', () => {
  for (const [rule, sources] of rules) it(rule.name, () => holds(rule.judge(sources)));

  it('every dependency has its row, and every row its dependency', () => holds(dependencyRows()));
  it('the lock is whole on every system', () => holds(lockGaps(lockOf('package-lock.json'))));
  it('every limit bounds something', () => holds(unusedLimits(src)));
  it('a method is declared in the file of its name', () => holds(methodFiles(paths)));
  it('so are a matcher and an action', () => holds(topicFiles(paths)));
  it('a spec lies where the mirror of its subject is', () =>
    holds(
      mirrors(
        spec.map(({ path }) => path),
        paths,
      ),
    ));

  it('files and functions are short as a rule', () => {
    const files = median(src.map(({ lines }) => lines));
    const functions = median(src.flatMap(functionsOf).map(({ lines }) => lines));
    process.stdout.write(
      `house: ${src.length} files, median ${files} lines; functions, median ${functions} lines\n`,
    );
    expect(files).toBeLessThan(medians.file);
    expect(functions).toBeLessThan(medians.function);
  });
});

describe('the judge', () => {
  for (const [rule] of rules) {
    it(`can convict: ${rule.name}`, () => {
      for (const path of Object.keys(rule.guilty)) {
        expect(convicted(rule).join('\n'), `nothing was said of ${path}`).toContain(path);
      }
    });
  }

  it('can convict a limit that nobody asks for', () => {
    expect(unusedLimits([source('src/core/a.ts', 'const a = 1;')])).toContainEqual(
      expect.stringContaining('frameBytes'),
    );
  });

  it('can convict a method in the wrong file', () => {
    expect(methodFiles([]).join('\n')).toContain('src/dialects/ptywright/session/wait.ts');
    expect(topicFiles([]).join('\n')).toContain('src/core/matcher/screenStable.ts');
  });

  it('can convict a lock with a gap', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', optionalDependencies: { 'a-darwin': '1.0.0' } },
    };
    expect(lockGaps(packages)).toHaveLength(1);
    expect(lockGaps({ ...packages, 'node_modules/a-darwin': { version: '0.9.0' } })).toHaveLength(1);
    expect(lockGaps({ ...packages, 'node_modules/a-darwin': { version: '1.0.0' } })).toEqual([]);
    expect(lockGaps({ 'node_modules/a': { resolved: 'https://somewhere' } })).toHaveLength(1);
  });

  it('can convict a spec that lies elsewhere', () => {
    expect(mirrors(['spec/core/nowhere/a.spec.ts'], ['src/core/limits.ts'])).toHaveLength(1);
  });
});
