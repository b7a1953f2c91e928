/** A real agent, end to end: one pinned version and the scenarios that matter most. `npm run agents` runs all of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDriver } from './build.ts';
import { confinement } from './program/confine.ts';
import { install, type Program } from './program/install.ts';
import { failed, type Outcome } from './score/outcome.ts';
import { lineOf } from './score/report.ts';

const version = process.env.PTYWRIGHT_AGENTS_VERSION ?? '2.1.327';

const few = ['trust@plain', 'bash@80x24', 'two@plain', 'slow@60x24', 'question@plain', 'forged-dialog@plain'];

/** Long enough to download it. */
const installMs = 300_000;

let program: Program | string;
beforeAll(() => {
  program = install(version);
}, installMs);

async function play(scenarios: readonly string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'ptywright-agents-'));
  const json = join(folder, 'outcome.json');
  const args = ['--versions', version, '--scenarios', scenarios.join(','), '--json', json];
  const driver = spawn(process.execPath, [await buildDriver(), ...args], { stdio: 'ignore' });
  await once(driver, 'exit');
  const outcome = JSON.parse(readFileSync(json, 'utf8')) as Outcome;
  rmSync(folder, { recursive: true });
  return outcome;
}

describe(`Claude Code ${version}`, () => {
  it('does what it is told to through ptywright, and nothing else', { timeout: 120_000 }, async ({
    skip,
  }) => {
    if (typeof program === 'string') skip(program);
    const confined = confinement();
    // Outside of a network of its own it might ask somebody what it was not meant to.
    if (typeof confined === 'string') skip(`no network of nothing but the loopback: ${confined}`);
    const { played } = await play(few);
    expect(played.filter(failed).map(lineOf).join('\n')).toBe('');
    expect(played.map(({ scenario, variant }) => `${scenario}@${variant}`).sort()).toEqual([...few].sort());
  });
});
