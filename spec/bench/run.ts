/**
 * `npm run bench [-- --row NAME]... [--quick] [--json FILE] [--profile FOLDER] [--list]`: exits with 1 when a limit is
 * missed or a row fails.
 */

import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { parseArgs } from 'node:util';
import type { Disposable } from '#platform/lifetimes.ts';
import { Bench } from './bench.ts';
import { type Measured, measure } from './measure.ts';
import { formatMeasured, summary } from './report.ts';
import type { Row } from './row.ts';
import { rows } from './rows/index.ts';

const { values: requested } = parseArgs({
  options: {
    row: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    profile: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const rowLimitMs = 300_000;
const say = (text: string) => process.stdout.write(`${text}\n`);
const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  kernel: release(),
  node: process.version,
  load: loadavg()[0]!,
};

function chosen(): readonly Row[] {
  if (!requested.row) return rows;
  const unknown = requested.row.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0)
    throw new Error(`no row is called ${unknown.join(', ')}; npm run bench -- --list names them`);
  return rows.filter(({ name }) => requested.row!.includes(name));
}

async function inTime(row: Row, bench: Bench): Promise<Measured> {
  let timer: Disposable | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = bench.clock.after(rowLimitMs, () => reject(new Error(`took longer than ${rowLimitMs / 1000} s`)));
  });
  return Promise.race([measure(row, bench), late]).finally(() => timer?.dispose());
}

async function run(bench: Bench): Promise<boolean> {
  const all: Measured[] = [];
  const failed: string[] = [];
  for (const row of chosen()) {
    try {
      const measured = await inTime(row, bench);
      all.push(measured);
      say(formatMeasured(measured));
    } catch (problem) {
      failed.push(row.name);
      say(`${row.name}: ${row.what}\n  failed: ${(problem as Error).stack ?? problem}\n`);
    }
  }
  say(summary(all) + (failed.length > 0 ? `rows that failed: ${failed.join(', ')}\n` : ''));
  if (requested.json)
    writeFileSync(
      requested.json,
      `${JSON.stringify({ machine, failed, rows: all.map(written) }, null, 1)}\n`,
    );
  return failed.length === 0 && all.every(({ judged }) => judged.every(({ met }) => met !== false));
}

const written = ({ row, judged, rounds }: Measured) => ({
  name: row.name,
  what: row.what,
  comparisons: judged.map(({ what, unit, ours, theirs, our, their, value, bar, met, reason }) => ({
    ...{ what, unit, ours, theirs, our, their, value, met, reason },
    bar: bar.text,
  })),
  rounds,
});

const busy = `The load is ${machine.load.toFixed(1)}: something else is running. What needs both cores suffers most, above all the output rows.\n`;

async function main(): Promise<void> {
  if (requested.list) return void say(rows.map(({ name, what }) => `${name.padEnd(22)} ${what}`).join('\n'));
  const bench = new Bench(requested);
  const stop = () => void bench.close().then(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  say(`${machine.cpu}, ${machine.cores} cores, Linux ${machine.kernel}, Node ${machine.node}`);
  say(machine.load < machine.cores / 4 ? '' : busy);
  const met = await run(bench).finally(() => bench.close());
  process.exit(met ? 0 : 1);
}

await main();
