import { limits } from '../../limits.ts';
import type { Keyboard } from '../keyboard.ts';
import { onDcs } from '../strings.ts';
import type { Emulator } from '../xterm.ts';
import type { Outbox } from './outbox.ts';

/** Who is the terminal and what can it do: DA2, XTVERSION, XTGETTCAP, and the keyboard protocols in force. */
export function answerIdentity(emulator: Emulator, keyboard: Keyboard, outbox: Outbox): void {
  const { parser } = emulator;
  // The emulator's answer to DA2 is a DA2 query with parameters, and the emulator would answer that too.
  parser.registerCsiHandler({ prefix: '>', final: 'c' }, ({ length }) => length > 1);
  parser.registerCsiHandler({ prefix: '>', final: 'q' }, ({ params }) => {
    if (params[0] === 0) outbox.add('\x1bP>|ptywright\x1b\\');
    return true;
  });
  parser.registerCsiHandler({ prefix: '?', final: 'u' }, () => {
    outbox.add(`\x1b[?${keyboard.flags}u`);
    return true;
  });
  parser.registerCsiHandler({ prefix: '?', final: 'm' }, ({ params }) => {
    if (params[0] === 4) outbox.add(`\x1b[>4;${keyboard.modifyOtherKeys}m`);
    return true;
  });
  onDcs(
    emulator,
    { intermediates: '+', final: 'q' },
    { keep: limits.capabilityChars, cut: false },
    (text) => {
      for (const name of text.split(';')) outbox.add(capability(name));
    },
  );
}

/** Names as termcap or terminfo have them. What is not known is refused without repeating the name. */
const capabilities: readonly (readonly [name: string, value: string])[] = [
  ['TN', 'xterm-256color'],
  ['Co', '256'],
  ['colors', '256'],
  ['RGB', '8/8/8'],
  ['bce', ''],
];

const inHex = (text: string) => Buffer.from(text, 'latin1').toString('hex').toUpperCase();

const answers = new Map(
  capabilities.map(([name, value]) => [
    inHex(name),
    `\x1bP1+r${inHex(name)}${value && `=${inHex(value)}`}\x1b\\`,
  ]),
);

const capability = (asked: string) => answers.get(asked.toUpperCase()) ?? '\x1bP0+r\x1b\\';
