/** The events of a cast, and their times. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { CastEncoder, type CastEncoderOptions } from '#recording/castEncoder.ts';
import { createRedaction, defaultPolicy, noRedaction } from '#redaction/policy.ts';
import type { Action } from '#terminal/input/actions.ts';
import { leaked, secretSamples } from '../redaction/samples.ts';
import { aClock, linesOf } from './told.ts';

const redaction = createRedaction(defaultPolicy);
const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(1);

function taping(options: Partial<CastEncoderOptions> = {}) {
  const { clock, passes } = aClock();
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  const size = { rows: 4, cols: 20 };
  const encoder = new CastEncoder({ redaction, clock, write, version: 2, size, input: true, ...options });
  encoder.start();
  return {
    encoder,
    passes,
    prints: (output: string) => encoder.handleEvent({ kind: 'output', text: output }),
    types: (typed: string) =>
      encoder.handleEvent({ kind: 'typed', bytes: Buffer.from(typed), unseen: false }),
    lines: () => linesOf(text),
    events: () => linesOf(text).slice(1),
    text: () => text,
  };
}

describe('a cast', () => {
  it('has the time when output arrived, not the time when it was released', () => {
    const { encoder, prints, passes, events } = taping();
    for (const letter of 'to be') {
      prints(letter);
      passes(50);
    }
    passes(limits.holdBackMs);
    expect(events()).toEqual([
      [0, 'o', 't'],
      [0.05, 'o', 'o'],
      [0.1, 'o', ' '],
    ]);
    // A secret may begin with both letters.
    encoder.end();
    expect(events().slice(3)).toEqual([
      [0.15, 'o', 'b'],
      [0.2, 'o', 'e'],
    ]);
  });

  it('writes everything in order, also events that need not be held back', () => {
    const { encoder, prints, passes, types, events } = taping();
    prints('$ ');
    passes(10);
    types('ls');
    passes(10);
    encoder.resize({ rows: 5, cols: 30 });
    encoder.mark('chapter');
    passes(10);
    prints('ls\r\n');
    encoder.handleEvent({ kind: 'exited', exit: { exitCode: 3, signal: null } });
    expect(events()).toEqual([
      [0, 'o', '$ '],
      [0.01, 'i', 'ls'],
      [0.02, 'r', '30x5'],
      [0.02, 'm', 'chapter'],
      [0.03, 'o', 'ls\r\n'],
      [0.03, 'x', '3'],
    ]);
  });

  it('writes intervals in version 3, without a sum of rounding errors', () => {
    const { prints, passes, lines } = taping({
      version: 3,
      redaction: noRedaction,
      timestamp: 1,
      command: 'ls',
    });
    for (let at = 0; at < 1000; at++) {
      passes(0.4);
      prints('x');
    }
    const [header, ...events] = lines() as [unknown, ...[number, string, string][]];
    expect(header).toEqual({ version: 3, term: { cols: 20, rows: 4 }, timestamp: 1, command: 'ls' });
    const whole = events.reduce((sum, [seconds]) => sum + Math.round(seconds * 1000), 0);
    expect(whole).toBe(400);
  });

  it('writes a signal as shells do', () => {
    const { encoder, events } = taping();
    encoder.handleEvent({ kind: 'exited', exit: { exitCode: null, signal: 'SIGKILL' } });
    expect(events()).toEqual([[0, 'x', '137']]);
  });

  it('marks each call without its typed text', () => {
    const { encoder, events } = taping();
    const actions = [{ type: 'text', value: 'hunter2' }] as readonly Action[];
    const matcher = { type: 'contains_text', value: 'hunter2' };
    encoder.handleEvent({ kind: 'operation', operation: { call: 'act', actions, matcher, timeoutMs: 1 } });
    encoder.handleEvent({
      kind: 'operation',
      operation: { call: 'input', actions: Array(20).fill(actions[0]) },
    });
    expect(events()).toEqual([
      [0, 'm', 'act text → contains_text'],
      [0, 'm', 'input text text text text text text text text …'],
    ]);
  });

  it.each(secretSamples)('never holds a part of a secret: $kind, however it is cut', (sample) => {
    const secret = sample.make(7);
    for (const step of [1, 7, 16]) {
      const { prints, passes, types, encoder, text } = taping();
      for (let at = 0; at < secret.length; at += step) {
        prints(`${at === 0 ? 'token ' : ''}${secret.slice(at, at + step)}`);
        types(secret.slice(at, at + step));
        passes(30);
      }
      prints(' shown\r\n');
      types('\r');
      passes(limits.holdBackMs);
      encoder.handleEvent({ kind: 'exited', exit: { exitCode: 0, signal: null } });
      expect(leaked(secret, text())).toBeUndefined();
      expect(text()).toContain('shown');
    }
  });

  it('omits the possible beginning of a secret when it is stopped', () => {
    const { prints, passes, encoder, events } = taping();
    prints(`token ${github.slice(0, 20)}`);
    passes(1000);
    encoder.end();
    expect(events()).toEqual([[0, 'o', 'token ']]);
  });

  it('recognizes a secret that began before it', () => {
    const { prints, encoder, text } = taping({ before: `token ${github.slice(0, 20)}` });
    prints(`${github.slice(20)} shown\r\n`);
    encoder.end();
    expect(leaked(github, text())).toBeUndefined();
    expect(text()).toContain('shown');
  });

  it.each([
    'Password: ',
    '[sudo] password for ada: ',
    "Enter passphrase for key '/k': ",
    '\x1b[1mSecret?\x1b[0m ',
  ])('hides input at %j', (question) => {
    const { prints, types, passes, encoder, text } = taping();
    prints(question);
    for (const key of ['hun', 'ter2', '\r']) types(key);
    prints('\r\n$ ');
    types('ls\r');
    passes(limits.holdBackMs);
    encoder.end();
    expect(text()).not.toContain('hun');
    expect(text()).not.toContain('ter2');
    expect(text()).toContain('"ls\\r"');
  });

  it('hides the answer to a question that was on the screen before it began', () => {
    const { types, prints, encoder, text } = taping({ before: 'welcome\r\nPassword: ' });
    types('hunter2\r');
    prints('\r\n$ ');
    types('ls\r');
    encoder.handleEvent({ kind: 'exited', exit: { exitCode: 0, signal: null } });
    expect(text()).not.toContain('hunter2');
    expect(text()).toContain('"ls\\r"');
  });

  it('hides input that is typed before its prompt, and nothing visible', () => {
    const { prints, types, passes, encoder, text } = taping();
    prints('$ ');
    types('sudo ls\r');
    prints('sudo ls\r\n');
    types('hunter2');
    types('\r');
    passes(limits.typedAheadMs - 1);
    prints('Password: ');
    prints('\r\n$ ');
    types('vim\r');
    passes(limits.typedAheadMs + limits.holdBackMs);
    expect(text()).toContain('"vim\\r"');
    encoder.end();
    expect(text()).not.toContain('hunter2');
    expect(text()).toContain('"sudo ls\\r"');
    expect(text()).toContain('"[REDACTED]"');
  });

  it('releases a held event when too many are queued behind it', () => {
    const { prints, types, passes, encoder, events } = taping();
    prints(`token ${github.slice(0, 20)}`);
    for (let at = 0; at <= limits.recordingHeld; at++) types('\r');
    expect(events().length).toBeGreaterThan(limits.recordingHeld / 2);
    passes(1000);
    prints(`${github.slice(20)} shown\r\n`);
    encoder.end();
    expect((events() as [number, string, string][]).filter(([, code]) => code === 'o')).toEqual([
      [0, 'o', 'token [REDACTED]'],
      [1, 'o', ' shown\r\n'],
    ]);
  });

  it('cuts a large screen at its beginning into events, and no character', () => {
    const opening = '🙂'.repeat(limits.recordingPieceChars);
    const { events } = taping({ opening: `x${opening}` });
    const texts = (events() as [number, string, string][]).map(([, , text]) => text);
    expect(texts.length).toBe(3);
    expect(texts.join('')).toBe(`x${opening}`);
    expect(texts.some((text) => /\p{Surrogate}/u.test(text))).toBe(false);
  });
});
