/** Secrets in casts that begin in the middle of a session. */
import { expect, it } from 'vitest';
import { leaked, secretSamples } from '../redaction/samples.ts';
import { recordCast } from './casts.ts';

it.each(secretSamples)('a cast contains no part of a secret that began before it: $kind', (sample) => {
  const secret = sample.make(5);
  for (let cut = 1; cut < secret.length; cut += 7) {
    const { text } = recordCast(`\x1b[H${secret.slice(0, cut)}`, `${secret.slice(cut)} shown\r\n`, {
      size: { rows: 24, cols: 80 },
    });
    expect(leaked(secret, text)).toBeUndefined();
  }
});

it('a cast contains no part of a secret on the hidden screen, or in an incomplete title', () => {
  const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(2);
  for (const before of [`${github}\x1b[?1049h`, `\x1b]2;${github}`]) {
    const { text } = recordCast(before, '\x07 shown');
    expect(leaked(github, text)).toBeUndefined();
    expect(text).toContain('shown');
  }
});

it('a cast contains no incomplete clipboard content, which may be the beginning of a secret', () => {
  const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(2);
  const sent = `\x1b]52;c;${Buffer.from(github).toString('base64')}\x07`;
  for (let cut = 8; cut < sent.length; cut += 5) {
    const { text } = recordCast(`one${sent.slice(0, cut)}`, `${sent.slice(cut)}two`);
    expect(leaked(sent.slice(7), text)).toBeUndefined();
    expect(text).toContain('two');
  }
});
