import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { leaked, namedSamples, privateKey, secretSamples } from './samples.ts';

const redaction = createRedaction(defaultPolicy);
const { text } = redaction;
const R = '[REDACTED]';
const seeds = Array.from({ length: 40 }, (_, seed) => seed);

describe('every kind', () => {
  it('has more than the 26 that were asked for', () => {
    expect(new Set(secretSamples.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(26);
  });

  it.each(secretSamples)('$kind goes, and nothing beside it', ({ make }) => {
    for (const seed of seeds) {
      const secret = make(seed);
      for (const [before, after] of [
        ['', ''],
        ['see ', ' there'],
        ['("', '")'],
        ['a line\n', '\nanother'],
        ['\\n', '"'],
        ['key=', ' '],
      ] as const) {
        expect(text(before + secret + after)).toBe(before + R + after);
      }
    }
  });

  it.each(namedSamples)('$kind goes, its name stays', ({ make }) => {
    for (const seed of seeds) {
      const { before, secret, after } = make(seed);
      expect(text(`x ${before}${secret}${after} y`)).toBe(`x ${before}${R}${after} y`);
    }
  });
});

describe('the rules of before', () => {
  it.each([
    ['Bearer abc.DEF_123~+/=-', `Bearer ${R}`],
    ['BEARER   abcdefgh1', `BEARER   ${R}`],
    ['sk-abcdefghijklmnop', R],
    ['a sk-abcdefghijklmnop_-', `a ${R}-`],
    ['sk-short', 'sk-short'],
    ['SK-abcdefghijklmnopqrst', 'SK-abcdefghijklmnopqrst'],
    ['api_key: k7Qz9x', `api_key: ${R}`],
    ['apikey=abc1, next', `apikey=${R}, next`],
    ['API-KEY = k7Qz9x', `API-KEY = ${R}`],
    ['secret=x]', `secret=${R}]`],
    ['PASSWORD:hunter2}', `PASSWORD:${R}}`],
    ['passwd=a b', `passwd=${R} b`],
    ['authorization: xyz1', `authorization: ${R}`],
  ])('%s', (raw, shown) => {
    expect(text(raw)).toBe(shown);
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
  ])('%s', (raw, shown) => {
    expect(text(raw)).toBe(shown);
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
      const shown = text(`before\n${shape(lines)}\nafter it`);
      for (const line of lines.slice(1, -1)) expect(leaked(line, shown)).toBeUndefined();
      expect(shown).toMatch(/^before\n/);
      expect(shown).toMatch(/after it$/);
    }
  });

  it('ends at its bound', () => {
    const long = `${privateKey(1)[0]}\n${`${'A'.repeat(63)}\n`.repeat(2000)}`;
    expect(text(long).length).toBeGreaterThan(long.length - 66_000);
    expect(text(long).length).toBeLessThan(long.length - 65_000);
  });
});

describe('escape sequences', () => {
  const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(5);
  const inside = (sequence: string) => `see ${secret.slice(0, 9)}${sequence}${secret.slice(9)} there`;
  it.each([
    ['SGR', '\x1b[31m'],
    ['SGR with colons', '\x1b[38:2::1:2:3m'],
    ['8 bit SGR', '\x9b1m'],
    ['OSC 8 with ST', '\x1b]8;id=1;http://x/y\x1b\\'],
    ['OSC 8 with BEL', '\x1b]8;;http://x/y\x07'],
    ['8 bit OSC', '\x9d0;title\x9c'],
    ['DCS with a BEL in it', '\x1bP$q\x07m\x1b\\'],
    ['APC', '\x1b_Gi=1;AAAA\x1b\\'],
    ['PM', '\x1b^x\x1b\\'],
    ['SOS', '\x1bXx\x1b\\'],
    ['a character set', '\x1b(B'],
    ['a sequence that CAN ends', '\x1b[12\x18'],
    ['a string that SUB ends', '\x1b]0;abc\x1a'],
    ['a sequence that ESC cuts short', '\x1b[12\x1b[0m'],
    ['a string that ESC cuts short', '\x1b]0;abc\x1b[0m'],
    ['modes', '\x1b[?25l\x1b[?2004h'],
    ['keypad and shift', '\x1b=\x1b>\x0f\x0e'],
    ['NUL, BEL and DEL', '\0\x07\x7f'],
    ['erase to the right', '\x1b[K'],
    ['a blank with CR, as line editors wrap', ' \r'],
    ['a letter taken back', 'x\b \b'],
    ['a letter taken back with erase', 'x\b\x1b[K'],
    ['a letter taken back with CUB', 'x\x1b[D\x1b[K'],
  ])('%s in the middle', (_, sequence) => {
    expect(text(inside(sequence))).toBe(`see ${R} there`);
  });

  it('leaves sequences beside a secret as they are', () => {
    expect(text(`\x1b[1m${secret}\x1b[0m\x1b]0;t\x07`)).toBe(`\x1b[1m${R}\x1b[0m\x1b]0;t\x07`);
    expect(text(`"token":\x1b[32m"k7 Qz9"\x1b[0m`)).toBe(`"token":\x1b[32m"${R}"\x1b[0m`);
  });

  it('redacts what string sequences carry', () => {
    expect(text(`\x1b]2;login ${secret}\x07`)).toBe(`\x1b]2;login ${R}\x07`);
    expect(text(`\x1b]8;;https://x/?access_token=abc\x1b\\here\x1b]8;;\x1b\\`)).toBe(
      `\x1b]8;;https://x/?access_token=${R}\x1b\\here\x1b]8;;\x1b\\`,
    );
    expect(text(`\x1bPq${secret}`)).toBe(`\x1bPq${R}`);
  });

  it('does not join what a cursor movement separates', () => {
    expect(text('password=a\x1b[2;5Hb c')).toBe(`password=${R}\x1b[2;5Hb c`);
    expect(text('password=a\rb c')).toBe(`password=${R}\rb c`);
    expect(text('password=a\x1b[Cb c')).toBe(`password=${R}\x1b[Cb c`);
    expect(text(`x\x1b[5;1H${secret}`)).toBe(`x\x1b[5;1H${R}`);
  });

  it('hides what was shown and then erased', () => {
    expect(leaked(secret, text(`${secret}${'\b \b'.repeat(secret.length)}`))).toBeUndefined();
    expect(leaked(secret, text(`${secret}\r\x1b[Kdone`))).toBeUndefined();
    expect(leaked(secret, text(`${secret.slice(0, 20)}zz\b\b${secret.slice(20)}`))).toBeUndefined();
  });
});

describe('what a caller adds', () => {
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
    const plain = text('password=a token: "b" Bearer abcdefgh https://u:pass@h');
    expect(text(plain)).toBe(plain);
  });
});

it('spans cover what text replaces', () => {
  const secret = secretSamples[0]!.make(3);
  expect(redaction.spans(`a ${secret} b`)).toEqual([{ start: 2, end: 2 + secret.length }]);
  expect(redaction.spans('nothing')).toEqual([]);
});
