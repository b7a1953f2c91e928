import { fileURLToPath } from 'node:url';
import { limits } from '../limits.ts';
import { onOsc } from './strings.ts';
import type { Emulator } from './xterm.ts';

/** What a program says about itself beside the screen: a title, a working directory, the bell. */
export class Labels {
  title: string | null = null;
  titles = 0;
  cwd: string | null = null;
  bells = 0;

  constructor(emulator: Emulator) {
    const { input } = emulator;
    const title = { keep: limits.titleChars, cut: true };
    onOsc(emulator, 0, title, (text) => {
      input.setTitle(text);
      input.setIconName(text);
    });
    onOsc(emulator, 1, title, (text) => input.setIconName(text));
    onOsc(emulator, 2, title, (text) => input.setTitle(text));
    onOsc(emulator, 7, { keep: limits.pathChars, cut: false }, (url) => this.#goTo(url));
    input.onTitleChange((text) => {
      this.title = text || null;
      this.titles++;
    });
    input.onRequestBell(() => {
      this.bells++;
    });
  }

  /** A file URL; its host is the program's own business. */
  #goTo(url: string): void {
    const path = /^(?:file|kitty-shell-cwd):\/\/[^/]*(\/.*)$/.exec(url)?.[1];
    if (path === undefined) return;
    try {
      this.cwd = fileURLToPath(`file://${path}`);
    } catch {
      // A program may send any bytes here; what is no path says nothing.
    }
  }
}
