/**
 * Which output may stand on a screen otherwise than it came. In what flows a secret is known by what comes after what;
 * where a program places its cursor, or frames its lines, only the screen tells. Costs one pass over what flows.
 */
import type { Screen } from '../../../core/screen/screen.ts';

/** Places, scrolls, inserts, deletes, repeats; changes the screen; frames. Not colours, nor what edits the end of a line. */
const placing =
  /\x1b(?:\[(?:[\d;:]*[@ABE-ILMPSTXZ`abdefjrsu]|\?(?:47|1047|1049)[hl]|4h)|[78DEM])|[\x0b\x0c\x84\x85\x8d\x9b│┃║▏▎▍▌▐▕⎿]/;

export class RawDoubt {
  /** Lines that have to flow before nothing on the screen was placed. */
  #lines = 0;

  /** Whether to look at the screen before this is told. */
  of(text: string, { alternateScreen, size }: Screen): boolean {
    if (alternateScreen || placing.test(text)) this.#lines = size.rows;
    else if (this.#lines > 0) this.#lines -= linesIn(text);
    return this.#lines > 0;
  }
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
