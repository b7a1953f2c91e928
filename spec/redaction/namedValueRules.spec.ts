import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { namedSamples } from './samples.ts';

const { text } = createRedaction(defaultPolicy);
const R = '[REDACTED]';
const seeds = Array.from({ length: 40 }, (_, seed) => seed);

describe('every kind', () => {
  it.each(namedSamples)('$kind is hidden, its name stays', ({ make }) => {
    for (const seed of seeds) {
      const { before, secret, after } = make(seed);
      expect(text(`x ${before}${secret}${after} y`)).toBe(`x ${before}${R}${after} y`);
    }
  });
});

describe('a credential', () => {
  it.each([
    ['Bearer abc.DEF_123~+/=-', `Bearer ${R}`],
    ['BEARER   abcdefgh1', `BEARER   ${R}`],
    ['api_key: k7Qz9x', `api_key: ${R}`],
    ['apikey=abc1, next', `apikey=${R}, next`],
    ['API-KEY = k7Qz9x', `API-KEY = ${R}`],
    ['secret=x]', `secret=${R}]`],
    ['PASSWORD:hunter2}', `PASSWORD:${R}}`],
    ['passwd=a b', `passwd=${R} b`],
    ['authorization: xyz1', `authorization: ${R}`],
  ])('%s', (raw, visible) => {
    expect(text(raw)).toBe(visible);
  });
});

describe('a value with a name', () => {
  it.each([
    ['access_token=abc&user=x', `access_token=${R}`],
    ['client_secret=abc', `client_secret=${R}`],
    ['export MY_API_KEY=abc', `export MY_API_KEY=${R}`],
    ['dbPassword: abc', `dbPassword: ${R}`],
    ['{"token": "k7 Qz\\"9", "n": 1}', `{"token": "${R}", "n": 1}`],
    ["{'token':'k7 Qz9'}", `{'token':'${R}'}`],
    ['{\\"token\\": \\"k7 Qz9\\"}', `{\\"token\\": \\"${R}\\"}`],
    ['token := `k7 Qz9`', `token := \`${R}\``],
    [':password => "s3 cret"', `:password => "${R}"`],
    ['password = b"s3 cret"', `password = b"${R}"`],
    ['**Password:** hunter2', `**Password:** ${R}`],
    ['SECRET_KEY=abc', `SECRET_KEY=${R}`],
    ['token1=abc', `token1=${R}`],
    ['"api key": "k7Qz9x"', `"api key": "${R}"`],
    ['Proxy-Authorization: Basic abc1', `Proxy-Authorization: Basic ${R}`],
    ['password: "s3cret horse battery', `password: "${R}`],
    ['AccountKey=abc==;x', `AccountKey=${R}`],
    ['пароль password=пароль', `пароль password=${R}`],
    ['redis://:hunter2@host', `redis://:${R}@host`],
  ])('%s', (raw, visible) => {
    expect(text(raw)).toBe(visible);
  });

  it.each([
    'password:',
    'Password: ',
    'token == other',
    'token != other',
    'Token::new()',
    'max_tokens=4096',
    'tokens: 1234',
    'token_count: 12',
    'token: string;',
    '"password": null,',
    'secret=undefined',
    '"token": {',
    '"token": "",',
    'token = lexer.next()',
    `token=${'$'}{{ secrets.NAME }}`,
    'PASSWORD=$PASSWORD',
    'token = this.token',
    'token = keyword;',
    'this.token = SyntaxKind.EndOfFile;',
    'token = values[pos]',
    'token = new Token',
    'passwd: /usr/bin/chage',
    'secrets: inherit',
    "credentials: 'include'",
    'PWD=/home/ada',
    'a basic authentication scheme',
    'Basic JavaScript knowledge',
    'token expiration times',
    'http://localhost:8080/a@b',
    'git@github.com:ada/engine.git',
    'task-management-of-everything',
    'they keyboard monkey',
    'd3b07384d113edec49eaa6238ad5ff00',
    'xox-and-many-other-words-in-a-row',
    'echo "-----BEGIN PRIVATE KEY-----" is how it begins',
  ])('is not seen in %s', (raw) => {
    expect(text(raw)).toBe(raw);
  });
});
