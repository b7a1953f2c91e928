/** Builds dist/agents from spec/agents, because Node 20 cannot run TypeScript. */
import { fileURLToPath } from 'node:url';
import { defineConfig, type InputOptions, type OutputOptions } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const input: InputOptions = {
  cwd: root,
  input: { agents: 'spec/agents/main.ts' },
  platform: 'node',
  external: ['node-pty', /^node-pty\//, 're2'],
};

export const output: OutputOptions = {
  dir: `${root}dist/agents`,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
};

export default defineConfig({ ...input, output });
