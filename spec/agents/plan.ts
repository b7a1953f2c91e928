/** Runs all scenarios of a plan in the confined network, a few at a time. Prints one line of JSON for each. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentNamed } from './agents.ts';
import { playClient } from './clientRun.ts';
import type { Program } from './program/install.ts';
import { Run } from './run.ts';
import { type Selection, selectScenarios } from './scenarios/index.ts';
import type { RunResult } from './score/step.ts';

export interface Plan {
  readonly programs: readonly Program[];
  readonly scenarios: readonly string[];
  readonly record: string | undefined;
  readonly jobs: number;
  readonly stepMs: number;
}

type Job = Selection & { readonly program: Program };

export async function playPlan(path: string): Promise<void> {
  const plan = JSON.parse(readFileSync(path, 'utf8')) as Plan;
  const home = mkdtempSync(join(tmpdir(), 'ptywright-'));
  // Keeps logs and settings of servers out of the home of the user.
  process.env.HOME = home;
  for (const name of ['XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME']) delete process.env[name];
  const jobs = plan.programs.flatMap((program) =>
    selectScenarios(plan.scenarios, agentNamed(program.agent), program.version).map((chosen) => ({
      ...chosen,
      program,
    })),
  );
  const lanes = Array.from({ length: Math.min(plan.jobs, jobs.length) }, () => playLane(jobs, plan));
  await Promise.all(lanes);
  rmSync(home, { recursive: true, force: true });
}

async function playLane(jobs: Job[], { record, stepMs }: Plan): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { client } = job.scenario;
    printResult(
      await (client ? playClient(job.program, client) : new Run({ ...job, record, stepMs }).play()),
    );
  }
}

const printResult = (played: RunResult) => process.stdout.write(`${JSON.stringify(played)}\n`);
