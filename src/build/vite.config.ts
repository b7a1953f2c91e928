/** Builds the pages from src/page: dist/page as a few files that a browser loads, and dist/trace as a single file. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig, type InlineConfig, type Plugin } from 'vite';
import { xtermInverse } from './xtermInverse.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const pageOf = (source: string, folder: string, plugins: readonly Plugin[]): InlineConfig => ({
  root: `${root}src/${source}`,
  // Relative URLs, so that the page works at any path.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [xtermInverse(), ...plugins],
  build: {
    outDir: `${root}dist/${folder}`,
    emptyOutDir: true,
    target: 'es2023',
    // Inlined images or fonts would need another rule in the content security policy of the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

/** Puts the script and the style sheet into the page. Its policy allows this script only, and nothing from elsewhere. */
const singleFile: Plugin = {
  name: 'single-file',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = Object.values(bundle).find(({ fileName }) => fileName === 'index.html');
    let script = '';
    let styles = '';
    for (const [name, made] of Object.entries(bundle)) {
      if (made === page) continue;
      if (made.type === 'chunk') script += made.code.replaceAll('</script', '<\\/script');
      else styles += made.source;
      delete bundle[name];
    }
    if (page?.type !== 'asset') throw new Error('vite has built no page of a trace');
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
    page.source = String(page.source)
      .replace(/<(?:script type="module"|link rel="stylesheet")[^>]*>(?:<\/script>)?\s*/g, '')
      .replace(
        '<title>',
        () => `<meta http-equiv="Content-Security-Policy" content="${policy}">\n    <title>`,
      )
      .replace('</head>', () => `<style>${styles}</style>\n  </head>`)
      .replace('</body>', () => `<script type="module">${script}</script>\n  </body>`);
  },
};

export const page = pageOf('page', 'page', []);
export const tracePage = pageOf('page/trace', 'trace', [singleFile]);

export default defineConfig(({ mode }) => (mode === 'trace' ? tracePage : page));
