/** The door to resvg: an SVG as coverage, one byte a pixel. It blocks its thread, so it is for a worker. */
import { createRequire } from 'node:module';

type Package = typeof import('@resvg/resvg-js');
let loaded: Package | undefined;

/** Throws where the package has no binary for this system. */
function load(): Package {
  loaded ??= createRequire(import.meta.url)('@resvg/resvg-js') as Package;
  return loaded;
}

/** How much of each pixel is covered, whatever the colour: 0 to 255. */
export function coverageOf(svg: string, fontFiles: readonly string[]): Uint8Array {
  const { Resvg } = load();
  const font = { fontFiles: [...fontFiles], loadSystemFonts: false };
  const { pixels } = new Resvg(svg, { font }).render();
  const coverage = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < coverage.length; at++) coverage[at] = pixels[4 * at + 3]!;
  return coverage;
}
