import { fileURLToPath } from 'node:url';
import { limits } from '../limits.ts';
import type { TellEvent } from './events.ts';
import { onOsc } from './strings.ts';
import type { Emulator } from './xterm.ts';

/** What a program says about itself beside the screen: a title, a working directory, the bell. */
export class Labels {
  title: string | null = null;
  titles = 0;
  iconName: string | null = null;
  cwd: string | null = null;
  /** How often one was told, also the same. */
  cwds = 0;
  bells = 0;

  readonly #tell: TellEvent;

  constructor(emulator: Emulator, tell: TellEvent) {
    const { input } = emulator;
    this.#tell = tell;
    const title = { keep: limits.titleChars, cut: true };
    const nameIcon = this.#hearIconNames(emulator);
    // The icon first: who hears of the title knows both.
    onOsc(emulator, 0, title, (text) => {
      nameIcon(text);
      input.setTitle(text);
    });
    onOsc(emulator, 1, title, nameIcon);
    onOsc(emulator, 2, title, (text) => input.setTitle(text));
    const path = { keep: limits.pathChars, cut: false };
    onOsc(emulator, 7, path, (url) => this.#goToUrl(url));
    input.onTitleChange((text) => {
      this.title = text || null;
      this.titles++;
      tell('title', { text });
    });
    input.onRequestBell(() => {
      this.bells++;
      tell('bell', { bells: this.bells });
    });
  }

  /** Gives what names the icon. A name that was kept is brought back here, before the title that comes back with it. */
  #hearIconNames({ input, parser }: Emulator): (text: string) => void {
    const set = input.setIconName.bind(input);
    const nameIcon = (text: string) => {
      set(text);
      this.iconName = text || null;
      this.#tell('icon_name', { text });
    };
    input.setIconName = (text) => {
      if (text !== (this.iconName ?? '')) nameIcon(text);
    };
    parser.registerCsiHandler({ final: 't' }, ({ params, length }) => {
      if (params[0] !== bringBack || (length > 1 && params[1] !== 0)) return false;
      for (const one of [icon, window])
        input.windowOptions({ length: 2, params: Int32Array.of(bringBack, one) });
      return true;
    });
    return nameIcon;
  }

  goTo(path: string, uri?: string): void {
    if (path === '' || path.length > limits.pathChars) return;
    this.cwd = path;
    this.cwds++;
    this.#tell('cwd', { path, ...(uri !== undefined && { uri }) });
  }

  /** A file URL; its host is the program's own business. */
  #goToUrl(url: string): void {
    const [, begin, path] = /^((?:file|kitty-shell-cwd):\/\/[^/]*)(\/.*)$/.exec(url) ?? [];
    if (path === undefined) return;
    const local = pathOf(`file://${path}`);
    if (local !== undefined) this.goTo(local, begin + asPlainly(path));
  }
}

/** Of the second parameter of CSI 22 t and 23 t: 0 is both. */
const [icon, window] = [1, 2];
const bringBack = 23;

/** A letter that is written as its number would stand in the way of who looks for secrets. */
function asPlainly(path: string): string {
  try {
    return encodeURI(decodeURIComponent(path)).replace(/[?#]/g, encodeURIComponent);
  } catch {
    return encodeURI(path);
  }
}

/** A program may send any bytes here; what is no path says nothing. */
function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
