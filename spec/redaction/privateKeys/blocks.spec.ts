import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { leaked, privateKey } from '../samples.ts';

const { text } = createRedaction(defaultPolicy);
const seeds = Array.from({ length: 40 }, (_, seed) => seed);

describe('a private key block', () => {
  const shapes: [string, (lines: string[]) => string][] = [
    ['as it is', (lines) => lines.join('\n')],
    ['with CR LF', (lines) => lines.join('\r\n')],
    ['quoted', (lines) => lines.map((line) => `> ${line}`).join('\n')],
    ['numbered', (lines) => lines.map((line, index) => `  ${index}  ${line}`).join('\n')],
    ['in a frame', (lines) => lines.map((line) => `│ ${line.padEnd(64)} │`).join('\n')],
    ['in one string', (lines) => JSON.stringify({ key: `${lines.join('\n')}\n` })],
    ['coloured', (lines) => lines.map((line) => `\x1b[32m${line}\x1b[0m`).join('\r\n')],
    ['that has no end', (lines) => lines.slice(0, -1).join('\n')],
  ];
  it.each(shapes)('%s', (_, shape) => {
    for (const seed of seeds) {
      const lines = privateKey(seed);
      const visible = text(`before\n${shape(lines)}\nafter it`);
      for (const line of lines.slice(1, -1)) expect(leaked(line, visible)).toBeUndefined();
      expect(visible).toMatch(/^before\n/);
      expect(visible).toMatch(/after it$/);
    }
  });

  it('ends at its bound', () => {
    const long = `${privateKey(1)[0]}\n${`${'A'.repeat(63)}\n`.repeat(2000)}`;
    expect(text(long).length).toBeGreaterThan(long.length - 66_000);
    expect(text(long).length).toBeLessThan(long.length - 65_000);
  });
});
