import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { FrameEncoder } from '#recording/frameEncoder.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { secretSamples } from '../redaction/samples.ts';
import { aScreen } from '../terminal/aScreen.ts';
import { manualClock, parseLines } from './manualClock.ts';

const intervalMs = 100;

interface Line {
  readonly direction: string;
  readonly line: string;
  readonly timestampMicros: number;
}

function recording() {
  const { screen, feed } = aScreen(3, 80);
  const { clock, advance } = manualClock();
  let text = '';
  const encoder = new FrameEncoder({
    redaction: createRedaction(defaultPolicy),
    clock,
    intervalMs,
    screen: () => screen,
    write: (line: string) => {
      text += line;
    },
  } as never);
  encoder.start();
  return {
    encoder,
    advance,
    print(output: string) {
      feed(output);
      encoder.handleEvent({ kind: 'changed' } as never);
    },
    lines: () => (parseLines(text) as readonly Line[]).map(({ direction, line }) => [direction, line]),
  };
}

describe('frames', () => {
  it('begin with the whole screen; then changed rows follow', () => {
    const { print, advance, lines } = recording();
    advance(intervalMs);
    print('one');
    advance(intervalMs);
    print('\r\ntwo');
    expect(lines()).toEqual([
      ['frame', '\n\n'],
      ['frame-delta', '[[0,"one"]]'],
      ['frame-delta', '[[1,"two"]]'],
    ]);
  });

  it('within the interval are one frame, at its end', () => {
    const { print, advance, lines } = recording();
    advance(intervalMs);
    for (const letter of 'abc') print(letter);
    expect(lines().at(-1)).toEqual(['frame-delta', '[[0,"a"]]']);
    advance(intervalMs);
    expect(lines().slice(2)).toEqual([['frame-delta', '[[0,"abc"]]']]);
  });

  it('of an unchanged screen are not written', () => {
    const { print, advance, lines } = recording();
    advance(intervalMs);
    print('\x1b[1m');
    expect(lines()).toHaveLength(1);
  });

  it('contain the whole screen again after an interval', () => {
    const { print, advance, lines } = recording();
    advance(limits.recordingKeyframeMs);
    print('x');
    expect(lines().at(-1)).toEqual(['frame', 'x\n\n']);
  });

  it('contain no part of an incomplete secret', () => {
    const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(3);
    const { print, advance, lines } = recording();
    advance(intervalMs);
    print(`see ${secret.slice(0, 20)}`);
    expect(JSON.stringify(lines())).not.toContain(secret.slice(0, 8));
  });
});

describe('other lines', () => {
  it('are written after the frame that is due', () => {
    const { encoder, print, advance, lines } = recording();
    advance(intervalMs);
    print('a');
    print('b');
    encoder.mark('here');
    expect(lines().slice(2)).toEqual([
      ['frame-delta', '[[0,"ab"]]'],
      ['notification', '{"mark":"here"}'],
    ]);
  });

  it('report the exit, after the last frame', () => {
    const { encoder, print, lines } = recording();
    print('last');
    encoder.handleEvent({ kind: 'exited', exit: { exitCode: 3, signal: null } } as never);
    expect(lines().slice(1)).toEqual([
      ['frame-delta', '[[0,"last"]]'],
      ['notification', '{"exit":{"exit_code":3,"signal":null}}'],
    ]);
  });
});
