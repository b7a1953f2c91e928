/** What people see of a session at one moment: its screen with the layers on it, redacted, and how it wants to be shown. */
import type { Modes } from '../input/modes.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Run } from '../screen/cells.ts';
import { runsByRow } from '../screen/styledRows.ts';
import { type GroundColors, groundOf, inColors } from './colored.ts';
import { cursorOf, hasLayers, pageOf, type Shown } from './page.ts';
import { runsOfPage } from './pageRuns.ts';

export interface Frame {
  /** Of the whole, panels included. */
  readonly size: { readonly rows: number; readonly cols: number };
  /** As many as the size says. Blanks of the default style at the end of a row are left out. */
  readonly rows: readonly (readonly Run[])[];
  readonly cursor: {
    readonly row: number;
    readonly col: number;
    /** Not where something covers it. */
    readonly visible: boolean;
    readonly style: { readonly shape: 'block' | 'underline' | 'bar'; readonly blinks: boolean };
  };
  readonly title: string | null;
  /** Absent where whoever shows it tells them otherwise. */
  readonly ground?: GroundColors;
  /** What the program has asked of its terminal. */
  readonly modes: Modes;
  readonly alternateScreen: boolean;
  /** The row where the program's own screen begins, below the panels at the top; and how many it has. */
  readonly program: { readonly row: number; readonly rows: number };
}

/** `onScreen` hides more of the program's own screen than `redaction`, for as long as it may. */
export function frameOf(shown: Shown, redaction: Redaction, onScreen = redaction): Frame {
  const { screen, layers } = shown;
  const { cursorShape: shape, cursorBlinks: blinks, title, size } = screen;
  const rows = hasLayers(shown)
    ? runsOfPage(pageOf(shown, redaction, onScreen))
    : runsByRow(screen, onScreen);
  return {
    size: { rows: layers.size.rows, cols: layers.size.cols },
    rows: inColors(rows, screen.palette),
    ground: groundOf(screen.palette),
    cursor: { ...cursorOf(shown), style: { shape, blinks } },
    title: title === null ? null : redaction.text(title),
    modes: screen.modes,
    alternateScreen: screen.alternateScreen,
    program: { row: layers.fit.top, rows: size.rows },
  };
}
