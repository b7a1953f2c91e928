import { describe, expect, it } from 'vitest';
import {
  isHexConstant,
  isLiteral,
  isLocation,
  isPlainWord,
  isProse,
  isQuantity,
  isReference,
  isStatus,
  isWordy,
  looksRandom,
} from '#redaction/heuristics.ts';

type Judgement = readonly [
  name: string,
  judge: (value: string) => boolean,
  yes: readonly string[],
  no: readonly string[],
];

const judgements: readonly Judgement[] = [
  [
    'words',
    isWordy,
    ['task-management', 'camelCaseName', 'HTTPServer', 'release-2024', 'ed25519', 'Straße', ''],
    ['k7Qz9xBv2', 'aB3dE5fG7', 'bcdfghjkl', 'x9f8e7d6c5'],
  ],
  ['a plain word', isPlainWord, ['password', "don't", 'and/or', 'done.'], ['s3cret', 'two words', '']],
  [
    'random',
    looksRandom,
    ['k7Qz9xBv2mLp4Wt8', 'aB3dE5fG7hJ9kL1m'],
    ['k7Qz9xBv2', 'internationalization', 'aaaaaaaaaaaaaaaaaaaa1', 'some-words-in-a-row'],
  ],
  [
    'a quantity',
    isQuantity,
    ['12', '-3.5', '10MiB', '250ms', '99%', '1,024', '12/30'],
    ['1234567', 'v1', '12ab34', ''],
  ],
  ['a constant', isHexConstant, ['0x40', '0x00000040UL', '0xff,'], ['0x', '0x123456789', '40']],
  [
    'a reference',
    isReference,
    [
      '$TOKEN',
      `${'$'}{TOKEN}`,
      '{{ token }}',
      '<token>',
      '%s',
      '****',
      'xxxxxx',
      'arn:aws:x',
      'your-key',
      'KEY_HERE',
    ],
    ['hunter2', 'a$b1', 'k7Qz9x'],
  ],
  [
    'a place',
    isLocation,
    ['/etc/passwd', '~/.ssh/id', './file', 'C:\\keys', 'https://example.org', 'server-key.pem'],
    ['k7Qz9xBv2.pem', 'etc/passwd', 'hunter2'],
  ],
  ['a literal', isLiteral, ['null', 'True', '"string"', 'sha-256', 'wpa2-psk'], ['nulls', 'hunter2']],
  ['a status', isStatus, ['required', 'Invalid.', '(expired)', 'N/A'], ['hunter2', 'requiredly']],
  ['prose', isProse, ['enter it here', 'is wrong', 'must match'], ['correct horse battery', 'hunter2']],
];

describe.each(judgements)('%s', (_, judge, yes, no) => {
  it.each(yes)('is %j', (value) => expect(judge(value)).toBe(true));
  it.each(no)('is not %j', (value) => expect(judge(value)).toBe(false));
});

it('a shorter value can count as random', () => {
  expect(looksRandom('k7Qz9xBv2')).toBe(false);
  expect(looksRandom('k7Qz9xBv2', 8)).toBe(true);
});
