/** What a program reports about its window: title, icon name, working directory and bell. */
import { fileURLToPath } from 'node:url';
import { limits } from '#limits.ts';
import { onOsc } from './controlStrings.ts';
import type { EmitEvent } from './events.ts';
import type { Emulator } from './xterm.ts';

export class WindowInfo {
  title: string | null = null;
  titleCount = 0;
  iconName: string | null = null;
  cwd: string | null = null;
  /** How often a directory was reported, also the same one. */
  cwdCount = 0;
  bellCount = 0;

  readonly #emit: EmitEvent;

  constructor(emulator: Emulator, emit: EmitEvent) {
    const { input } = emulator;
    this.#emit = emit;
    const title = { keep: limits.titleChars, cut: true };
    const nameIcon = this.#registerIconNames(emulator);
    // Set the icon name first, so that listeners of the title see both.
    onOsc(emulator, 0, title, (text) => {
      nameIcon(text);
      input.setTitle(text);
    });
    onOsc(emulator, 1, title, nameIcon);
    onOsc(emulator, 2, title, (text) => input.setTitle(text));
    const path = { keep: limits.pathChars, cut: false };
    onOsc(emulator, 7, path, (url) => this.#setCwdFromUrl(url));
    input.onTitleChange((text) => {
      this.title = text || null;
      this.titleCount++;
      emit('title', { text });
    });
    input.onRequestBell(() => {
      this.bellCount++;
      emit('bell', { bells: this.bellCount });
    });
  }

  /**
   * Returns the function that sets the icon name. A popped icon name is restored here, before the title that is
   * popped with it.
   */
  #registerIconNames({ input, parser }: Emulator): (text: string) => void {
    const set = input.setIconName.bind(input);
    const nameIcon = (text: string) => {
      set(text);
      this.iconName = text || null;
      this.#emit('icon_name', { text });
    };
    input.setIconName = (text) => {
      if (text !== (this.iconName ?? '')) nameIcon(text);
    };
    parser.registerCsiHandler({ final: 't' }, ({ params, length }) => {
      if (params[0] !== popTitle || (length > 1 && params[1] !== 0)) return false;
      for (const one of [icon, window])
        input.windowOptions({ length: 2, params: Int32Array.of(popTitle, one) });
      return true;
    });
    return nameIcon;
  }

  setCwd(path: string, uri?: string): void {
    if (path === '' || path.length > limits.pathChars) return;
    this.cwd = path;
    this.cwdCount++;
    this.#emit('cwd', { path, ...(uri !== undefined && { uri }) });
  }

  /** A file URL. Its host is not checked. */
  #setCwdFromUrl(url: string): void {
    const [, begin, path] = /^((?:file|kitty-shell-cwd):\/\/[^/]*)(\/.*)$/.exec(url) ?? [];
    if (path === undefined) return;
    const local = fileUrlToPath(`file://${path}`);
    if (local !== undefined) this.setCwd(local, begin + normalizeUrlPath(path));
  }
}

/** Second parameter of CSI 22 t and 23 t: 0 is both. */
const [icon, window] = [1, 2];
const popTitle = 23;

/** Decodes percent-encoded letters, which would hide a secret from the redaction. */
function normalizeUrlPath(path: string): string {
  try {
    return encodeURI(decodeURIComponent(path)).replace(/[?#]/g, encodeURIComponent);
  } catch {
    return encodeURI(path);
  }
}

/** A program may send any bytes. Returns undefined for an invalid URL. */
function fileUrlToPath(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
