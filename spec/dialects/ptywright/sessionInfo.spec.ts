/** session.create, session.list and session.info with real programs. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aServer, obeying } from '../../session/driven.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-')));

afterAll(() => rmSync(folder, { recursive: true }));

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
      const { last_change_ms, ...listed } = details![at]!;
      const { last_change_ms: later, ...info } = await server.calls.session.info({ session });
      expect(listed).toEqual(info);
      expect(later).toBeGreaterThanOrEqual(last_change_ms);
    }
    expect(details).toMatchObject([{ name: 'first', running: true }, { exit: { signal: 'SIGKILL' } }]);
  });
});
