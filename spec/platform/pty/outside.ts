/**
 * Runs the PTY layer in a separate process, for what would disturb this one: descriptor limits, counts, sudden death.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { programPath } from './running.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
// Inside node_modules, so that the bundle finds its external packages.
const bundle = `${root}node_modules/.outside-${process.pid}/pty.mjs`;

export async function bundlePty(): Promise<() => void> {
  mkdirSync(new URL('.', `file://${bundle}`), { recursive: true });
  const build = await rolldown({
    input: `${root}spec/platform/pty/exports.ts`,
    platform: 'node',
    external: /^node:/,
  });
  await build.write({ file: bundle, format: 'esm' });
  return () => rmSync(new URL('.', `file://${bundle}`), { recursive: true });
}

export interface Outcome {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** Runs one of spec/programs with the path of the bundle, after `before` in a shell. */
export function outside(program: string, args: readonly string[] = [], before = 'true'): Promise<Outcome> {
  const script = `${before}; exec "$@"`;
  const words = [process.execPath, '--expose-gc', programPath(program), bundle, ...args];
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, output: Buffer.concat(chunks).toString() }));
  });
}
