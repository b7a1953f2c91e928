/** A cast that begins in the middle of a session plays back to the same screen. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { readCast } from '#recording/asciicast.ts';
import { CastEncoder } from '#recording/castEncoder.ts';
import { CastPlayer } from '#recording/castPlayer.ts';
import { formatInitialScreen } from '#recording/recording.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { Transcript } from '#session/transcript.ts';
import type { Screen } from '#terminal/screen.ts';
import { captureTerminalState } from '#terminal/terminalState.ts';
import { leaked, secretSamples } from '../redaction/samples.ts';
import { freshScreen, runsOn } from '../viewers/screens.ts';
import { aClock } from './told.ts';

const redaction = createRedaction(defaultPolicy);
const small = { rows: 5, cols: 20 };
const refuse = (line: number, reason: string): never => {
  throw new Error(`line ${line}: ${reason}`);
};

/** Records the output after `before`. */
function recorded(before: string, after: string, { shown = '', size = small } = {}) {
  const screen = freshScreen(size);
  const transcript = new Transcript(100_000);
  const prints = (text: string) => {
    screen.feed(Buffer.from(text));
    transcript.append(Buffer.from(text));
  };
  prints(before);
  let text = '';
  const { clock } = aClock();
  const tape = new CastEncoder({
    ...{ redaction, clock, version: 3, size, input: false, headed: shown !== '' },
    write: (line) => {
      text += line;
    },
    before: transcript.tailWithContext(limits.blockChars),
    opening: formatInitialScreen({ screen, transcript }, redaction, shown !== ''),
  });
  tape.start();
  prints(after);
  tape.handleEvent({ kind: 'output', text: after });
  tape.handleEvent({ kind: 'exited', exit: { exitCode: 0, signal: null } });
  const header = `{"version":3,"term":{"cols":${size.cols},"rows":${size.rows}}}\n`;
  const earlier = `${header}${JSON.stringify([0, 'o', shown])}\n`;
  return { screen, text: shown === '' ? text : earlier + text };
}

function played(text: string): Screen {
  const cast = readCast(text, { torn: false, refuse });
  const stage = new CastPlayer(cast);
  for (const event of cast.events) stage.play(event);
  return stage.screen;
}

/** The emulator keeps a saved cursor of an alternate screen that was left. No client can know it. */
const standing = (screen: Screen) => {
  const { tabs, ...all } = captureTerminalState(screen, () => undefined);
  // A tab never goes beyond the last column, so stops there make no difference.
  const stops = (tabs ?? [0, 8, 16]).filter((col) => col < small.cols - 1);
  return { ...all, stops, saved: undefined };
};

function same(screen: Screen, text: string): void {
  const shown = played(text);
  expect(runsOn(shown)).toEqual(runsOn(screen));
  expect(standing(shown)).toEqual(standing(screen));
  expect(shown.cursor).toEqual(screen.cursor);
  expect(shown.alternateScreen).toBe(screen.alternateScreen);
}

const cases: readonly (readonly [name: string, before: string, after: string])[] = [
  ['a pen', '\x1b[31;1mA', 'B red?'],
  ['a pen that has not drawn yet', '\x1b[31m', 'red'],
  ['a scroll region', '\x1b[2;3r\x1b[3;1Hx', '\r\n1\r\n2\r\n3\r\n4'],
  ['a character set', '\x1b(0q', 'qqq'],
  ['columns that do not wrap', '\x1b[?7l\x1b[1;15H', 'abcdefghij'],
  ['text that is inserted', '\x1b[4hXYZ\x1b[1;1H', 'ab'],
  ['rows that count from a margin', '\x1b[2;4r\x1b[?6h', '\x1b[1;1Hhome'],
  ['a last column that was written', '\x1b[1;20HZ', 'next'],
  ['a wide character in the last columns', '\x1b[1;19H漢', 'next'],
  ['a saved cursor', '\x1b[3;3H\x1b[32m\x1b7\x1b[m\x1b[1;1H', '\x1b8saved'],
  ['a screen behind the alternate one', '\x1b[33mmain\x1b[?1049halt', '\x1b[?1049lback'],
  ['margins of the screen behind', '\x1b[2;3r\x1b[?1049halt', '\x1b[?1049l\x1b[3;1Ha\r\nb\r\nc\r\nd'],
  ['tab stops', '\x1b[3g', '\tx'],
  ['a sequence that was cut', 'one \x1b[3', '1mtwo'],
  ['a title that was cut', 'one \x1b]2;ti', 'tle\x07two'],
  ['a first sequence that was cut', '\x1b', '[31mred'],
];

describe('a cast that begins behind', () => {
  it.each(cases)('%s', (_, before, after) => {
    const { screen, text } = recorded(before, after);
    same(screen, text);
  });

  it.each(cases)('%s and another cast', (_, before, after) => {
    const { screen, text } = recorded(before, after, {
      shown: '\x1b[?1049h\x1b[7m\x1b[2;3r\x1b(0other\x1b[?25l\x1b[4h',
    });
    same(screen, text);
  });

  it('an hour of output has no more to tell than a screen', () => {
    const { text } = recorded('a line\r\n'.repeat(10_000), 'end');
    expect(text.length).toBeLessThan(2000);
  });

  it('nothing at all tells nothing', () => {
    const { text } = recorded('', 'first');
    expect(text.split('\n').slice(1, -2)).toEqual(['[0,"o","first"]']);
  });
});

it.each(secretSamples)('no part of a secret is in it, however far it had come: $kind', (sample) => {
  const secret = sample.make(5);
  for (let cut = 1; cut < secret.length; cut += 7) {
    const { text } = recorded(`\x1b[H${secret.slice(0, cut)}`, `${secret.slice(cut)} shown\r\n`, {
      size: { rows: 24, cols: 80 },
    });
    expect(leaked(secret, text)).toBeUndefined();
  }
});

it('no part of a secret on the screen behind is in it, nor of one in a title that was cut', () => {
  const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(2);
  for (const before of [`${github}\x1b[?1049h`, `\x1b]2;${github}`]) {
    const { text } = recorded(before, '\x07 shown');
    expect(leaked(github, text)).toBeUndefined();
    expect(text).toContain('shown');
  }
});

it('nothing of what was on its way to the clipboard is in it, which may be the beginning of a secret', () => {
  const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(2);
  const sent = `\x1b]52;c;${Buffer.from(github).toString('base64')}\x07`;
  for (let cut = 8; cut < sent.length; cut += 5) {
    const { text } = recorded(`one${sent.slice(0, cut)}`, `${sent.slice(cut)}two`);
    expect(leaked(sent.slice(7), text)).toBeUndefined();
    expect(text).toContain('two');
  }
});
