/** The rules of the code base. Each is checked against the sources, and against an example that breaks it. */
import { describe, expect, it } from 'vitest';
import { browserCode } from './house/browser.ts';
import { dialectsApart, importDirections } from './house/directions.ts';
import { usedExports } from './house/exports.ts';
import { unusedLimits } from './house/limits.ts';
import { lockGaps, type Packages } from './house/lock.ts';
import { unspecifiedSources } from './house/mirror.ts';
import { declaredOnce, errorNumbers, fileNames, methodNames, misplacedSpecs } from './house/names.ts';
import { packageImports, packageTableErrors } from './house/packages.ts';
import { type Rule, violationsInExample } from './house/rule.ts';
import { lengths, needlessFiles, tooManyFiles } from './house/sizes.ts';
import { readRoot, type Source, source, sourcesIn } from './house/source.ts';
import { uniqueFunctionNames, uniqueTypeNames } from './house/types.ts';
import { noApplications, noSleeps, noUnixFiles, restrictedIdentifiers } from './house/words.ts';

const src = sourcesIn('src');
const spec = sourcesIn('spec');
const pathsOf = (sources: readonly Source[]) => sources.map(({ path }) => path);
const packagesIn = (path: string) => (JSON.parse(readRoot(path)) as { packages: Packages }).packages;
const slow = ['spec/bench/', 'spec/soak/'];
const tests = spec.filter(({ path }) => !slow.some((folder) => path.startsWith(folder)));

const rules: readonly (readonly [Rule, readonly Source[]])[] = [
  [importDirections, src],
  [dialectsApart, src],
  [packageImports, src],
  [restrictedIdentifiers, src],
  [noApplications, src],
  [noUnixFiles, src],
  [browserCode, src],
  [errorNumbers, src],
  [methodNames, src],
  [declaredOnce, src],
  [uniqueTypeNames, src],
  [uniqueFunctionNames, src],
  [usedExports, [...src, ...spec]],
  [lengths, [...src, ...spec]],
  [fileNames, [...src, ...spec]],
  [noSleeps, tests],
];

const expectNone = (violations: readonly string[]) =>
  violations.length > 0 && expect.fail(violations.join('\n'));

describe('the code base', () => {
  for (const [rule, sources] of rules) it(rule.name, () => expectNone(rule.check(sources)));

  it('the tables of packages agree with package.json', () => expectNone(packageTableErrors()));
  it('package-lock.json lists the builds for every system', () =>
    expectNone(lockGaps(packagesIn('package-lock.json'))));
  it('every limit is enforced', () => expectNone(unusedLimits(src)));
  it('src has no more files than it needs', () => expectNone(tooManyFiles(src)));
  it('a small file with one importer has a reason', () => expectNone(needlessFiles(src, pathsOf(spec))));
  it('a source with logic has a spec of its name, or a reason', () =>
    expectNone(unspecifiedSources(src, pathsOf(spec))));
  it('a spec is in the folder of its subject', () => expectNone(misplacedSpecs(pathsOf(spec), pathsOf(src))));
});

describe('the rules', () => {
  for (const [rule] of rules) {
    it(`can fail: ${rule.name}`, () => {
      for (const path of Object.keys(rule.example)) {
        expect(violationsInExample(rule).join('\n'), `nothing was reported for ${path}`).toContain(path);
      }
    });
  }

  it('report a limit that is not used', () => {
    expect(unusedLimits([source('src/session/a.ts', 'const a = 1;')])).toContainEqual(
      expect.stringContaining('frameBytes'),
    );
  });

  it('report a dependency without a row, a wrong version and a missing reason', () => {
    const json = JSON.stringify({ dependencies: { chalk: '1.0.0', yaml: '0.1.0' }, devDependencies: {} });
    const errors = packageTableErrors(json, 'no table');
    expect(errors).toContainEqual(expect.stringContaining('lacks chalk'));
    expect(errors).toContainEqual(expect.stringContaining('package.json has 0.1.0'));
    expect(errors).toContainEqual(expect.stringContaining('no reason for yaml'));
  });

  it('report an incomplete lock file', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', optionalDependencies: { 'a-darwin': '1.0.0' } },
    };
    expect(lockGaps(packages)).toHaveLength(1);
    expect(lockGaps({ ...packages, 'node_modules/a-darwin': { version: '0.9.0' } })).toHaveLength(1);
    expect(lockGaps({ ...packages, 'node_modules/a-darwin': { version: '1.0.0' } })).toEqual([]);
    expect(lockGaps({ 'node_modules/a': { resolved: 'https://somewhere' } })).toHaveLength(1);
  });

  it('report a spec in a folder that src does not have', () => {
    const misplaced = (spec: string) => misplacedSpecs([spec], ['src/session/waits.ts']);
    expect(misplaced('spec/session/nowhere/a.spec.ts')).toHaveLength(1);
    expect(misplaced('spec/session/waits/a.spec.ts')).toEqual([]);
    expect(misplaced('spec/hostile/a.spec.ts')).toEqual([]);
  });

  it('report a source without a spec, and an entry that is not needed', () => {
    const path = 'src/session/a.ts';
    const logic = [source(path, 'const a = () => { if (b) c(); if (d) e(); if (f) g(); if (h) i(); };')];
    const named = 'spec/session/a.spec.ts';
    const listed = [{ spec: 'spec/b.spec.ts', because: 'a reason', sources: ['session/a'] }];
    expect(unspecifiedSources(logic, [], []).join()).toContain(named);
    expect(unspecifiedSources(logic, [], []).join()).toContain('0 %');
    expect(unspecifiedSources(logic, [named], [])).toEqual([]);
    expect(unspecifiedSources(logic, ['spec/session/a/c.spec.ts'], [])).toEqual([]);
    expect(unspecifiedSources(logic, [named], listed)).toHaveLength(2);
    expect(unspecifiedSources([source(path, 'const a = 1;')], [], [])).toEqual([]);
  });

  it('report too many files', () => {
    expect(tooManyFiles(Array.from({ length: 481 }, () => source('src/a.ts', '')))).toHaveLength(1);
  });

  it('report a small file with one importer, and an exception that is not needed', () => {
    const small = source('src/session/a.ts', 'export const a = 1;\n');
    const one = source('src/session/b.ts', "import { a } from './a.ts';\n");
    const other = source('src/session/c.ts', "import { a } from '#session/a.ts';\n");
    expect(needlessFiles([small, one], [], {})).toHaveLength(1);
    expect(needlessFiles([small, one], ['spec/session/a.spec.ts'], {})).toEqual([]);
    expect(needlessFiles([small, one], [], { 'src/session/a.ts': 'a reason' })).toEqual([]);
    expect(needlessFiles([small, one, other], [], {})).toEqual([]);
    expect(needlessFiles([], [], { 'src/session/a.ts': 'a reason' })).toHaveLength(1);
  });
});
