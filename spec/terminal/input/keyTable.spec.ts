import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { encodeChord, requireChord } from '#terminal/input/keys.ts';
import { modesWith } from './target.ts';

function infocmp(): Map<string, string> | undefined {
  try {
    const text = execFileSync('infocmp', ['-1', '-x', 'xterm-256color'], { encoding: 'utf8' });
    const found = [...text.matchAll(/^\s(k\w+)=(.*),$/gm)];
    return new Map(
      found.map(([, name, bytes]) => [name!, bytes!.replaceAll('\\E', '\x1b').replace('^?', '\x7f')]),
    );
  } catch {
    return undefined;
  }
}

/** Capabilities that name a key. terminfo describes a keypad in application mode. */
const single: Readonly<Record<string, string>> = {
  kcuu1: 'up',
  kcud1: 'down',
  kcuf1: 'right',
  kcub1: 'left',
  khome: 'home',
  kend: 'end',
  kbeg: 'kp_begin',
  kich1: 'insert',
  kdch1: 'delete',
  kpp: 'page_up',
  knp: 'page_down',
  kbs: 'backspace',
  kcbt: 'shift+tab',
  kent: 'kp_enter',
  ka1: 'kp_7',
  ka2: 'kp_8',
  ka3: 'kp_9',
  kb1: 'kp_4',
  kb2: 'kp_5',
  kb3: 'kp_6',
  kc1: 'kp_1',
  kc2: 'kp_2',
  kc3: 'kp_3',
  kpADD: 'kp_add',
  kpCMA: 'kp_separator',
  kpDIV: 'kp_divide',
  kpDOT: 'kp_decimal',
  kpMUL: 'kp_multiply',
  kpSUB: 'kp_subtract',
  kpZRO: 'kp_0',
  kp5: 'kp_begin',
  kri: 'shift+up',
  kind: 'shift+down',
};
/** Capabilities of modified keys: kUP is shift, and kUP3 to kUP7 use xterm's modifier numbers. */
const modified: Readonly<Record<string, string>> = {
  kUP: 'up',
  kDN: 'down',
  kRIT: 'right',
  kLFT: 'left',
  kHOM: 'home',
  kEND: 'end',
  kIC: 'insert',
  kDC: 'delete',
  kPRV: 'page_up',
  kNXT: 'page_down',
};
const byNumber = ['shift+', 'alt+', 'alt+shift+', 'ctrl+', 'ctrl+shift+', 'ctrl+alt+'];
const banks = ['', 'shift+', 'ctrl+', 'ctrl+shift+', 'alt+', 'alt+shift+'];

const functionKeys = Array.from({ length: 63 }, (_, at) => {
  const held = banks[Math.floor(at / 12)]!;
  return [`kf${at + 1}`, `${held}f${(at % 12) + 1}`] as const;
});
const capabilities: readonly (readonly [capability: string, chord: string])[] = [
  ...Object.entries(single),
  ...Object.entries(modified).flatMap(([name, key]) =>
    byNumber.map((held, at) => [at === 0 ? name : `${name}${at + 2}`, `${held}${key}`] as const),
  ),
  ...functionKeys,
  ...functionKeys.slice(0, 35).map(([capability]) => [capability, capability.slice(1)] as const),
];

const terminfo = infocmp();

describe.skipIf(terminfo === undefined)('the keys of the terminfo entry xterm-256color', () => {
  const modes = modesWith({ applicationCursor: true, applicationKeypad: true });

  it('equal those sent in application mode', () => {
    const promised = capabilities.filter(([capability]) => terminfo!.has(capability));
    const sent = promised.map(([capability, chord]) => [
      capability,
      chord,
      encodeChord(requireChord(chord), modes),
    ]);
    expect(sent).toEqual(
      promised.map(([capability, chord]) => [capability, chord, terminfo!.get(capability)]),
    );
    expect(promised.length).toBeGreaterThan(80);
  });

  it('names no key that is not compared here, but the mouse', () => {
    const compared = new Set(capabilities.map(([capability]) => capability));
    const left = [...terminfo!.keys()].filter((capability) => !compared.has(capability));
    expect(left.filter((capability) => capability !== 'kmous')).toEqual([]);
  });
});
