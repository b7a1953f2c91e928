import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { readScrollback } from '#terminal/screenReader.ts';
import { leaked, privateKey } from '../redaction/samples.ts';
import { aScreen } from '../terminal/aScreen.ts';

const redaction = createRedaction(defaultPolicy);

describe('a private key on a narrow screen', () => {
  it.each([4, 10, 20, 31, 33, 80])('is hidden in all rows, at %i columns', (cols) => {
    const key = privateKey(5);
    const { screen, feed } = aScreen(3, cols, { scrollback: 2000 });
    feed(`${key.join('\r\n')}\r\nafter\r\n\r\n\r\n`);
    const received = Array.from({ length: screen.scrollback.length }, (_, start) =>
      readScrollback(screen, { start, count: 3, redaction }).lines.join(''),
    );
    expect(received.length).toBeGreaterThan(key.length);
    const secrets = key.slice(1, -1).join('');
    expect(received.map((lines) => leaked(secrets, lines)).filter(Boolean)).toEqual([]);
  });

  it('of 25,000 characters is hidden in a transcript that begins in its middle', () => {
    const lines = Array.from({ length: 10 }, (_, seed) => privateKey(seed + 1).slice(1, -2)).flat();
    const [begin, ...rest] = privateKey(1);
    const body = Array.from({ length: 400 }, (_, at) => lines[at % lines.length]!);
    const { screen, feed } = aScreen(10, 80, { scrollback: 2000 });
    feed([begin, ...body, rest.at(-1), 'after'].join('\r\n'));
    const { lines: received } = readScrollback(screen, { start: 200, count: 10, redaction });
    expect(received.every((line) => !leaked(body.join(''), line))).toBe(true);
  });
});
