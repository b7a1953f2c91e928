/** What a cast that begins in the middle of a session hides. */
import { expect, it } from 'vitest';
import { leaked, secretSamples } from '../redaction/samples.ts';
import { recorded } from './casts.ts';

it.each(secretSamples)('no part of a secret is in it, however far it had come: $kind', (sample) => {
  const secret = sample.make(5);
  for (let cut = 1; cut < secret.length; cut += 7) {
    const { text } = recorded(`\x1b[H${secret.slice(0, cut)}`, `${secret.slice(cut)} shown\r\n`, {
      size: { rows: 24, cols: 80 },
    });
    expect(leaked(secret, text)).toBeUndefined();
  }
});

it('it contains no part of a secret on the hidden screen, nor of one in a cut title', () => {
  const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(2);
  for (const before of [`${github}\x1b[?1049h`, `\x1b]2;${github}`]) {
    const { text } = recorded(before, '\x07 shown');
    expect(leaked(github, text)).toBeUndefined();
    expect(text).toContain('shown');
  }
});

it('it contains no incomplete clipboard content, which may be the beginning of a secret', () => {
  const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(2);
  const sent = `\x1b]52;c;${Buffer.from(github).toString('base64')}\x07`;
  for (let cut = 8; cut < sent.length; cut += 5) {
    const { text } = recorded(`one${sent.slice(0, cut)}`, `${sent.slice(cut)}two`);
    expect(leaked(sent.slice(7), text)).toBeUndefined();
    expect(text).toContain('two');
  }
});
