/** OSC extensions: notifications, progress, the clipboard, iTerm2 extensions and file transfers. */
import { limits } from '#limits.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { onOsc, onOscHead, truncateSafely } from './controlStrings.ts';
import type { EmitEvent } from './events.ts';
import { imageSize, imageSizeFromHeader, parseCount, type ShowImage } from './images.ts';
import type { Emulator } from './xterm.ts';

/** Notifications (OSC 9, 99, 777), progress (OSC 9;4) and the working directory (OSC 9;9). */
export function registerNotifications(
  emulator: Emulator,
  setCwd: (path: string) => void,
  emit: EmitEvent,
): void {
  const bound = { keep: limits.terminalEventChars, cut: true };
  const notify = (
    source: NotificationSource,
    title: string | null,
    text: string,
    urgency: NotificationUrgency = 'normal',
  ) => emit('notification', { title, text, source, urgency });
  onOsc(emulator, 9, bound, (text) => {
    const [, number, rest = ''] = /^(\d{1,2})(?:;(.*))?$/s.exec(text) ?? [];
    if (number === '4') handleProgress(rest, emit);
    else if (number === '9') setCwd(rest.replace(/^"(.*)"$/s, '$1'));
    else if (number === undefined || Number(number) > 12) notify('osc9', null, text);
  });
  onOsc(emulator, 777, bound, (text) => {
    const [what, title = '', ...body] = text.split(';');
    if (what === 'notify') notify('osc777', title, body.join(';'));
  });
  const parts = new NotificationAssembler((title, text, urgency) => notify('osc99', title, text, urgency));
  // A part that was cut fills the notification, so later parts are dropped.
  onOsc(emulator, 99, { ...bound, keep: 2 * limits.terminalEventChars }, (text) => parts.add(text));
}

type NotificationSource = 'osc9' | 'osc99' | 'osc777';
type NotificationUrgency = 'low' | 'normal' | 'critical';

const urgencies: Readonly<Record<string, NotificationUrgency>> = {
  __proto__: null as never,
  0: 'low',
  2: 'critical',
};

const progressStates: { readonly [number: string]: string } = {
  __proto__: null as never,
  0: 'none',
  1: 'normal',
  2: 'error',
  3: 'indeterminate',
  4: 'paused',
};

/** Ignores an unknown state, as Windows Terminal and xterm.js do. An empty state is 0. */
function handleProgress(text: string, emit: EmitEvent): void {
  const [number = '', percent = ''] = text.split(';');
  const state = progressStates[number || '0'];
  if (state === undefined) return;
  const known = /^\d{1,3}$/.test(percent) && state !== 'none' && state !== 'indeterminate';
  emit('progress', { state, percent: known ? Math.min(100, Number(percent)) : null });
}

interface PartialNotification {
  title: string;
  body: string;
  urgency: NotificationUrgency;
}

/**
 * OSC 99 sends a title and a body in parts. Parts of several notifications may be interleaved; `d=0` means that more
 * parts follow.
 */
class NotificationAssembler {
  readonly #notify: (title: string | null, text: string, urgency: NotificationUrgency) => void;
  readonly #partial = new Map<string, PartialNotification>();

  constructor(notify: (title: string | null, text: string, urgency: NotificationUrgency) => void) {
    this.#notify = notify;
  }

  add(text: string): void {
    const [, head = '', payload = ''] = /^([^;]*);?(.*)$/s.exec(text) ?? [];
    const keys = new Map(head.split(':').map((pair) => [pair.slice(0, 1), pair.slice(2)]));
    const part = keys.get('p') ?? 'title';
    if (part !== 'title' && part !== 'body') return;
    const id = keys.get('i') ?? '';
    const notice = this.#notificationOf(id);
    if (keys.has('u')) notice.urgency = urgencies[keys.get('u')!] ?? 'normal';
    const content = keys.get('e') === '1' ? Buffer.from(payload, 'base64').toString() : payload;
    notice[part] = appendBounded(notice[part], content);
    if (keys.get('d') === '0') return;
    this.#partial.delete(id);
    this.#finish(notice);
  }

  #notificationOf(id: string): PartialNotification {
    const notice = this.#partial.get(id) ?? { title: '', body: '', urgency: 'normal' };
    if (!this.#partial.has(id) && this.#partial.size >= limits.unfinishedNotices)
      this.#partial.delete(this.#partial.keys().next().value!);
    this.#partial.set(id, notice);
    return notice;
  }

  /** Without a title, the body becomes the title. An empty notification is dropped. */
  #finish({ title, body, urgency }: PartialNotification): void {
    if (title !== '') this.#notify(truncateText(title), truncateText(body), urgency);
    else if (body !== '') this.#notify(truncateText(body), '', urgency);
  }
}

/** Keeps one extra character to mark that the text must be cut. */
const appendBounded = (text: string, more: string): string =>
  (text + more).slice(0, limits.terminalEventChars + 1);

const truncateText = (text: string): string =>
  text.length > limits.terminalEventChars ? truncateSafely(text.slice(0, limits.terminalEventChars)) : text;

/** Clipboard writes (OSC 52) are reported but not performed. Clipboard queries are not answered. */
export function registerClipboard(emulator: Emulator, emit: EmitEvent): void {
  onOsc(emulator, 52, { keep: limits.clipboardChars, cut: false }, (sent) => {
    const [, names, base64] = /^([a-z0-7]*);([A-Za-z0-9+/]*={0,2})$/.exec(sent) ?? [];
    if (base64 === undefined) return;
    const text = Buffer.from(base64, 'base64').toString();
    emit('clipboard', { selection: clipboardSelections[names!.slice(0, 1)] ?? 'clipboard', text });
  });
}

const clipboardSelections: Readonly<Record<string, string>> = {
  __proto__: null as never,
  c: 'clipboard',
  p: 'primary',
  q: 'secondary',
  s: 'select',
};

/**
 * Handlers of iTerm2 extensions (OSC 1337): working directory, remote host, user variables, and files including
 * images.
 */
interface ITermHandlers {
  readonly emit: EmitEvent;
  readonly setCwd: (path: string) => void;
  readonly showImage: ShowImage;
  readonly size: () => GridSize;
}

export function registerITerm(emulator: Emulator, handlers: ITermHandlers): void {
  // The header and the first part of a multipart file.
  let begun: { readonly content: string; head: string } | undefined;
  onOscHead(emulator, 1337, limits.pathChars, (text, whole) => {
    const [, word = '', rest = ''] = /^(\w+)=?(.*)$/s.exec(text) ?? [];
    if (word === 'File') {
      const [content = '', head] = rest.split(':', 2);
      emitFile(handlers, whole || head !== undefined ? content : dropLastField(content), head ?? '');
    } else if (word === 'MultipartFile') begun = { content: whole ? rest : dropLastField(rest), head: '' };
    else if (word === 'FilePart' && begun) begun.head ||= rest;
    else if (word === 'FileEnd' && begun) {
      emitFile(handlers, begun.content, begun.head);
      begun = undefined;
    } else if (whole) emitFact(handlers, word, rest);
  });
}

/** Drops the last field of a truncated header: half of a name would be another name. */
const dropLastField = (content: string): string => content.slice(0, Math.max(0, content.lastIndexOf(';')));

function emitFact({ emit, setCwd }: ITermHandlers, word: string, value: string): void {
  if (word === 'CurrentDir') setCwd(value);
  const [, user, host] = /^(?:([^@]*)@)?(.+)$/s.exec(value) ?? [];
  if (word === 'RemoteHost' && host !== undefined) emit('remote_host', { user: user ?? null, host });
  const [, name, base64] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (word === 'SetUserVar' && base64 !== undefined)
    emit('user_variable', { name: name!, value: Buffer.from(base64, 'base64').toString() });
}

/** A file that is not inline is a file transfer. */
function emitFile({ emit, showImage, size }: ITermHandlers, content: string, head: string): void {
  const keys = parseFields(content);
  if (keys.get('inline') === '1') {
    const { rows, cols } = size();
    const width = parseDimension(keys.get('width'), cols);
    const height = parseDimension(keys.get('height'), rows);
    const natural = imageSizeFromHeader(head);
    showImage({
      protocol: 'iterm2',
      cells: { width: width.cells, height: height.cells },
      pixels: imageSize(width.pixels, height.pixels) ?? (width.auto && height.auto ? natural : undefined),
    });
  } else if (keys.has('name') || keys.has('size')) {
    emit('file_transfer', { protocol: 'iterm2', action: 'send', filename: decodeName(keys.get('name')) });
  }
}

/** Parses `name=value` pairs between semicolons. */
const parseFields = (content: string): ReadonlyMap<string | undefined, string> =>
  new Map(content.split(';').map((pair) => [pair.split('=', 1)[0], pair.replace(/^[^=]*=?/, '')]));

const decodeName = (base64: string | undefined): string | null =>
  base64 === undefined ? null : Buffer.from(base64, 'base64').toString();

/** `N` cells, `Npx`, `N%` of the terminal, or `auto`. */
function parseDimension(text = 'auto', all: number) {
  const [, digits, unit = ''] = /^(\d{1,5})(px|%)?$/.exec(text) ?? [];
  const count = parseCount(digits);
  if (unit === 'px') return { pixels: count };
  if (unit === '%') return { cells: count === undefined ? undefined : Math.ceil((all * count) / 100) };
  return { cells: count, auto: count === undefined };
}

/** File transfers of kitty (OSC 5113) are reported and never answered, so that no file is transferred. */
const transferActions: Readonly<Record<string, string>> = {
  __proto__: null as never,
  send: 'send',
  receive: 'receive',
  file: 'file',
  finish: 'complete',
  cancel: 'error',
};

export function registerFileTransfers(emulator: Emulator, emit: EmitEvent): void {
  onOscHead(emulator, 5113, limits.pathChars, (text, whole) => {
    const keys = parseFields(whole ? text : dropLastField(text));
    const action = transferActions[keys.get('ac') ?? ''];
    if (action === undefined) return;
    emit('file_transfer', { protocol: 'kitty', action, filename: decodeName(keys.get('n')) });
  });
}
