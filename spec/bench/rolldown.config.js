/**
 * Builds dist/bench from spec/bench. In-process measurements run the same plain JavaScript as the server, and Node 20
 * cannot run TypeScript.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const programs = ['emitter', 'inside', 'lineEcho', 'nativeWebSocket', 'simulatedHosts', 'stockJsonrpc'];

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
