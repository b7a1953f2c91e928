/**
 * Compares what a run of the specs exercised with what the server declares. If a declared name was not exercised, the
 * run fails, even if every spec passed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { termwright } from '#dialects/termwright/dialect.ts';
import { tuispec } from '#dialects/tuispec/dialect.ts';
import { wrightty } from '#dialects/wrightty/dialect.ts';
import { eventNames } from '#dialects/wrightty/events.ts';
import { wsh } from '#dialects/wsh/dialect.ts';
import { faultNames } from '#faults.ts';
import { matchers } from '#matchers/registry.ts';
import { actions } from '#terminal/input/actions.ts';
import { builtinScreens } from './harness/screens.ts';
import type { SentNames } from './harness/traffic.ts';
import { seeds } from './seeds/ptywright.ts';
import { termwrightSeeds } from './seeds/termwright.ts';
import { tuispecSeeds } from './seeds/tuispec.ts';
import { wrighttySeeds } from './seeds/wrightty.ts';
import { wshSeeds } from './seeds/wsh.ts';

interface Promised {
  readonly title: string;
  readonly kind: SentNames['kind'];
  readonly names: readonly string[];
}

const promised: readonly Promised[] = [
  { title: 'methods', kind: 'method', names: [...ptywright.methods.keys()] },
  { title: 'faults', kind: 'fault', names: faultNames },
  { title: 'matchers', kind: 'matcher', names: [...matchers.keys()] },
  { title: 'actions', kind: 'action', names: Object.keys(actions) },
  { title: 'events', kind: 'event', names: [...ptywright.events.keys()] },
  {
    title: 'termwright methods',
    kind: 'method',
    names: [...termwright.methods.keys()].map((name) => `termwright ${name}`),
  },
  {
    title: 'tuispec methods',
    kind: 'method',
    names: [...tuispec.methods.keys()].map((name) => `tuispec ${name}`),
  },
  {
    title: 'wrightty methods',
    kind: 'method',
    names: [...wrightty.methods.keys()].map((name) => `wrightty ${name}`),
  },
  { title: 'wrightty events', kind: 'event', names: eventNames.map((name) => `wrightty ${name}`) },
  {
    title: 'wsh methods',
    kind: 'method',
    names: [...wsh.methods.keys()].map((name) => `wsh ${name}`),
  },
  {
    title: 'seed samples',
    kind: 'seed',
    names: [
      ...seeds.map(({ title }) => title),
      ...termwrightSeeds.map(({ title }) => `termwright: ${title}`),
      ...wshSeeds.map(({ title }) => `wsh: ${title}`),
      ...wrighttySeeds.map(({ title }) => `wrightty: ${title}`),
      ...tuispecSeeds.map(({ title }) => `tuispec: ${title}`),
    ],
  },
  { title: 'screens', kind: 'screen', names: builtinScreens().map(({ title }) => title) },
];

interface Assertion {
  readonly status: string;
  readonly fullName: string;
}

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly name: string;
    readonly assertionResults: readonly Assertion[];
  }[];
}

const [traffic = '', results = '', vitestStatus = '1'] = process.argv.slice(2);
const lines: string[] = [];
const complete = reportMissing(promised.map((one) => exercised(one, readReports(traffic))));
const counted = count(results, vitestStatus === '0');
lines.push(`${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped`);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = complete && counted.failed === 0 && counted.passed > 0 ? 0 : 1;

function readReports(path: string): readonly SentNames[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SentNames);
}

interface Exercised {
  readonly title: string;
  readonly of: number;
  readonly missing: readonly string[];
}

function exercised({ title, kind, names }: Promised, received: readonly SentNames[]): Exercised {
  const known = new Set(received.filter((one) => one.kind === kind).map(({ name }) => name));
  return { title, of: names.length, missing: names.filter((name) => !known.has(name)) };
}

function reportMissing(all: readonly Exercised[]): boolean {
  for (const { title, missing } of all)
    if (missing.length > 0) lines.push(`${title} that no spec exercised: ${missing.join(', ')}`);
  lines.push(all.map(({ title, of, missing }) => `${title} ${of - missing.length}/${of}`).join(', '));
  return all.every(({ missing }) => missing.length === 0);
}

/** A file that could not be loaded counts as one failure, and so does a failure outside any spec. */
function count(path: string, clean: boolean): { passed: number; failed: number; skipped: number } {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const assertions = testResults.flatMap(({ assertionResults }) => assertionResults);
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const passed = assertions.filter(({ status }) => status === 'passed');
  const failed = assertions.filter(({ status }) => status === 'failed').length + broken.length;
  const skipped = assertions.filter(({ status }) => status !== 'passed' && status !== 'failed');
  for (const { fullName } of skipped) lines.push(`skipped: ${fullName}`);
  return { passed: passed.length, failed: failed === 0 && !clean ? 1 : failed, skipped: skipped.length };
}
