/** What people see of a session at one moment: its screen with the layers on it, redacted, and how it wants to be shown. */
import type { Modes } from '../input/modes.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Run } from '../screen/cells.ts';
import type { Screen } from '../screen/screen.ts';
import { runsByRow } from '../screen/styledRows.ts';

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
  /** What the program has asked of its terminal. */
  readonly modes: Modes;
  readonly alternateScreen: boolean;
}

/** A session, as far as it is to be seen. */
export interface Framed {
  readonly screen: Screen;
}

export function frameOf({ screen }: Framed, redaction: Redaction): Frame {
  const { size, cursor, cursorShape: shape, cursorBlinks: blinks, title } = screen;
  return {
    size: { rows: size.rows, cols: size.cols },
    rows: runsByRow(screen, redaction),
    cursor: { ...cursor, style: { shape, blinks } },
    title: title === null ? null : redaction.text(title),
    modes: screen.modes,
    alternateScreen: screen.alternateScreen,
  };
}
