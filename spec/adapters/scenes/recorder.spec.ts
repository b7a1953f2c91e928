/** A recording reproduces the recorded screens. */
import { describe, expect, it } from 'vitest';
import { formatPicture } from '#adapters/pictureFile.ts';
import { SceneRecorder } from '#adapters/scenes.ts';
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy, noRedaction } from '#redaction/policy.ts';
import { lookAfter } from '../host/shown.ts';
import { ESC, sceneOf, scenesIn } from '../pictures.ts';

const secret = 'ghp_0123456789abcdefghij0123456789abcdef';
const redaction = createRedaction(defaultPolicy);

/** A recorder with a manual clock. */
function recording(size = { rows: 4, cols: 60 }) {
  let now = 1000;
  const clock = { now: () => now, wall: () => now, after: () => ({ dispose() {} }) };
  const recorder = new SceneRecorder(size, clock);
  return {
    recorder,
    prints: (ms: number, text: string | Uint8Array) => {
      now = 1000 + ms;
      recorder.output(Buffer.from(text));
    },
    waits: (ms: number) => {
      now = 1000 + ms;
    },
  };
}

it('a picture of a session that counts clusters shows the same columns again', () => {
  const look = lookAfter('👍🏽👩\u200d👧|⌚\ufe0e|\r\n\x1b[1mक्षि\x1b[m❤\ufe0f|', 4, 60, 'grapheme');
  const { screenContext: again } = sceneOf(formatPicture(look, { state: 'ready', comment: 'x' }));
  expect(again.rows).toEqual(look.rows);
  expect([again.runs, again.widths]).toEqual([look.runs, 'grapheme']);
});

describe('a recorder', () => {
  it('keeps output, sizes and markers with their times', () => {
    const { recorder, prints, waits } = recording();
    prints(10.4567, 'one');
    waits(500);
    const say = recorder.mark();
    waits(600);
    recorder.resize({ rows: 3, cols: 50 });
    say('ready');
    prints(700, 'two');
    expect(recorder.text(noRedaction).trim().split('\n')).toEqual([
      '{"version":2,"width":60,"height":4}',
      '[0.01,"o","one"]',
      '[0.5,"m","state: ready"]',
      '[0.6,"r","50x3"]',
      '[0.7,"o","two"]',
    ]);
    recorder.close();
  });

  it('does not cut characters', () => {
    const { recorder, prints } = recording();
    const [first, ...rest] = Buffer.from('日本');
    prints(1, Uint8Array.from([first!]));
    prints(2, Uint8Array.from(rest));
    expect(recorder.text(noRedaction)).toContain('[0.002,"o","日本"]');
    recorder.close();
  });

  it('hides secrets, also across pieces, and keeps the text between them', () => {
    const { recorder, prints } = recording();
    prints(1, `a ${secret.slice(0, 10)}`);
    prints(2, secret.slice(10, 15));
    prints(3, `${secret.slice(15)} b ${secret} c`);
    prints(4, ' d');
    recorder.mark()('s');
    const lines = recorder.text(redaction).trim().split('\n').slice(1);
    expect(lines.map((line) => JSON.parse(line)[2])).toEqual([
      'a [REDACTED]',
      '',
      ' b [REDACTED] c',
      ' d',
      'state: s',
    ]);
    expect(recorder.text(noRedaction)).toContain(secret.slice(15));
    recorder.close();
  });

  it('ends at the limit of its length, without a gap', () => {
    const { recorder, prints } = recording();
    prints(1, 'one');
    expect(recorder.full).toBe(false);
    prints(2, Buffer.alloc(limits.pictureBytes / 6, ' '));
    prints(3, 'two');
    expect(recorder.full).toBe(true);
    expect(recorder.text(noRedaction).split('\n')).toEqual([
      '{"version":2,"width":60,"height":4}',
      '[0.001,"o","one"]',
      '',
    ]);
    recorder.close();
  });

  it('is replayed as recorded', () => {
    const { recorder, prints, waits } = recording();
    prints(100, `${ESC}]2;title${ESC}\\${ESC}[1mbold${ESC}[0m\r\n> `);
    waits(400);
    const seen = recorder.screenContext();
    recorder.mark()('ready');
    recorder.end({ exitCode: 3, signal: null });
    const gone = recorder.screenContext();
    recorder.mark()('gone');
    const [ready, end] = scenesIn(recorder.text(redaction));
    expect(ready!.screenContext).toEqual(seen);
    expect(end!.screenContext).toEqual(gone);
    recorder.close();
  });
});

describe('a drawn picture', () => {
  const readScreen = (text: string) => {
    const { recorder, prints, waits } = recording();
    prints(0, text);
    waits(250);
    const look = recorder.screenContext();
    recorder.close();
    return look;
  };

  it.each([
    ['plain text', 'one\r\n\r\n  two\r\n> '],
    ['an empty screen', ''],
    ['styles', `${ESC}[1;31mred${ESC}[0m ${ESC}[4:3;58;2;1;2;3mcurly${ESC}[0m ${ESC}[7m  ${ESC}[0m`],
    ['a link', `${ESC}]8;;https://example.org${ESC}\\here${ESC}]8;;${ESC}\\`],
    ['wide characters', '日本 語\r\né'],
    [
      'the other screen, a title, no cursor',
      `${ESC}[?1049h${ESC}]2;a "b" \\c${ESC}\\${ESC}[?25l${ESC}[2;5Hx`,
    ],
    ['a full screen', Array.from({ length: 4 }, () => 'x'.repeat(60)).join('\r\n')],
  ])('shows %s again', (_, text) => {
    const look = readScreen(text);
    const picture = formatPicture(look, { state: 'a "state"', comment: 'remark\nof two lines' });
    const scene = sceneOf(picture);
    const { transcript, transcriptStart, transcriptCursor, sequence, events, markers, ...same } = look;
    expect(scene.screenContext).toMatchObject(same);
    expect(scene.expected.state).toBe('a "state"');
  });

  it('is readable', () => {
    expect(
      formatPicture(readScreen(`${ESC}[1mbold${ESC}[0m\r\n> `), { state: 'ready', comment: 'why' }),
    ).toBe(
      `# why
state = "ready"
size = { rows = 4, cols = 60 }
cursor = { row = 1, col = 2 }
stable_ms = 250
form = "ansi"
---
␛[1mbold␛[0m
>
`,
    );
  });
});
