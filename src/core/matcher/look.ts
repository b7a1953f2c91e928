/** A session as a plugin is shown it: plain values that can go to another thread, with secrets already replaced. */
import type { TerminalEvent } from '../screen/events.ts';
import type { Exit } from './moment.ts';

export interface Look {
  /** Every row, also blank ones, without blanks at the right. */
  readonly rows: readonly string[];
  /** The rows' runs as JSON text: most plugins never read them, and a text crosses to another thread at little cost. */
  readonly runs: string;
  readonly size: { readonly rows: number; readonly cols: number };
  readonly cursor: { readonly row: number; readonly col: number; readonly visible: boolean };
  readonly sequence: number;
  readonly title: string | null;
  readonly bells: number;
  readonly alternateScreen: boolean;
  readonly modes: Readonly<Record<string, unknown>>;
  /** Since the screen last looked different. */
  readonly stableMs: number;
  readonly exit: Exit | null;
  /** The end of the transcript, and the cursors of its first character and of the place behind its last. */
  readonly transcript: string;
  readonly transcriptStart: number;
  readonly transcriptCursor: number;
  readonly markers: Readonly<Record<string, number>>;
  /** What the terminal was told since the plugin last looked. */
  readonly events: readonly TerminalEvent[];
}
