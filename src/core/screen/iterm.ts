/** What iTerm2 has given programs to say (OSC 1337): a directory, a host, variables, and files, images among them. */
import { limits } from '../limits.ts';
import type { TellEvent } from './events.ts';
import { countOf, extentOfHead } from './images/extent.ts';
import type { ShowImage } from './images/images.ts';
import { onOscHead } from './strings.ts';
import type { Emulator } from './xterm.ts';

interface Ears {
  readonly tell: TellEvent;
  readonly goTo: (path: string) => void;
  readonly show: ShowImage;
  readonly size: () => { readonly rows: number; readonly cols: number };
}

export function hearITerm(emulator: Emulator, ears: Ears): void {
  // What a file in pieces said of itself, and its first piece.
  let begun: { readonly said: string; head: string } | undefined;
  onOscHead(emulator, 1337, limits.pathChars, (text, whole) => {
    const [, word = '', rest = ''] = /^(\w+)=?(.*)$/s.exec(text) ?? [];
    if (word === 'File') {
      const [said = '', head] = rest.split(':', 2);
      tellFile(ears, whole || head !== undefined ? said : withoutLast(said), head ?? '');
    } else if (word === 'MultipartFile') begun = { said: whole ? rest : withoutLast(rest), head: '' };
    else if (word === 'FilePart' && begun) begun.head ||= rest;
    else if (word === 'FileEnd' && begun) {
      tellFile(ears, begun.said, begun.head);
      begun = undefined;
    } else if (whole) tellFact(ears, word, rest);
  });
}

/** Where what it says of itself is cut off, its last word is not told: half of a name says another. */
export const withoutLast = (said: string): string => said.slice(0, Math.max(0, said.lastIndexOf(';')));

function tellFact({ tell, goTo }: Ears, word: string, value: string): void {
  if (word === 'CurrentDir') goTo(value);
  const [, user, host] = /^(?:([^@]*)@)?(.+)$/s.exec(value) ?? [];
  if (word === 'RemoteHost' && host !== undefined) tell('remote_host', { user: user ?? null, host });
  const [, name, base64] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (word === 'SetUserVar' && base64 !== undefined)
    tell('user_variable', { name: name!, value: Buffer.from(base64, 'base64').toString() });
}

/** One that is not to be shown is a file to be kept. */
function tellFile({ tell, show, size }: Ears, said: string, head: string): void {
  const keys = new Map(said.split(';').map((pair) => [pair.split('=', 1)[0], pair.replace(/^[^=]*=?/, '')]));
  if (keys.get('inline') === '1') {
    const { rows, cols } = size();
    const width = sideOf(keys.get('width'), cols);
    const height = sideOf(keys.get('height'), rows);
    const natural = extentOfHead(head);
    show({
      protocol: 'iterm2',
      cells: { width: width.cells, height: height.cells },
      pixels: pixelsOf(width.pixels, height.pixels) ?? (width.auto && height.auto ? natural : undefined),
    });
  } else if (keys.has('name') || keys.has('size')) {
    const name = keys.get('name');
    const filename = name === undefined ? null : Buffer.from(name, 'base64').toString();
    tell('file_transfer', { protocol: 'iterm2', action: 'send', filename });
  }
}

const pixelsOf = (width: number | undefined, height: number | undefined) =>
  width === undefined || height === undefined ? undefined : { width, height };

/** `N` cells, `Npx`, `N%` of the terminal, or `auto`. */
function sideOf(text = 'auto', all: number) {
  const [, digits, unit = ''] = /^(\d{1,5})(px|%)?$/.exec(text) ?? [];
  const count = countOf(digits);
  if (unit === 'px') return { pixels: count };
  if (unit === '%') return { cells: count === undefined ? undefined : Math.ceil((all * count) / 100) };
  return { cells: count, auto: count === undefined };
}
