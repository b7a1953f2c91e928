/** Makes dist/agents out of spec/agents: Node 20 runs no TypeScript. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

export default defineConfig({
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  input: { agents: 'spec/agents/main.ts' },
  platform: 'node',
  external: ['node-pty', /^node-pty\//, 're2'],
  output: {
    dir: 'dist/agents',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
