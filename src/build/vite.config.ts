/** Builds the pages from src/page: dist/page as a few files that a browser loads, and dist/trace as a single file. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig, type InlineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * xterm.js 6.0.0 checks the contrast of inverse cells with the foreground and background not swapped, which makes them
 * grey on black. The build fails if its code changes; then check whether the fix is still needed.
 */
const inverseContrast =
  /(\._applyMinimumContrast\(\w+,\w+,)(\w+)\.foreground((?:,\w+){3}\)\|\|(\w+)&&\w+\.push\(`xterm-fg-)/g;

/**
 * For inverse cells, uses the background color where xterm.js uses the foreground. Returns undefined unless the code
 * matches exactly once.
 */
export function mendInverse(code: string): string | undefined {
  const mended = code.replaceAll(inverseContrast, (_, before, colors, after, inverse) => {
    return `${before}${inverse}?${colors}.background:${colors}.foreground${after}`;
  });
  return code.match(inverseContrast)?.length === 1 ? mended : undefined;
}

function xtermInverse(): Plugin {
  let seen = false;
  return {
    name: 'xterm-inverse',
    transform(code, id) {
      if (!/@xterm\/xterm\/lib\/xterm\.mjs$/.test(id)) return null;
      seen = true;
      const mended = mendInverse(code) ?? this.error('the place of reverse video is not in it');
      return { code: mended, map: null };
    },
    buildEnd(problem) {
      if (!problem && !seen) this.error('the emulator of the page was not seen');
    },
  };
}

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
