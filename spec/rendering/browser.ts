/** Renders output with xterm.js in a headless Chromium, and returns the pixels. Uses no network. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findFonts } from '#platform/picture/fonts.ts';
import { Profile } from '../page/chromium.ts';
import { Pixels } from './aPage.ts';

export interface BrowserPicture {
  readonly rows: number;
  readonly cols: number;
  /** The size that the page gives to a cell. */
  readonly cell: { readonly width: number; readonly height: number };
}

export async function onTerminal(output: string, visible: BrowserPicture): Promise<Pixels> {
  const path = join(mkdtempSync(join(tmpdir(), 'ptywright-page-')), 'page.html');
  writeFileSync(path, pageOf(output, visible));
  const profile = await Profile.create();
  try {
    const page = await profile.open(pathToFileURL(path).href, {
      width: visible.cols * visible.cell.width,
      height: visible.rows * visible.cell.height,
    });
    await page.until("document.title === 'drawn'");
    return new Pixels(await page.screenshot());
  } finally {
    await profile.close();
  }
}

const { resolve } = createRequire(import.meta.url);
const url = (name: string) => pathToFileURL(resolve(name)).href;

const faces = () =>
  (['text', 'symbols', 'emoji', 'ideographs', 'smallIdeographs'] as const)
    .flatMap((group) => findFonts(group))
    .map(({ family, files }) => ({ family, url: pathToFileURL(files[0]!).href }));

/** Uses the default colours of our pictures. Bold is not brightened here either. */
function pageOf(output: string, { rows, cols, cell }: BrowserPicture): string {
  const bold = findFonts('text')[0]!.files.map((file) => pathToFileURL(file).href);
  const options = {
    rows,
    cols,
    // The terminal rounds the width of all its columns down. This is just above what makes a column nine pixels wide.
    fontSize: 14.955,
    fontFamily: faces()
      .map(({ family }) => `'${family}'`)
      .join(', '),
    allowTransparency: false,
    drawBoldTextInBrightColors: false,
    cursorInactiveStyle: 'none',
    minimumContrastRatio: 1,
    scrollback: 0,
    allowProposedApi: true,
    theme,
  };
  return `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="${url('@xterm/xterm/css/xterm.css')}">
<style>
${faces()
  .map(({ family, url }) => `@font-face { font-family: '${family}'; src: url('${url}'); }`)
  .join('\n')}
@font-face { font-family: 'DejaVu Sans Mono'; font-weight: bold; src: url('${bold[1]}'); }
@font-face { font-family: 'DejaVu Sans Mono'; font-style: italic; src: url('${bold[2]}'); }
@font-face { font-family: 'DejaVu Sans Mono'; font-weight: bold; font-style: italic; src: url('${bold[3]}'); }
html, body { margin: 0; background: #000; overflow: hidden; }
</style>
<script src="${url('@xterm/xterm/lib/xterm.js')}"></script>
<body><div id="terminal"></div><script>
(async () => {
  await Promise.all([...document.fonts].map((font) => font.load()));
  const terminal = new Terminal(${JSON.stringify(options)});
  terminal.open(document.getElementById('terminal'));
  const { css } = terminal._core._renderService.dimensions;
  terminal.options.lineHeight = ${cell.height} / css.cell.height;
  terminal.write(${JSON.stringify(output).replaceAll('<', '\\u003c')}, () => {
    // The terminal draws in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => (document.title = 'drawn')));
  });
})();
</script>`;
}

const basic =
  '000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff';
const colorNames =
  'black red green yellow blue magenta cyan white brightBlack brightRed brightGreen brightYellow brightBlue brightMagenta brightCyan brightWhite';
const theme = {
  foreground: '#e5e5e5',
  background: '#000000',
  ...Object.fromEntries(colorNames.split(' ').map((name, index) => [name, `#${basic.split(' ')[index]}`])),
};
