/** Modes that a program leaves on are reset. An emulator with the same input judges the result. */
import { describe, expect, it } from 'vitest';
import { TerminalRestorer } from '#cli/run/terminalRestorer.ts';
import { feed, freshScreen } from '../../viewers/screens.ts';

const size = { rows: 24, cols: 80 };
const csi = '\x1b[';

function left(...pieces: readonly (string | Uint8Array)[]): string {
  const leftOn = new TerminalRestorer(() => size.rows);
  for (const piece of pieces) leftOn.push(Buffer.from(piece as string));
  return leftOn.restoreSequence();
}

describe('modes that a program left on', () => {
  it.each([
    ['the alternate screen', `${csi}?1049h`, `${csi}?1049l`],
    ['the alternate screen of old', `${csi}?47h`, `${csi}?47l`],
    ['a hidden cursor', `${csi}?25l`, `${csi}?25h`],
    ['another cursor style', `${csi}5 q`, `${csi}0 q`],
    ['the mouse', `${csi}?1000;1006h`, `${csi}?1000l${csi}?1006l`],
    ['pastes in brackets', `${csi}?2004h`, `${csi}?2004l`],
    ['reports of the focus', `${csi}?1004h`, `${csi}?1004l`],
    ['reports of sizes and of colours', `${csi}?2031h${csi}?2048h`, `${csi}?2031l${csi}?2048l`],
    ['the kitty keyboard', `${csi}>1u${csi}>31u`, `${csi}<2u`],
    ['the kitty keyboard, not pushed', `${csi}=5u`, `${csi}=0u`],
    ['the kitty keyboard of the other screen', `${csi}?1049h${csi}>1u`, `${csi}<1u${csi}?1049l`],
    ['modifyOtherKeys', `${csi}>4;2m`, `${csi}>4m`],
    ['cursor keys and keypad', `${csi}?1h\x1b=`, `${csi}?1l\x1b>`],
    ['margins', `${csi}5;10r`, `\x1b7${csi}r\x1b8`],
    ['origin and margins', `${csi}?6h${csi}2r`, `${csi}?6l\x1b7${csi}r\x1b8`],
    ['no wrapping', `${csi}?7l`, `${csi}?7h`],
    ['reverse video', `${csi}?5h`, `${csi}?5l`],
    ['insertion', `${csi}4h`, `${csi}4l`],
    ['output that is held together', `${csi}?2026h`, `${csi}?2026l`],
    ['colours of text', `${csi}1;38;5;4;48:2::1:2:3mx`, `${csi}0m`],
    ['colours that were taken back one by one', `${csi}1;31mx${csi}22m${csi}39m`, `${csi}0m`],
    ['colours that were restored with the cursor', `${csi}7m\x1b7${csi}mx\x1b8`, `${csi}0m`],
    ['a link', '\x1b]8;id=a;https://example.org\x07', '\x1b]8;;\x1b\\'],
    ['line drawing', '\x1b(0', '\x1b(B'],
    ['the other characters', '\x0e', '\x0f'],
    ['colours of the terminal', '\x1b]4;1;red\x07\x1b]11;blue\x1b\\', '\x1b]104\x1b\\\x1b]111\x1b\\'],
    ['colours of which one was put back', '\x1b]4;1;red;2;blue\x07\x1b]104;1\x07', '\x1b]104\x1b\\'],
    ['a title that was pushed', `${csi}22;2t`, `${csi}23;2t`],
    ['a sequence that has no end', `${csi}12;`, '\x18\x1b\\'],
    ['a picture that has no end', '\x1bPq#0', '\x18\x1b\\'],
    ['what was saved while it was on', `${csi}?2004h${csi}?2004s${csi}?2004l${csi}?2004r`, `${csi}?2004l`],
  ])('%s', (_, printed, back) => {
    expect(left(printed)).toBe(back);
    expect(left(...Array.from(printed))).toBe(back);
  });

  it.each([
    ['text', 'plain\r\n\ttext \xc3\x9f\x9b?25l'],
    ['what was turned off again', `${csi}?1049h${csi}?25l${csi}?1;1000h${csi}?1000;1l${csi}?25h${csi}?1049l`],
    ['popped keyboards', `${csi}>1u${csi}>2u${csi}<u${csi}<u`],
    ['margins that are none', `${csi}5;10r${csi}r${csi}1;24r`],
    ['colours that were reset', `${csi}1;31;4mx${csi}m${csi}7mx${csi}0m${csi}48:2::1:2:3mx${csi}0;0m`],
    ['colours that were restored with the cursor', `\x1b7${csi}7mx\x1b8`],
    ['a reset', `${csi}?25l${csi}?1003h\x1b(0\x1bc`],
    ['a soft reset', `${csi}!p${csi}?25l${csi}1m${csi}5;9r${csi}!p`],
    ['questions', `${csi}?2004$p${csi}c${csi}6n\x1b]11;?\x07\x1b]4;1;?\x07\x1bP$qm\x1b\\`],
    ['text in a string sequence', '\x1b]2;[?25l\x07\x1bPq[?25l\x1b\\'],
    ['a sequence that was broken off', `${csi}?25\x18l`],
    ['the cursor and the mouse as they come', `${csi}0 q${csi}?1000l${csi}>4;0m`],
  ])('is nothing after %s', (_, printed) => {
    expect(left(Buffer.from(printed, 'latin1'))).toBe('');
    expect(left(...Array.from(Buffer.from(printed, 'latin1'), (byte) => Uint8Array.of(byte)))).toBe('');
  });

  it('are restored to the values of the terminal before, with its cursor', () => {
    const screen = freshScreen(size);
    const usual = { ...screen.modes };
    feed(screen, 'one\r\ntwo');
    const before = screen.text();
    const { row, col } = screen.cursor;
    const all = `${csi}?1049h${csi}?25l${csi}?1;5;6;1003;1006;1004;2004h\x1b=${csi}>1u${csi}>4;2m${csi}5;10r${csi}?7l${csi}4h${csi}31mx`;
    feed(screen, all);
    feed(screen, left(all));
    expect(screen.modes).toEqual(usual);
    expect(screen.cursor).toEqual({ row, col, visible: true });
    expect(screen.text()).toBe(before);
  });

  it('takes the same time for a picture of many pieces', () => {
    const leftOn = new TerminalRestorer(() => size.rows);
    leftOn.push(Buffer.from('\x1bPq'));
    for (let piece = 0; piece < 2000; piece += 1) leftOn.push(Buffer.alloc(4096, '#'));
    leftOn.push(Buffer.from(`\x1b\\${csi}?25l`));
    expect(leftOn.restoreSequence()).toBe(`${csi}?25h`);
  });
});
