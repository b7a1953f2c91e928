/** Makes dist/page out of src/page: a few files that a browser loads, and that need nothing else. */
import { fileURLToPath } from 'node:url';
import { defineConfig, type InlineConfig } from 'vite';
import { xtermInverse } from './xtermInverse.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const page: InlineConfig = {
  root: `${root}src/page`,
  // Wherever the page is, its files are beside it.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [xtermInverse()],
  build: {
    outDir: `${root}dist/page`,
    emptyOutDir: true,
    target: 'es2023',
    // A picture or a font in a text would need a rule of its own for what the page may load.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
};

export default defineConfig(page);
