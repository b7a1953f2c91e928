/**
 * Drives a real agent of one pinned version through a session with the main states. `npm run agents` runs all scenarios.
 * The other scripts of the guide run with a program that draws like the agent.
 */
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { actsAsAgent } from '../acp/editor.ts';
import { commandFolder, freshHome } from '../cli/ptywright.ts';
import { buildDriver } from './build.ts';
import { claudeCode } from './claude-code/agent.ts';
import { guideScripts, typeErrors } from './guide.ts';
import { confinement } from './program/confine.ts';
import { install, type Program } from './program/install.ts';
import { failedOnContent, type Outcome } from './score/outcome.ts';
import { summaryLine } from './score/report.ts';
import type { ScriptPlayed } from './script.ts';

const version = process.env.PTYWRIGHT_AGENTS_VERSION ?? '2.1.327';

const scenario = 'tour@80x24';

/** Includes the time for the download. */
const installMs = 300_000;

let program: Program | string;
let driver: string;
let scripts: readonly string[];
beforeAll(async () => {
  program = install(claudeCode, version);
  [driver, scripts] = await Promise.all([buildDriver(), guideScripts()]);
}, installMs);

async function play(): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'ptywright-agents-'));
  const json = join(folder, 'outcome.json');
  const args = ['--versions', version, '--scenarios', scenario, '--step-ms', '60000', '--json', json];
  await once(spawn(process.execPath, [driver, ...args], { stdio: 'ignore' }), 'exit');
  const outcome = JSON.parse(readFileSync(json, 'utf8')) as Outcome;
  rmSync(folder, { recursive: true });
  return outcome;
}

async function printedBy(args: readonly string[], options: SpawnOptions = {}): Promise<string> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (text) => (printed += text));
  await once(child, 'close');
  return printed;
}

const runScript = async (script: string, prompt: string): Promise<ScriptPlayed> =>
  JSON.parse(await printedBy([driver, '--script', script, version, prompt]));

/** Runs a script with a program that draws like the agent. */
async function runScriptWithStandIn(script: string, prompt: string) {
  const cwd = freshHome();
  const PATH = `${commandFolder({ claude: actsAsAgent })}:${process.env.PATH}`;
  const printed = await printedBy([script, prompt], { cwd, env: { ...process.env, PATH } });
  return { printed, files: readdirSync(cwd) };
}

/** Skips without a separate network, where the agent could reach external services. */
function requireAgent(skip: (why: string) => void): void {
  if (typeof program === 'string') skip(program);
  const confined = confinement();
  if (typeof confined === 'string') skip(`no network with only the loopback device: ${confined}`);
}

it('the scripts of the guide compile', () => {
  expect(typeErrors()).toBe('');
});

describe('the scripts of the guide, with a program that draws like Claude Code', () => {
  it('prevent the agent from writing', async () => {
    const { printed, files } = await runScriptWithStandIn(scripts[0]!, 'write please');
    expect(printed).toMatch(/^(?:ready|completed_turn) /);
    expect(files).toEqual([]);
  });

  it('stop at the first permission, as the README describes', async () => {
    const { printed, files } = await runScriptWithStandIn(scripts.at(-1)!, 'write please');
    expect(printed).toMatch(/^waiting_for_permission .*"tool":"Write"/);
    expect(files).toEqual([]);
  });
});

describe(`Claude Code ${version}`, () => {
  it('runs the first script of the guide', { timeout: 120_000 }, async ({ skip }) => {
    requireAgent(skip);
    const reads = await runScript(scripts[0]!, 'READ-OUTSIDE please');
    expect(reads).toMatchObject({
      status: 0,
      printed: expect.stringMatching(/^completed_turn .*All of it is done/s),
    });
    expect(reads.hooks).toContain('PostToolUse');
  });

  it('runs the ACP script of the guide', { timeout: 120_000 }, async ({ skip }) => {
    requireAgent(skip);
    const { printed, status } = await runScript(scripts[1]!, 'RUN-LIST please');
    expect(printed).toMatch(/\[\w+\] .*"ls".*All of it is done\..*\[end of the turn\]\ncompleted_turn\n$/s);
    expect(status).toBe(0);
  });

  it(`passes the scenario ${scenario}`, { timeout: 300_000 }, async ({ skip }) => {
    requireAgent(skip);
    const { results } = await play();
    // How long a wrong state lasted depends on the load of the machine. `npm run agents` checks that.
    expect(results.filter(failedOnContent).map(summaryLine).join('\n')).toBe('');
    expect(results.map(({ scenario, variant }) => `${scenario}@${variant}`)).toEqual([scenario]);
  });
});
