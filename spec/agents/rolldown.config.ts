/** Makes dist/agents out of spec/agents: Node 20 runs no TypeScript. */
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
