import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { aServer, type Calls, faultOf } from '../../session/driven.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-')));

afterAll(() => rmSync(folder, { recursive: true }));

type Create = Parameters<Calls['session']['create']>[0];

/** Output of a program, read after it ended. */
async function printed(create: Omit<Create, 'program'>, script: string, clearEnv = false) {
  const { calls } = aServer();
  const env = clearEnv ? { PATH: process.env.PATH!, ...create.env } : create.env;
  const { session } = await calls.session.create({
    ...create,
    program: 'sh',
    args: ['-c', script],
    ...(env && { env }),
  });
  const { snapshot } = await calls.session.wait({ session, matcher: { type: 'process_exited' } });
  return snapshot!.plain_text;
}

describe('a program starts', () => {
  it('in its working directory, which PWD contains', async () => {
    expect(await printed({ cwd: folder }, 'pwd; echo "$PWD"')).toBe(`${folder}\n${folder}`);
  });

  it('with the given environment over the inherited one', async () => {
    process.env.PTYWRIGHT_SPEC_INHERITED = 'from the server';
    process.env.TMUX = 'another terminal';
    try {
      const visible = await printed(
        { env: { ADDED: 'añ', TERM: 'dumb' } },
        'echo "$ADDED $TERM $COLORTERM [$TMUX] $PTYWRIGHT_SPEC_INHERITED"',
      );
      expect(visible).toBe('añ dumb truecolor [] from the server');
      const cleared = await printed(
        { clear_env: true, env: { ADDED: 'x' } },
        'echo "$ADDED $TERM [$PTYWRIGHT_SPEC_INHERITED] [$HOME]"',
        true,
      );
      expect(cleared).toBe('x xterm-256color [] []');
    } finally {
      delete process.env.PTYWRIGHT_SPEC_INHERITED;
      delete process.env.TMUX;
    }
  });

  it('on a terminal of the given size', async () => {
    expect(await printed({ rows: 7, cols: 33 }, 'stty size')).toBe('7 33');
  });

  it('with its arguments unchanged', async () => {
    const { calls } = aServer();
    const args = ['%s|', 'a b', '', '$HOME', '*', "'", '終'];
    const { session } = await calls.session.create({ program: 'printf', args });
    const { snapshot } = await calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect(snapshot!.plain_text).toBe("a b||$HOME|*|'|終|");
  });

  it('and gets replies to its terminal queries, unless that is disabled', async () => {
    const { calls } = aServer();
    const asks = { program: 'sh', args: ['-c', "stty raw -echo; printf '\\033[5n'; head -c4 | od -An -c"] };
    const answered = await calls.session.create(asks);
    const { snapshot } = await calls.session.wait({
      session: answered.session,
      matcher: { type: 'process_exited' },
    });
    expect(snapshot!.plain_text.trim()).toBe('033   [   0   n');
    const { session } = await calls.session.create({ ...asks, terminal_replies: false });
    await faultOf(
      calls.session.wait({ session, matcher: { type: 'process_exited' }, timeout_ms: 200 }),
      'Timeout',
    );
  });

  it('or leaves no session and a reason', async () => {
    const { calls } = aServer();
    writeFileSync(join(folder, 'not-executable'), '#!/bin/sh\n');
    mkdirSync(join(folder, 'directory'), { recursive: true });
    const cases: [Create, object][] = [
      [{ program: 'no-such-program' }, { path: 'program', reason: 'ENOENT' }],
      [{ program: join(folder, 'not-executable') }, { path: 'program', reason: 'EACCES' }],
      [{ program: join(folder, 'directory') }, { path: 'program' }],
      [
        { program: 'sh', cwd: join(folder, 'nowhere') },
        { path: 'cwd', reason: 'ENOENT' },
      ],
      [
        { program: 'sh', cwd: join(folder, 'not-executable') },
        { path: 'cwd', reason: 'ENOTDIR' },
      ],
      [
        { program: 'sh', args: ['x'.repeat(limits.argBytes + 1)] },
        { path: 'args', reason: 'E2BIG' },
      ],
    ];
    for (const [create, why] of cases)
      expect(await faultOf(calls.session.create(create), 'SpawnFailed')).toMatchObject(why);
    const wrong: [Create, string][] = [
      [{ program: '' }, 'program'],
      [{ program: 'a\0b' }, 'program'],
      [{ program: 'sh', args: ['a\0b'] }, 'args.0'],
      [{ program: 'sh', env: { 'A=B': 'x' } }, 'env.A=B'],
      [{ program: 'sh', rows: 500, cols: 1000 }, 'rows'],
      [{ program: 'sh', name: 's1' }, 'name'],
      [{ program: 'sh', name: 'a b' }, 'name'],
      [{ program: 'sh', raw_transcript_append: true }, 'raw_transcript_append'],
      [{ program: 'sh', redaction: { enabled: true, extra_regexes: ['('] } }, 'redaction.extra_regexes.0'],
      [{ program: 'sh', redaction: { enabled: true, extra_literals: [''] } }, 'redaction.extra_literals.0'],
    ];
    for (const [create, path] of wrong)
      expect(await faultOf(calls.session.create(create), 'Invalid')).toMatchObject({ path });
    expect(await calls.session.list({})).toEqual({ sessions: [] });
    expect(await calls.session.create({ program: 'true' })).toEqual({ session: 's1' });
  });
});
