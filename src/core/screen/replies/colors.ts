import { limits } from '../../limits.ts';
import type { TellEvent } from '../events.ts';
import { hexOf, nameOf, type Palette, type Rgb, special } from '../palette.ts';
import { onOsc } from '../strings.ts';
import type { ColorRequest, Emulator } from '../xterm.ts';
import type { Outbox } from './outbox.ts';

/** OSC 4, 10, 11, 12 set colours and ask for them, 104, 110, 111, 112 take them back. */
export function answerColors(emulator: Emulator, palette: Palette, outbox: Outbox, tell: TellEvent): void {
  const { input } = emulator;
  const bound = { keep: limits.colorChars, cut: false };
  onOsc(emulator, 4, bound, (text) => input.setOrReportIndexedColor(text));
  onOsc(emulator, 10, bound, (text) => input.setOrReportFgColor(text));
  onOsc(emulator, 11, bound, (text) => input.setOrReportBgColor(text));
  onOsc(emulator, 12, bound, (text) => input.setOrReportCursorColor(text));
  onOsc(emulator, 104, bound, (text) => input.restoreIndexedColor(text));
  input.onColor((requests) => {
    for (const request of requests) {
      obey(request, palette, outbox);
      if (request.type !== 0) tell('palette', changed(request, palette));
    }
  });
}

function obey({ type, index, color }: ColorRequest, palette: Palette, outbox: Outbox): void {
  if (type === 2) palette.restore(index);
  else if (index === undefined) return;
  else if (type === 1) palette.set(index, color!);
  else outbox.add(`\x1b]${subject(index)};${spell(palette.color(index))}\x1b\\`);
}

/** What of the palette has another colour now; all that are indexed where none is named. */
function changed({ index }: ColorRequest, palette: Palette) {
  if (index === undefined) return { color: null, value: null };
  return { color: nameOf(index), value: hexOf(palette.color(index)) };
}

const subject = (index: number) => (index < 256 ? `4;${index}` : `${10 + index - special.foreground}`);

/** Sixteen bits for each channel, as xterm tells them. */
const spell = (color: Rgb) => `rgb:${color.map((channel) => hex(channel).repeat(2)).join('/')}`;

const hex = (channel: number) => channel.toString(16).padStart(2, '0');
