/**
 * Makes dist/bench out of spec/bench: what is measured in process is the same plain JavaScript that the server
 * runs, and Node 20 runs no TypeScript.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const programs = ['emitter', 'inside', 'lineEcho', 'nativeWebSocket', 'stockJsonrpc'];

export default defineConfig({
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  input: {
    run: 'spec/bench/run.ts',
    ...Object.fromEntries(programs.map((name) => [name, `spec/bench/programs/${name}.ts`])),
  },
  platform: 'node',
  external: ['node-pty', /^node-pty\//, 're2'],
  output: {
    dir: 'dist/bench',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
