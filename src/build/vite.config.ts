/** Builds dist/page from src/page: a few files that a browser loads, without other dependencies. */
import { fileURLToPath } from 'node:url';
import { defineConfig, type InlineConfig } from 'vite';
import { xtermInverse } from './xtermInverse.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const page: InlineConfig = {
  root: `${root}src/page`,
  // Relative URLs, so that the page works at any path.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [xtermInverse()],
  build: {
    outDir: `${root}dist/page`,
    emptyOutDir: true,
    target: 'es2023',
    // Inlined images or fonts would need another rule in the content security policy of the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
};

export default defineConfig(page);
