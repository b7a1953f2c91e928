/**
 * xterm.js 6.0.0 looks whether the ink is readable on the ground of a cell also where the two have changed places, and
 * makes reverse video grey on black. In the page it looks at the ground there. Of a version with other words the build
 * fails: then it is time to see whether this is needed still.
 */
import type { Plugin } from 'vite';

const looks =
  /(\._applyMinimumContrast\(\w+,\w+,)(\w+)\.foreground((?:,\w+){3}\)\|\|(\w+)&&\w+\.push\(`xterm-fg-)/g;

/** The ink of a cell whose colours changed places is the ground of the others. */
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
