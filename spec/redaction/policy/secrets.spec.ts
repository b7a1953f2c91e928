import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { secretSamples } from '../samples.ts';

const redaction = createRedaction(defaultPolicy);

describe('the additional rules of a caller', () => {
  const own = createRedaction({
    ...defaultPolicy,
    replacement: '<gone>',
    extraLiterals: ['hunter2', 'two\nlines'],
    extraRegexes: ['EMP-[0-9]{4}', 'x*'],
  });
  it('literals and patterns go, each with the replacement', () => {
    expect(own.text('hunter2 and EMP-1234, password=a')).toBe('<gone> and <gone>, password=<gone>');
    expect(own.text('two\r\nlines')).toBe('<gone>');
    expect(own.text('hun\x1b[1mter2')).toBe('<gone>');
  });
  it('redacting twice changes nothing', () => {
    const once = own.text('password=a token: "b" Bearer abcdefgh https://u:pass@h');
    expect(own.text(once)).toBe(once);
    const plain = redaction.text('password=a token: "b" Bearer abcdefgh https://u:pass@h');
    expect(redaction.text(plain)).toBe(plain);
  });
});

it('spans match the replaced text', () => {
  const secret = secretSamples[0]!.make(3);
  expect(redaction.spans(`a ${secret} b`)).toEqual([{ start: 2, end: 2 + secret.length }]);
  expect(redaction.spans('nothing')).toEqual([]);
});
