/**
 * `npm run bench [-- --row NAME]... [--quick] [--json FILE] [--profile FOLDER] [--list]`: exits with 1 when a limit is
 * missed or a row fails.
 */

import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { parseArgs } from 'node:util';
import type { Disposable } from '#platform/lifetimes.ts';
import { Bench } from './bench.ts';
import { type MeasuredRow, measure } from './measure.ts';
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
const print = (text: string) => process.stdout.write(`${text}\n`);
const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  kernel: release(),
  node: process.version,
  load: loadavg()[0]!,
};

function selectedRows(): readonly Row[] {
  if (!requested.row) return rows;
  const unknown = requested.row.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0)
    throw new Error(`no row is called ${unknown.join(', ')}; npm run bench -- --list names them`);
  return rows.filter(({ name }) => requested.row!.includes(name));
}

async function measureInTime(row: Row, bench: Bench): Promise<MeasuredRow> {
  let timer: Disposable | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = bench.clock.after(rowLimitMs, () => reject(new Error(`took longer than ${rowLimitMs / 1000} s`)));
  });
  return Promise.race([measure(row, bench), late]).finally(() => timer?.dispose());
}

async function run(bench: Bench): Promise<boolean> {
  const all: MeasuredRow[] = [];
  const failed: string[] = [];
  for (const row of selectedRows()) {
    try {
      const measured = await measureInTime(row, bench);
      all.push(measured);
      print(formatMeasured(measured));
    } catch (problem) {
      failed.push(row.name);
      print(`${row.name}: ${row.what}\n  failed: ${(problem as Error).stack ?? problem}\n`);
    }
  }
  print(summary(all) + (failed.length > 0 ? `rows that failed: ${failed.join(', ')}\n` : ''));
  if (requested.json)
    writeFileSync(requested.json, `${JSON.stringify({ machine, failed, rows: all.map(toJson) }, null, 1)}\n`);
  return failed.length === 0 && all.every(({ results }) => results.every(({ met }) => met !== false));
}

const toJson = ({ row, results, rounds }: MeasuredRow) => ({
  name: row.name,
  what: row.what,
  comparisons: results.map(({ what, unit, ours, theirs, our, their, value, limit, met, reason }) => ({
    ...{ what, unit, ours, theirs, our, their, value, met, reason },
    limit: limit.text,
  })),
  rounds,
});

const loadWarning = `The load is ${machine.load.toFixed(1)}: something else is running. This changes rows that need both cores, above all the output rows.\n`;

async function main(): Promise<void> {
  if (requested.list)
    return void print(rows.map(({ name, what }) => `${name.padEnd(22)} ${what}`).join('\n'));
  const bench = new Bench(requested);
  const stop = () => void bench.close().then(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  print(`${machine.cpu}, ${machine.cores} cores, Linux ${machine.kernel}, Node ${machine.node}`);
  print(machine.load < machine.cores / 4 ? '' : loadWarning);
  const met = await run(bench).finally(() => bench.close());
  process.exit(met ? 0 : 1);
}

await main();
