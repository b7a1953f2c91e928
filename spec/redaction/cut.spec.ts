/** The rest of a secret that the screen cuts off is hidden like the whole. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withProgram } from '../harness/withProgram.ts';
import { aServer, type MatcherSent, obeying } from '../session/driven.ts';
import { leaked, privateKey, secretSamples } from './samples.ts';

const text = (value: string): MatcherSent => ({ type: 'contains_text', value });
const passwordInAddress = { kind: 'address', make: () => 'https://user:p4ssw0rdp4ssw0rdp4ssw0rd@host' };
const samples = [...secretSamples, passwordInAddress];

describe.each([
  ['by default', false],
  ['where redaction is enforced', true],
])('%s', (_, redactionEnforced) => {
  it.each(samples)('$kind, cut by a smaller size', async ({ make }) => {
    const server = aServer({ redactionEnforced });
    const { session, show } = await obeying(server, { rows: 6, cols: 250 });
    const secret = make(7);
    await show(`\x1b[?1049h\x1b[2J\x1b[HALT ${secret} end\r\nmenu`, text('menu'));
    for (let cols = 4 + secret.length; cols > 20; cols -= 7) {
      await server.calls.session.resize({ session, rows: 6, cols });
      const { plain_text } = (await server.calls.session.snapshot({ session })) as { plain_text: string };
      expect(plain_text).toContain('ALT');
      expect([cols, leaked(secret, plain_text)]).toEqual([cols, undefined]);
    }
  });
});

describe('in a program that does not wrap', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cut-'));

  function secretAt(col: number, secret: string) {
    const path = join(folder, `at-${col}`);
    writeFileSync(path, `${'x'.repeat(col)} ${secret} tail\n(second)\n`);
    return path;
  }

  async function looking(program: string, args: readonly string[], secret: string) {
    const { calls } = aServer();
    const { session } = await calls.session.create({ program, args: [...args], rows: 10, cols: 80 });
    await calls.session.wait({ session, matcher: text('second') });
    const seen = JSON.stringify(await calls.session.snapshot({ session, cells: 'runs' }));
    expect(seen).toContain('xxx');
    expect(leaked(secret, seen)).toBe(undefined);
  }

  const secret = secretSamples[1]!.make(3);

  withProgram('less', 'a pager that marks what it cuts', async () => {
    for (const col of [42, 50, 60]) await looking('less', ['-S', secretAt(col, secret)], secret);
  });

  withProgram('vim', 'an editor, with a sign and without', async () => {
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const more of ['set nolist', 'set list listchars=extends:>'])
      await looking(
        'vim',
        ['-u', 'NONE', '-nN', '--cmd', `set nowrap | ${more}`, secretAt(45, secret)],
        secret,
      );
  });
});

describe('in a pager whose upper rows have scrolled off', () => {
  async function paged(lines: readonly string[], downs: string, until: string) {
    const folder = mkdtempSync(join(tmpdir(), 'paged-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'text');
    writeFileSync(path, `${lines.join('\n')}\n`);
    const { calls } = aServer();
    const { session } = await calls.session.create({ program: 'less', args: [path], rows: 10, cols: 80 });
    await calls.session.wait({ session, matcher: text(path) });
    const action = { type: 'text', value: downs } as const;
    await calls.session.act({ session, actions: [action], matcher: text(until), redact: false });
    return ((await calls.session.snapshot({ session })) as { plain_text: string }).plain_text;
  }

  withProgram('less', 'the middle of a key', async () => {
    const key = privateKey(5);
    const body = key.slice(1, -1);
    const long = [key[0]!, ...body, ...body, ...body, key.at(-1)!];
    const seen = await paged(long, '\u0020', body[9 % body.length]!.slice(0, 20));
    for (const line of body) expect(leaked(line, seen)).toBe(undefined);
  });
});

it('hides a secret that continues in the first row of a screen without scrollback', async () => {
  const server = aServer();
  const { session, show } = await obeying(server, { rows: 4, cols: 30 });
  const secret = secretSamples[1]!.make(9);
  await show(`\x1b[?1049h\x1b[2J\x1b[Ha token ${secret} done\r\n2\r\n3`, text('\n3'));
  const snapshot = async () =>
    ((await server.calls.session.snapshot({ session })) as { plain_text: string }).plain_text;
  expect(leaked(secret, await snapshot())).toBe(undefined);
  await show('\x1b[4;1H\n5', text('5'));
  expect(leaked(secret, await snapshot())).toBe(undefined);
  expect(await snapshot()).toContain('done\n');
});

it('a full row without a secret leaves the next row unchanged', async () => {
  const { calls, ...server } = aServer();
  const { session, show } = await obeying({ calls, ...server }, { rows: 4, cols: 40 });
  const row = 'see https://example.org/a/long/path/here';
  expect(row).toHaveLength(40);
  await show(`\x1b[2J\x1b[H${row}\r\nthe basics of token passing and so forth`, text('forth'));
  const { plain_text } = (await calls.session.snapshot({ session })) as { plain_text: string };
  expect(plain_text).not.toContain('REDACTED');
});
