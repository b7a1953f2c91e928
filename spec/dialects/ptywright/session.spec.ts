/** session.create, session.list and session.info with real programs. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { aServer, type Calls, faultOf, obeying } from '../../session/driven.ts';

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
      const shown = await printed(
        { env: { ADDED: 'añ', TERM: 'dumb' } },
        'echo "$ADDED $TERM $COLORTERM [$TMUX] $PTYWRIGHT_SPEC_INHERITED"',
      );
      expect(shown).toBe('añ dumb truecolor [] from the server');
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

describe('a name', () => {
  it('can replace the id until the session is closed', async () => {
    const server = aServer();
    const { session, show } = await obeying(server, { name: 'editor:1', tags: ['a', 'b c'] });
    await show('hello');
    expect(await server.calls.session.info({ session: 'editor:1' })).toMatchObject({
      session,
      name: 'editor:1',
      tags: ['a', 'b c'],
    });
    expect(await server.calls.session.snapshot({ session: 'editor:1' })).toMatchObject({
      plain_text: 'hello',
    });
    await server.calls.session.input({ session: 'editor:1', action: { type: 'text', value: '\n' } });
    await server.calls.session.resize({ session: 'editor:1', rows: 10, cols: 40 });
    const again = server.calls.session.create({ program: 'true', name: 'editor:1' });
    expect(await faultOf(again, 'Invalid')).toMatchObject({ path: 'name', got: 'editor:1' });
    await server.calls.session.close({ session: 'editor:1' });
    await faultOf(server.calls.session.info({ session: 'editor:1' }), 'SessionUnknown');
    await server.calls.session.create({ program: 'true', name: 'editor:1' });
    expect((await server.calls.session.list({})).sessions).toEqual(['s2']);
  });

  it('of the object prototype is unknown', async () => {
    const { calls } = aServer();
    for (const session of ['__proto__', 'constructor', 'toString'])
      await faultOf(calls.session.info({ session }), 'SessionUnknown');
  });
});

describe('session.info', () => {
  it('describes the program', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create({
      program: 'bash',
      args: ['--norc', '--noprofile', '-i'],
      env: { PS1: '$ ' },
      rows: 20,
      cols: 70,
      pixel_width: 700,
      pixel_height: 400,
    });
    await calls.session.wait({ session, matcher: { type: 'screen_regex', value: '\\$ ?$' } });
    const act = (text: string, value: string) =>
      calls.session.act({
        session,
        actions: [{ type: 'text', value: `${text}\n` }],
        matcher: { type: 'screen_regex', value },
      });
    const { hit } = await act('echo "pid=$$."', '(?m)^pid=(\\d+)\\.\\n\\$ ?\\z');
    const info = await calls.session.info({ session });
    expect(info).toMatchObject({
      session,
      name: null,
      tags: [],
      program: 'bash',
      args: ['--norc', '--noprofile', '-i'],
      pid: Number(hit!.capture),
      running: true,
      exit: null,
      foreground: 'bash',
      cwd: process.cwd(),
      size: { rows: 20, cols: 70, pixel_width: 700, pixel_height: 400 },
      title: null,
      pending_waits: 0,
      queued_input_bytes: 0,
      warnings: [],
    });
    expect(info.modes).toMatchObject({ bracketed_paste: true, alternate_screen: false, wraparound: true });
    const { transcript_cursor, sequence } = info;
    expect((await calls.session.transcript({ session })).next).toBe(transcript_cursor);
    expect(sequence).toBe(
      (await calls.session.wait({ session, matcher: { type: 'all', value: [] } })).sequence,
    );

    await act(`cd ${folder}; echo moved`, '(?m)^moved\\n\\$ ?\\z');
    expect((await calls.session.info({ session })).cwd).toBe(folder);
    await act('sleep 1000 & sh -c "echo in; read -r end"', '(?m)^in$');
    expect((await calls.session.info({ session })).foreground).toBe('sh');
    // A shell may drop input that is typed before its next prompt.
    await calls.session.act({
      session,
      actions: [{ type: 'interrupt' }],
      matcher: { type: 'screen_regex', value: '\\$ ?$' },
    });
    await act(`printf '\\033]7;file://host${folder}/told\\007\\033]2;a title\\007'; exit 3`, 'exit');
    await calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect(await calls.session.info({ session })).toMatchObject({
      running: false,
      exit: { exit_code: 3, signal: null },
      foreground: null,
      cwd: `${folder}/told`,
      title: 'a title',
      pid: info.pid,
    });
  });

  it('returns the modes that the program has set', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    await show(
      '\x1b[?1h\x1b=\x1b[?2004h\x1b[?1004h\x1b[?1003h\x1b[?1006h\x1b[>4;2m\x1b[>3u\x1b[?1049h\x1b[4h\x1b[?6h\x1b[?7l\x1b[?5h',
    );
    expect((await server.calls.session.info({ session })).modes).toMatchObject({
      application_cursor: true,
      application_keypad: true,
      bracketed_paste: true,
      focus_events: true,
      mouse_tracking: 'any',
      mouse_encoding: 'sgr',
      modify_other_keys: 2,
      alternate_screen: true,
      insert: true,
      origin: true,
      wraparound: false,
      reverse_screen: true,
    });
  });

  it('matches session.list with details', async () => {
    const server = aServer();
    const { session: first } = await obeying(server, { name: 'first' });
    const { session: second } = await obeying(server);
    await server.calls.session.kill({ session: second, force: true });
    const { sessions, details } = await server.calls.session.list({ details: true });
    expect(sessions).toEqual([first, second]);
    for (const [at, session] of sessions.entries()) {
      const { last_change_ms, ...told } = details![at]!;
      const { last_change_ms: later, ...info } = await server.calls.session.info({ session });
      expect(told).toEqual(info);
      expect(later).toBeGreaterThanOrEqual(last_change_ms);
    }
    expect(details).toMatchObject([{ name: 'first', running: true }, { exit: { signal: 'SIGKILL' } }]);
  });
});

describe('the session limit', () => {
  it('counts exited sessions until they are closed', async () => {
    const { calls } = aServer();
    const tiny = { program: 'true', rows: 1, cols: 2, scrollback: 1 };
    const ids: string[] = [];
    for (let count = 0; count < limits.sessions; count += 64)
      for (const { session } of await Promise.all(
        Array.from({ length: 64 }, () => calls.session.create(tiny)),
      ))
        ids.push(session);
    const refused = await faultOf(calls.session.create(tiny), 'Busy');
    expect(refused).toEqual({ reason: 'busy', limit: 'sessions', max: limits.sessions });
    await calls.session.close({ session: ids[500]! });
    expect(await calls.session.create(tiny)).toEqual({ session: `s${limits.sessions + 1}` });
    expect((await calls.session.list({})).sessions).toHaveLength(limits.sessions);
  });
});
