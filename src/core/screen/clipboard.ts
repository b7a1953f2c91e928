import { limits } from '../limits.ts';
import type { TellEvent } from './events.ts';
import { onOsc } from './strings.ts';
import type { Emulator } from './xterm.ts';

/** What a program puts on the clipboard (OSC 52). It is told and goes no further; what it asks for is not answered. */
export function hearClipboard(emulator: Emulator, tell: TellEvent): void {
  onOsc(emulator, 52, { keep: limits.clipboardChars, cut: false }, (sent) => {
    const [, names, base64] = /^([a-z0-7]*);([A-Za-z0-9+/]*={0,2})$/.exec(sent) ?? [];
    if (base64 === undefined) return;
    const text = Buffer.from(base64, 'base64').toString();
    tell('clipboard', { selection: selections[names!.slice(0, 1)] ?? 'clipboard', text });
  });
}

const selections: Readonly<Record<string, string>> = {
  __proto__: null as never,
  c: 'clipboard',
  p: 'primary',
  q: 'secondary',
  s: 'select',
};
