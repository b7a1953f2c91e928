/** `ptywright convert`: one recording in every output format. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leaked, secretSamples } from '../../redaction/samples.ts';
import { runCommand } from '../inProcess.ts';
import { freshHome } from '../ptywright.ts';

const two = `{"version":2,"width":20,"height":3,"timestamp":7,"title":"one"}
[0.5,"o","a"]
[0.501,"o","b"]
[2,"r","10x2"]
[3.25,"m","chapter"]
[100,"o","\\r\\nc"]
[100,"x","3"]
`;

function withCast(): string {
  const folder = freshHome();
  writeFileSync(join(folder, 'two.cast'), two);
  return folder;
}

it.each(['', 'name: login\nsteps: []\n', '[1]\n', '{"name":"a"}\n', '5\n', '"hello"\n', 'true\n', 'null\n'])(
  'names the recordings that it accepts for a file with %j',
  async (text) => {
    const cwd = freshHome();
    writeFileSync(join(cwd, 'login.yaml'), text);
    for (const to of ['a.gif', 'a.txt', 'a.ts'])
      expect(await runCommand(['convert', 'login.yaml', to], { cwd })).toMatchObject({
        status: 1,
        stderr:
          'ptywright convert: login.yaml: not a recording; expected an asciicast (.cast), or a recording of calls (actions-json)\n',
      });
  },
);

describe('a cast', () => {
  it('is converted to the other version and back without a difference', async () => {
    const cwd = withCast();
    expect(await runCommand(['convert', 'two.cast', 'three.cast'], { cwd })).toMatchObject({ status: 0 });
    expect(
      readFileSync(join(cwd, 'three.cast'), 'utf8'),
    ).toBe(`{"version":3,"term":{"cols":20,"rows":3},"timestamp":7,"title":"one"}
[0.5,"o","a"]
[0.001,"o","b"]
[1.499,"r","10x2"]
[1.25,"m","chapter"]
[96.75,"o","\\r\\nc"]
[0,"x","3"]
`);
    await runCommand(['convert', 'three.cast', 'again.cast'], { cwd });
    expect(readFileSync(join(cwd, 'again.cast'), 'utf8')).toBe(two);
    await runCommand(['convert', '--to', 'asciicast-v2', '--idle', '1000', 'two.cast', 'short.cast'], {
      cwd,
    });
    const last = readFileSync(join(cwd, 'short.cast'), 'utf8').trim().split('\n').at(-1);
    expect(last).toBe('[3.501,"x","3"]');
  });

  it('shows no secret that a picture of its screens would hide, except with --raw', async () => {
    const cwd = freshHome();
    const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(3);
    // The end of the secret is drawn first.
    const rendered = [`\x1b[2;21H${secret.slice(20)}`, `\x1b[2;1H${secret.slice(0, 20)}`];
    const events = rendered.map((text) => JSON.stringify([1, 'o', text]));
    writeFileSync(join(cwd, 'a.cast'), `${['{"version":2,"width":60,"height":3}', ...events].join('\n')}\n`);
    for (const to of ['a.txt', 'a.jsonl']) {
      expect((await runCommand(['convert', 'a.cast', to], { cwd })).status).toBe(0);
      expect(leaked(secret, readFileSync(join(cwd, to), 'utf8'))).toBe(undefined);
      expect((await runCommand(['convert', '--raw', '--force', 'a.cast', to], { cwd })).status).toBe(0);
      expect(readFileSync(join(cwd, to), 'utf8')).toContain(secret);
    }
    const films = await Promise.all(
      [[], ['--raw']].map(async (options, at) => {
        await runCommand(['convert', ...options, 'a.cast', `${at}.gif`], { cwd });
        return readFileSync(join(cwd, `${at}.gif`));
      }),
    );
    expect(films[0]!.equals(films[1]!)).toBe(false);
  });

  it('becomes screens, and frames', async () => {
    const cwd = withCast();
    await runCommand(['convert', 'two.cast', 'two.txt'], { cwd });
    expect(readFileSync(join(cwd, 'two.txt'), 'utf8')).toBe(`--- 0.000 s, 20x3

--- 0.500 s, 20x3
ab
--- 2.000 s, 10x2
ab
--- 100.000 s, 10x2
ab
c
`);
    await runCommand(['convert', 'two.cast', 'two.jsonl'], { cwd });
    const lines = readFileSync(join(cwd, 'two.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { timestampMicros: 7_000_000, direction: 'frame', line: '\n\n' },
      { timestampMicros: 7_500_000, direction: 'frame-delta', line: '[[0,"ab"]]' },
      { timestampMicros: 9_000_000, direction: 'frame', line: 'ab\n' },
      { timestampMicros: 107_000_000, direction: 'frame', line: 'ab\nc' },
    ]);
  });

  it.each([
    [['two.cast', 'two.sh'], 1, 'two.cast: the recording has no calls'],
    [['two.cast', 'two.cast'], 1, 'already exists; overwrite it with --force'],
    [['two.cast', 'two.doc'], 2, 'expected a file that ends in .cast, .txt'],
    [['none.cast', 'two.txt'], 1, 'none.cast does not exist (ENOENT)'],
    [['two.cast', 'nowhere/two.txt'], 1, 'nowhere/two.txt is in a directory that does not exist (ENOENT)'],
  ])('is not converted where that cannot be: %j', async (words, status, problem) => {
    const ended = await runCommand(['convert', ...words], { cwd: withCast() });
    expect([ended.status, ended.stderr]).toEqual([status, expect.stringContaining(problem)]);
  });
});
