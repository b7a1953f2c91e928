/** `npm run agents`: drives real agents of pinned versions and compares ptywright with the reports of the agents. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { exitCodes, UsageError } from '#cli/errors.ts';
import { type RunOptions, readArguments } from './arguments.ts';
import { claudeCode } from './claude-code/agent.ts';
import { type Plan, playPlan } from './plan.ts';
import { confinement } from './program/confine.ts';
import { install, type Program, resolveVersion } from './program/install.ts';
import { failed, mergeOutcomes, type Outcome, programOf } from './score/outcome.ts';
import { forgeryReport, report, summaryLine, withTables } from './score/report.ts';
import type { RunResult } from './score/step.ts';
import { variantReport } from './score/variantReport.ts';
import { playScript, type ScriptPlan } from './script.ts';

const insideFlag = '--inside';
const insideScriptFlag = '--inside-script';
const note = (line: string) => process.stderr.write(`${line}\n`);

async function main(args: readonly string[]): Promise<number> {
  const inside = { [insideFlag]: playPlan, [insideScriptFlag]: playScript }[args[0] ?? ''];
  if (inside) {
    await inside(args[1]!);
    return 0;
  }
  if (args[0] === '--script') return await script(args.slice(1));
  const options = readArguments(args);
  if (typeof options === 'string') {
    process.stdout.write(options);
    return 0;
  }
  const outcome = await outcomeOf(options);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(outcome, null, 2)}\n`);
  const text = { all: report, variants: variantReport, forgeries: forgeryReport }[options.tables](outcome);
  if (options.page !== undefined)
    writeFileSync(options.page, withTables(readFileSync(options.page, 'utf8'), text, options.tables));
  process.stdout.write(text);
  return outcome.results.length === 0 || outcome.results.some(failed) ? 1 : 0;
}

async function outcomeOf(options: RunOptions): Promise<Outcome> {
  const absent: Record<string, string> = {};
  const programs: Program[] = [];
  for (const requested of options.programs) {
    const { agent } = requested;
    const version = resolveVersion(agent, requested.version);
    const program = install(agent, version);
    if (typeof program !== 'string') programs.push(program);
    else {
      const name = programOf({ agent: agent.name, version });
      absent[name] = program;
      note(`${name}: ${program}`);
    }
  }
  const { scenarios, jobs, stepMs } = options;
  const record = options.record && resolve(options.record);
  const results =
    programs.length > 0 ? await playConfined({ programs, scenarios, jobs, stepMs, record }) : [];
  const earlier = options.merge.map((path) => JSON.parse(readFileSync(path, 'utf8')) as Outcome);
  return mergeOutcomes([...earlier, { absent, results }]);
}

async function playConfined(plan: Plan): Promise<readonly RunResult[]> {
  const played: RunResult[] = [];
  for await (const line of confinedLines(insideFlag, plan)) {
    played.push(JSON.parse(line) as RunResult);
    note(summaryLine(played.at(-1)!));
  }
  return played;
}

/** Runs `--script FILE VERSION PROMPT` and prints the result as one line of JSON. */
async function script([path, version, prompt]: readonly string[]): Promise<number> {
  const program = install(claudeCode, resolveVersion(claudeCode, version ?? 'latest'));
  if (typeof program === 'string') {
    note(program);
    return 1;
  }
  const plan: ScriptPlan = { program, path: resolve(path ?? ''), prompt: prompt ?? '' };
  for await (const line of confinedLines(insideScriptFlag, plan)) process.stdout.write(`${line}\n`);
  return 0;
}

/** Runs this program again in a separate network and yields its output lines. */
async function* confinedLines(flag: string, plan: Plan | ScriptPlan): AsyncGenerator<string, void> {
  const folder = mkdtempSync(join(tmpdir(), 'ptywright-agents-'));
  const path = join(folder, 'plan.json');
  writeFileSync(path, JSON.stringify(plan));
  const confined = confinement();
  if (typeof confined === 'string') note(`not confined to the loopback: ${confined}`);
  const { command, args } = typeof confined === 'string' ? { command: process.execPath, args: [] } : confined;
  const driver = [process.argv[1]!, flag, path];
  const rest = typeof confined === 'string' ? driver : [process.execPath, ...driver];
  const child = spawn(command, [...args, ...rest], { stdio: ['ignore', 'pipe', 'inherit'] });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  yield* createInterface(child.stdout);
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (problem) {
  if (!(problem instanceof UsageError)) throw problem;
  note(`agents: ${problem.message} (see npm run agents -- --help)`);
  process.exitCode = exitCodes.usage;
}
