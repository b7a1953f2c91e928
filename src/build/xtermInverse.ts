/**
 * Fixes reverse video in the bundled xterm.js 6.0.0. It checks the contrast of inverse cells with the foreground and
 * background not swapped, and makes them grey on black. The fix compares with the background for inverse cells. The
 * build fails if the code of xterm.js changes; then check whether the fix is still needed.
 */
import type { Plugin } from 'vite';

const looks =
  /(\._applyMinimumContrast\(\w+,\w+,)(\w+)\.foreground((?:,\w+){3}\)\|\|(\w+)&&\w+\.push\(`xterm-fg-)/g;

/**
 * For inverse cells, uses the background color where xterm.js uses the foreground. Returns undefined unless the code
 * matches exactly once.
 */
export function mendInverse(code: string): string | undefined {
  const mended = code.replaceAll(looks, (_, before, colors, after, inverse) => {
    return `${before}${inverse}?${colors}.background:${colors}.foreground${after}`;
  });
  return code.match(looks)?.length === 1 ? mended : undefined;
}

export function xtermInverse(): Plugin {
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
