/** Drives a real agent end to end: one pinned version and the most important scenarios. `npm run agents` runs all. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDriver } from './build.ts';
import { claudeCode } from './claude-code/agent.ts';
import { guideScripts, problemsOfTypes } from './guide.ts';
import { confinement } from './program/confine.ts';
import { install, type Program } from './program/install.ts';
import { failedForCertain, type Outcome } from './score/outcome.ts';
import { lineOf } from './score/report.ts';
import type { ScriptPlayed } from './script.ts';

const version = process.env.PTYWRIGHT_AGENTS_VERSION ?? '2.1.327';

const few = ['trust@plain', 'bash@80x24', 'two@plain', 'slow@60x24', 'question@plain', 'forged-dialog@plain'];

/** Includes the time for the download. */
const installMs = 300_000;

let program: Program | string;
let driver: string;
let scripts: readonly string[];
beforeAll(async () => {
  program = install(claudeCode, version);
  [driver, scripts] = await Promise.all([buildDriver(), guideScripts()]);
}, installMs);

async function play(scenarios: readonly string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'ptywright-agents-'));
  const json = join(folder, 'outcome.json');
  const args = [
    '--versions',
    version,
    '--scenarios',
    scenarios.join(','),
    '--step-ms',
    '60000',
    '--json',
    json,
  ];
  await once(spawn(process.execPath, [driver, ...args], { stdio: 'ignore' }), 'exit');
  const outcome = JSON.parse(readFileSync(json, 'utf8')) as Outcome;
  rmSync(folder, { recursive: true });
  return outcome;
}

async function follow(script: string, prompt: string): Promise<ScriptPlayed> {
  const args = [driver, '--script', script, version, prompt];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  await once(child, 'close');
  return JSON.parse(said) as ScriptPlayed;
}

/** Skips without a separate network, where the agent could reach external services. */
function requireAgent(skip: (why: string) => void): void {
  if (typeof program === 'string') skip(program);
  const confined = confinement();
  if (typeof confined === 'string') skip(`no network of nothing but the loopback: ${confined}`);
}

it('the scripts of the guide are what the compiler takes', () => {
  expect(problemsOfTypes()).toBe('');
});

describe(`Claude Code ${version}`, () => {
  it('is asked as the guide says, and may read but not run commands', { timeout: 120_000 }, async ({
    skip,
  }) => {
    requireAgent(skip);
    const [toTheEnd] = scripts;
    const reads = await follow(toTheEnd!, 'READ-OUTSIDE please');
    expect(reads).toMatchObject({
      status: 0,
      printed: expect.stringMatching(/^completed_turn .*All of it is done/s),
    });
    expect(reads.hooks).toContain('PostToolUse');
    const runs = await follow(toTheEnd!, 'RUN-BASH please');
    expect(runs).toMatchObject({
      status: 0,
      files: ['hello.txt'],
      printed: expect.stringMatching(/^ready /),
    });
    expect(runs.hooks).toContain('PermissionRequest');
    expect(runs.hooks).not.toContain('PostToolUse');
  });

  it('is driven as the README says', { timeout: 120_000 }, async ({ skip }) => {
    requireAgent(skip);
    const readme = scripts.at(-1)!;
    expect(await follow(readme, 'RUN-BASH please')).toMatchObject({
      status: 0,
      files: ['hello.txt'],
      printed: expect.stringMatching(/^waiting_for_permission .*"tool":"Bash"/),
    });
  });

  it('is shown in an editor as the guide says', { timeout: 120_000 }, async ({ skip }) => {
    requireAgent(skip);
    const [, editor] = scripts;
    const { printed, status } = await follow(editor!, 'RUN-LIST please');
    expect(printed).toMatch(/\[\w+\] .*"ls".*All of it is done\..*\[end of the turn\]\ncompleted_turn\n$/s);
    expect(status).toBe(0);
    const long = await follow(editor!, 'SAY-MANY please');
    expect(long.printed).toMatch(
      /^Paragraph 1 .*Paragraph 50 with a few words\.\n\[end of the turn.*\]\ncompleted_turn\n$/s,
    );
  });

  it('does what it is told to through ptywright, and nothing else', { timeout: 300_000 }, async ({
    skip,
  }) => {
    requireAgent(skip);
    const { played } = await play(few);
    // How long a wrong state lasted depends on the load of the machine. `npm run agents` judges that.
    expect(played.filter(failedForCertain).map(lineOf).join('\n')).toBe('');
    expect(played.map(({ scenario, variant }) => `${scenario}@${variant}`).sort()).toEqual([...few].sort());
  });
});
