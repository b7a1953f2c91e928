/** What must be printed on a fresh terminal to show what a screen shows now, redacted. */
import type { Redaction } from '../redact/redaction.ts';
import { ansiOf } from '../render/ansi.ts';
import type { Screen } from '../screen/screen.ts';
import { runsByRow } from '../screen/styledRows.ts';

const csi = (sequence: string) => `\x1b[${sequence}`;

const cursors = { block: '', underline: csi('4 q'), bar: csi('6 q') } as const;

/** Colours that are set for what comes next, scroll regions, and what is under an alternate screen are not told. */
export function openingOf(screen: Screen, redaction: Redaction): string {
  if (screen.sequence === 0) return '';
  const { row, col, visible } = screen.cursor;
  const rows = ansiOf(runsByRow(screen, redaction)).split('\n');
  const title = screen.title === null ? '' : `\x1b]2;${redaction.text(screen.title)}\x1b\\`;
  return [
    title,
    screen.palette.sequences(true),
    screen.modes.reverseScreen ? csi('?5h') : '',
    cursors[screen.cursorShape],
    screen.alternateScreen ? csi('?1049h') : '',
    csi('H') + csi('2J'),
    ...rows.map((text, at) => (text === '' ? '' : `${csi(`${at + 1}H`)}${text}`)),
    csi(`${row + 1};${col + 1}H`),
    visible ? '' : csi('?25l'),
  ].join('');
}
