/** Colours of a palette as what they are by now: a terminal that shows a frame has a palette of its own. */
import type { Run, Style } from '../screen/cells.ts';
import { hexOf, type Palette, special } from '../screen/palette.ts';

/** What stands for no colour, and the cursor; absent where the session has not changed it. */
export interface GroundColors {
  readonly foreground?: string;
  readonly background?: string;
  readonly cursor?: string;
}

type Color = Style['fg'];

export function inColors(rows: readonly (readonly Run[])[], palette: Palette): readonly (readonly Run[])[] {
  if (!palette.isChanged) return rows;
  const told = (color: Color): Color => {
    const changed = typeof color === 'number' ? palette.changed(color) : undefined;
    return changed ? hexOf(changed) : color;
  };
  return rows.map((row) => (row.some(isColored) ? row.map((run) => colored(run, told)) : row));
}

export const groundOf = (palette: Palette): GroundColors =>
  Object.fromEntries(
    Object.entries(special).flatMap(([name, index]) => {
      const changed = palette.changed(index);
      return changed ? [[name, hexOf(changed)]] : [];
    }),
  );

const isColored = ({ fg, bg, underline_color }: Run) =>
  typeof fg === 'number' || typeof bg === 'number' || typeof underline_color === 'number';

function colored(run: Run, told: (color: Color) => Color): Run {
  if (!isColored(run)) return run;
  const made = { ...run };
  for (const name of ['fg', 'bg', 'underline_color'] as const) {
    const color = told(run[name]);
    if (color !== undefined) made[name] = color;
  }
  return made;
}
