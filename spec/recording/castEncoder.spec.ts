/** The events of a recorded cast, and their times. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { CastEncoder, type CastEncoderOptions } from '#recording/castEncoder.ts';
import { createRedaction, defaultPolicy, noRedaction } from '#redaction/policy.ts';
import type { Action } from '#terminal/input/actions.ts';
import { leaked, secretSamples } from '../redaction/samples.ts';
import { manualClock, parseLines } from './manualClock.ts';

const redaction = createRedaction(defaultPolicy);
const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(1);

function createEncoder(options: Partial<CastEncoderOptions> = {}) {
  const { clock, advance } = manualClock();
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  const size = { rows: 4, cols: 20 };
  const encoder = new CastEncoder({ redaction, clock, write, version: 2, size, input: true, ...options });
  encoder.start();
  return {
    encoder,
    advance,
    prints: (output: string) => encoder.handleEvent({ kind: 'output', text: output }),
    types: (typed: string) =>
      encoder.handleEvent({ kind: 'typed', bytes: Buffer.from(typed), unseen: false }),
    lines: () => parseLines(text),
    events: () => parseLines(text).slice(1),
    text: () => text,
  };
}

describe('a cast', () => {
  it('has the time when output arrived, not the time when it was released', () => {
    const { encoder, prints, advance, events } = createEncoder();
    for (const letter of 'to be') {
      prints(letter);
      advance(50);
    }
    advance(limits.holdBackMs);
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
    const { encoder, prints, advance, types, events } = createEncoder();
    prints('$ ');
    advance(10);
    types('ls');
    advance(10);
    encoder.resize({ rows: 5, cols: 30 });
    encoder.mark('chapter');
    advance(10);
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
    const { prints, advance, lines } = createEncoder({
      version: 3,
      redaction: noRedaction,
      timestamp: 1,
      command: 'ls',
    });
    for (let at = 0; at < 1000; at++) {
      advance(0.4);
      prints('x');
    }
    const [header, ...events] = lines() as [unknown, ...[number, string, string][]];
    expect(header).toEqual({ version: 3, term: { cols: 20, rows: 4 }, timestamp: 1, command: 'ls' });
    const whole = events.reduce((sum, [seconds]) => sum + Math.round(seconds * 1000), 0);
    expect(whole).toBe(400);
  });

  it('writes a signal as shells do', () => {
    const { encoder, events } = createEncoder();
    encoder.handleEvent({ kind: 'exited', exit: { exitCode: null, signal: 'SIGKILL' } });
    expect(events()).toEqual([[0, 'x', '137']]);
  });

  it('marks each call without its typed text', () => {
    const { encoder, events } = createEncoder();
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

  it.each(secretSamples)('contains no part of a secret: $kind, however it is split', (sample) => {
    const secret = sample.make(7);
    for (const step of [1, 7, 16]) {
      const { prints, advance, types, encoder, text } = createEncoder();
      for (let at = 0; at < secret.length; at += step) {
        prints(`${at === 0 ? 'token ' : ''}${secret.slice(at, at + step)}`);
        types(secret.slice(at, at + step));
        advance(30);
      }
      prints(' shown\r\n');
      types('\r');
      advance(limits.holdBackMs);
      encoder.handleEvent({ kind: 'exited', exit: { exitCode: 0, signal: null } });
      expect(leaked(secret, text())).toBeUndefined();
      expect(text()).toContain('shown');
    }
  });

  it('omits the possible beginning of a secret when it is stopped', () => {
    const { prints, advance, encoder, events } = createEncoder();
    prints(`token ${github.slice(0, 20)}`);
    advance(1000);
    encoder.end();
    expect(events()).toEqual([[0, 'o', 'token ']]);
  });

  it('recognizes a secret that began before the recording', () => {
    const { prints, encoder, text } = createEncoder({ before: `token ${github.slice(0, 20)}` });
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
    const { prints, types, advance, encoder, text } = createEncoder();
    prints(question);
    for (const key of ['hun', 'ter2', '\r']) types(key);
    prints('\r\n$ ');
    types('ls\r');
    advance(limits.holdBackMs);
    encoder.end();
    expect(text()).not.toContain('hun');
    expect(text()).not.toContain('ter2');
    expect(text()).toContain('"ls\\r"');
  });

  it('hides the answer to a password prompt that was printed before the recording', () => {
    const { types, prints, encoder, text } = createEncoder({ before: 'welcome\r\nPassword: ' });
    types('hunter2\r');
    prints('\r\n$ ');
    types('ls\r');
    encoder.handleEvent({ kind: 'exited', exit: { exitCode: 0, signal: null } });
    expect(text()).not.toContain('hunter2');
    expect(text()).toContain('"ls\\r"');
  });

  it('hides input that is typed before its prompt, and nothing visible', () => {
    const { prints, types, advance, encoder, text } = createEncoder();
    prints('$ ');
    types('sudo ls\r');
    prints('sudo ls\r\n');
    types('hunter2');
    types('\r');
    advance(limits.typedAheadMs - 1);
    prints('Password: ');
    prints('\r\n$ ');
    types('vim\r');
    advance(limits.typedAheadMs + limits.holdBackMs);
    expect(text()).toContain('"vim\\r"');
    encoder.end();
    expect(text()).not.toContain('hunter2');
    expect(text()).toContain('"sudo ls\\r"');
    expect(text()).toContain('"[REDACTED]"');
  });

  it('releases a held event when too many are queued behind it', () => {
    const { prints, types, advance, encoder, events } = createEncoder();
    prints(`token ${github.slice(0, 20)}`);
    for (let at = 0; at <= limits.recordingHeld; at++) types('\r');
    expect(events().length).toBeGreaterThan(limits.recordingHeld / 2);
    advance(1000);
    prints(`${github.slice(20)} shown\r\n`);
    encoder.end();
    expect((events() as [number, string, string][]).filter(([, code]) => code === 'o')).toEqual([
      [0, 'o', 'token [REDACTED]'],
      [1, 'o', ' shown\r\n'],
    ]);
  });

  it('splits a large initial screen into events, but never a character', () => {
    const opening = '🙂'.repeat(limits.recordingPieceChars);
    const { events } = createEncoder({ opening: `x${opening}` });
    const texts = (events() as [number, string, string][]).map(([, , text]) => text);
    expect(texts.length).toBe(3);
    expect(texts.join('')).toBe(`x${opening}`);
    expect(texts.some((text) => /\p{Surrogate}/u.test(text))).toBe(false);
  });
});
