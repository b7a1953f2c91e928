import { describe, expect, it } from 'vitest';
import { findByRules, findUnfinishedByRules } from '#redaction/ruleMatcher.ts';
import { secretSamples } from './samples.ts';

const token = secretSamples.find(({ kind }) => kind === 'github_token')!.make(2);
const found = (text: string) =>
  findByRules(text, '[REDACTED]').map(({ start, end }) => text.slice(start, end));

describe('rules', () => {
  it('find each secret of a text, in order', () => {
    const other = secretSamples.find(({ kind }) => kind === 'aws_key_id')!.make(2);
    expect(found(`${token} and ${other}, ${token}`)).toEqual([token, other, token]);
  });

  it('ignore the case of an anchor only where their pattern does', () => {
    expect(found(token.toUpperCase())).toEqual([]);
    expect(found('PASSWORD=hunter2')).toEqual(['hunter2']);
  });

  it('find the anchor at every offset of the window that is searched at once', () => {
    const window = 16 * 1024;
    for (let offset = window - 8; offset <= window + 8; offset += 1)
      expect(found(`${'.'.repeat(offset)}${token}`), `at ${offset}`).toEqual([token]);
  });

  it('find a secret in each line that is encoded', () => {
    expect(found('plain\npassword%3Dhunter2\nplain\npassword\\u003dhunter3')).toEqual(['hunter2', 'hunter3']);
  });

  it('do not take the replacement for a secret', () => {
    expect(found('password=[REDACTED]')).toEqual([]);
  });
});

describe('an unfinished secret', () => {
  it.each([
    ['begins at its anchor', `see ${token.slice(0, 12)}`, 4],
    ['begins within an anchor', 'see ghp', 4],
    ['has the start of its pattern', 'see xo' + 'xb-123', 4],
  ])('%s', (_, text, at) => expect(findUnfinishedByRules(text)).toBe(at));

  it.each([
    ['after a secret that a blank ends', `${token} `],
    ['in plain words', 'nothing to hide.'],
  ])('does not exist %s', (_, text) => expect(findUnfinishedByRules(text)).toBe(text.length));
});
