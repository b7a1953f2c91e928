/** Output for subscribers: redacted in any chunks, held back briefly, and only from the time of the subscription. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy, noRedaction } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { OutputSubscribers } from '#session/outputSubscribers.ts';
import { Transcript } from '#session/transcript.ts';
import { HandClock } from '../harness/handClock.ts';
import { leaked, privateKey, secretSamples } from '../redaction/samples.ts';

function followed(redaction: Redaction = createRedaction(defaultPolicy), maxChars = 10_000) {
  const clock = new HandClock();
  const transcript = new Transcript(maxChars);
  let received = 0;
  const subscribers = new OutputSubscribers(transcript, redaction, maxChars, clock, () => {
    received += 1;
  });
  return {
    clock,
    subscribers,
    releases: () => received,
    print: (text: string) => {
      const output = transcript.append(new TextEncoder().encode(text));
      subscribers.feed?.push(output);
    },
  };
}

const token = secretSamples[1]!.make(1);

describe('a subscriber', () => {
  it.each(['gh', 'sk-', 'ghp_', 'AKIA', 'eyJhbGci', '50% \r', 'ls\b\x1b[K', '\x1b[3', 'a \x1b'])(
    'gets %j when output pauses, and the rest as it arrives',
    (text) => {
      const { clock, subscribers, print, releases } = followed();
      const subscriber = subscribers.subscribe();
      print(text);
      const { text: early } = subscriber.read();
      expect(early.length).toBeLessThan(text.length);
      clock.pass(limits.holdBackMs);
      expect([releases(), early + subscriber.read().text, clock.pending]).toEqual([1, text, 0]);
      const other = subscribers.subscribe();
      expect(other.hasOutput).toBe(false);
      print('1 more\r\n');
      for (const one of [subscriber, other]) expect(one.read().text).toBe('1 more\r\n');
    },
  );

  it('gets at most the start of a secret when output pauses', () => {
    for (const secret of [token, `password=${token}`, '-----BEGIN PRIVATE KEY-----\r\nMII']) {
      const { clock, subscribers, print } = followed();
      const subscriber = subscribers.subscribe();
      for (const letter of secret) {
        print(letter);
        clock.pass(limits.holdBackMs);
      }
      expect(leaked(secret.slice(-40), subscriber.read().text)).toBeUndefined();
    }
  });

  it('gets lines at once, and the rest when output pauses', () => {
    const { clock, subscribers, print, releases } = followed();
    const subscriber = subscribers.subscribe();
    print('hello\r\nname');
    expect([subscriber.hasOutput, subscriber.read().text, subscriber.hasOutput]).toEqual([
      true,
      'hello\r\n',
      false,
    ]);
    clock.pass(limits.holdBackMs - 1);
    expect([subscriber.hasOutput, releases()]).toEqual([false, 0]);
    clock.pass(1);
    expect([releases(), subscriber.read().text]).toEqual([1, 'name']);
    print('? ');
    expect(subscriber.read().text).toBe('? ');
    expect(clock.pending).toBe(0);
  });

  it('never gets a secret, at any cut, nor a key block', () => {
    const key = privateKey(2);
    const whole = `one ${token} two\r\n${key.join('\r\n')}\r\nthree\r\n`;
    for (const size of [1, 3, 7, 16, 40, 1000]) {
      const { clock, subscribers, print } = followed();
      const subscriber = subscribers.subscribe();
      let received = '';
      for (let at = 0; at < whole.length; at += size) {
        print(whole.slice(at, at + size));
        if ((at / size) % 5 === 0) clock.pass(limits.holdBackMs);
        if (subscriber.hasOutput) received += subscriber.read().text;
      }
      subscribers.feed?.end();
      received += subscriber.read().text;
      expect([size, leaked(token, received)]).toEqual([size, undefined]);
      for (const line of key.slice(1, -1)) expect(leaked(line, received)).toBeUndefined();
      expect(received).toMatch(/^one \w{0,15}\[REDACTED\] two\r\n[\s\S]*three\r\n$/);
    }
  });

  it('does not get earlier output, also if it was still held back', () => {
    const { subscribers, print } = followed();
    print('long ago\r\nbef');
    const first = subscribers.subscribe();
    print('ore');
    const second = subscribers.subscribe();
    print(' after\r\n');
    expect([first.read().text, second.read().text]).toEqual(['ore after\r\n', ' after\r\n']);
    const third = subscribers.subscribe();
    expect([third.hasOutput, third.read().text]).toEqual([false, '']);
  });

  it('that begins in the middle of a secret does not get the rest of it', () => {
    for (let cut = 1; cut < token.length; cut++)
      for (const transcriptMax of [1, 10_000]) {
        const { subscribers, print } = followed(undefined, transcriptMax);
        print(`token: ${token.slice(0, cut)}`);
        const one = subscribers.subscribe();
        print(token.slice(cut));
        const other = subscribers.subscribe();
        print(' end\r\n');
        for (const { text } of [one.read(), other.read()]) {
          expect([cut, transcriptMax, leaked(token, text)]).toEqual([cut, transcriptMax, undefined]);
          expect(text.endsWith('end\r\n') || transcriptMax === 1).toBe(true);
          expect(text).not.toContain('token:');
        }
      }
  });

  it('that reads too late gets a mark for the gap', () => {
    const { subscribers, print } = followed(noRedaction, 10_000);
    const subscriber = subscribers.subscribe();
    let all = '';
    for (let line = 0; line < 5000; line++) {
      all += `line ${line}\r\n`;
      print(`line ${line}\r\n`);
    }
    const { text, dropped } = subscriber.read();
    expect(dropped).toBe(true);
    expect(text.length).toBeGreaterThanOrEqual(10_000);
    expect(all.endsWith(text)).toBe(true);
    print('more');
    expect(subscriber.read()).toMatchObject({ text: 'more', dropped: false });
  });

  it('leaves no timer when the last one unsubscribes', () => {
    const { clock, subscribers, print } = followed();
    const [one, two] = [subscribers.subscribe(), subscribers.subscribe()];
    print('held');
    expect(clock.pending).toBe(1);
    one.dispose();
    expect(clock.pending).toBe(1);
    two.dispose();
    expect(clock.pending).toBe(0);
    print(' more\r\n');
    const again = subscribers.subscribe();
    print('new\r\n');
    expect(again.read().text).toBe('new\r\n');
  });
});
