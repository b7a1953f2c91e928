/** Files that a program wants to send or to have (kitty's OSC 5113): told and never answered, so that none moves. */
import { limits } from '../limits.ts';
import type { TellEvent } from './events.ts';
import { withoutLast } from './iterm.ts';
import { onOscHead } from './strings.ts';
import type { Emulator } from './xterm.ts';

const actions: Readonly<Record<string, string>> = {
  __proto__: null as never,
  send: 'send',
  receive: 'receive',
  file: 'file',
  finish: 'complete',
  cancel: 'error',
};

export function hearFileTransfers(emulator: Emulator, tell: TellEvent): void {
  onOscHead(emulator, 5113, limits.pathChars, (text, whole) => {
    const said = whole ? text : withoutLast(text);
    const keys = new Map(
      said.split(';').map((pair) => [pair.split('=', 1)[0], pair.replace(/^[^=]*=?/, '')]),
    );
    const action = actions[keys.get('ac') ?? ''];
    if (action === undefined) return;
    const name = keys.get('n');
    const filename = name === undefined ? null : Buffer.from(name, 'base64').toString();
    tell('file_transfer', { protocol: 'kitty', action, filename });
  });
}
