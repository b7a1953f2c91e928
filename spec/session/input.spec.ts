/** Every action through the protocol, to a program that reports its input. */
import { describe, expect, it } from 'vitest';
import { actions } from '#terminal/input/actions.ts';
import { program } from '../harness/programs.ts';
import { type ActionSent, aServer, faultOf, obeying } from './driven.ts';

const modes = '\x1b[?1004h\x1b[?1000h\x1b[?1006h\x1b[?2004h';

interface Case {
  readonly action: ActionSent;
  readonly bytes: string;
}

const written: readonly Case[] = [
  { action: { type: 'text', value: 'añ終😀' }, bytes: 'añ終😀' },
  { action: { type: 'paste', value: 'two\nlines' }, bytes: 'two\nlines' },
  { action: { type: 'bracketed_paste', value: 'in' }, bytes: '\x1b[200~in\x1b[201~' },
  { action: { type: 'key', value: 'shift_tab' }, bytes: '\x1b[Z' },
  { action: { type: 'keys', value: 'up ctrl+x' }, bytes: '\x1b[A\x18' },
  { action: { type: 'interrupt' }, bytes: '\x03' },
  { action: { type: 'eof' }, bytes: '\x04' },
  { action: { type: 'raw', value: Buffer.from('ab\0\xff', 'latin1').toString('base64') }, bytes: 'ab\0\xff' },
  { action: { type: 'stream_text', value: { text: 'slow', chunk_chars: 2, delay_ms: 1 } }, bytes: 'slow' },
  { action: { type: 'mouse', value: { event: 'click', row: 1, col: 2 } }, bytes: '\x1b[<0;3;2M\x1b[<0;3;2m' },
  { action: { type: 'focus', value: { focused: true } }, bytes: '\x1b[I' },
];

describe('an action', () => {
  it.each(written.map((one) => [one.action.type, one] as const))(
    '%s reaches the program byte for byte',
    async (_, { action, bytes }) => {
      const { calls } = aServer();
      const length = action.type === 'raw' ? bytes.length : Buffer.byteLength(bytes);
      const script = `stty raw -echo; printf '${modes}ready'; head -c ${length} | od -An -v -tx1 | tr -d ' \\n'; printf .`;
      const { session } = await calls.session.create({ program: 'bash', args: ['-c', script] });
      await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
      const sent = await calls.session.input({ session, action });
      expect(sent).toEqual({ sent: true, bytes: length });
      const { hit } = await calls.session.wait({
        session,
        matcher: { type: 'transcript_regex', value: 'ready([0-9a-f]*)\\.' },
      });
      const came = Buffer.from(String(hit!.capture), 'hex');
      expect(came).toEqual(Buffer.from(bytes, action.type === 'raw' ? 'latin1' : 'utf8'));
    },
  );

  it('resize is reported to the program, and visible to readers', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create(program('tells-size'));
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: '24 80' } });
    await calls.session.act({
      session,
      actions: [{ type: 'resize', value: { rows: 30, cols: 100, pixel_width: 800, pixel_height: 600 } }],
      matcher: { type: 'contains_text', value: '30 100' },
    });
    expect((await calls.session.info({ session })).size).toEqual({
      rows: 30,
      cols: 100,
      pixel_width: 800,
      pixel_height: 600,
    });
  });

  it('signal reaches the foreground program, kill ends it', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create({
      program: 'bash',
      args: ['-c', `trap 'echo got USR1' USR1; echo ready; while :; do read -r -t 1; done`],
    });
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    await calls.session.act({
      session,
      actions: [{ type: 'signal', value: 'user1' }],
      matcher: { type: 'contains_text', value: 'got USR1' },
    });
    expect(await calls.session.input({ session, action: { type: 'kill' } })).toEqual({
      sent: true,
      bytes: 0,
    });
    const { hit } = await calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect(hit).toMatchObject({ exit_code: null, signal: 'SIGKILL' });
  });

  it('mark_transcript remembers a place', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    await show('before');
    const { next } = await server.calls.session.transcript({ session });
    await server.calls.session.input({
      session,
      action: { type: 'mark_transcript', value: { label: 'here' } },
    });
    await show('after');
    expect(await server.calls.session.transcript({ session, from: 'here' })).toMatchObject({
      text: 'after',
      start: next,
      markers: { here: next },
    });
  });

  it('is done through the wire above, whichever it is', () => {
    const others = ['resize', 'signal', 'kill', 'mark_transcript'];
    expect([...written.map(({ action }) => action.type), ...others].sort()).toEqual(
      Object.keys(actions).sort(),
    );
  });
});

describe('input is refused', () => {
  it('if the program has not enabled the mode that it needs', async () => {
    const server = aServer();
    const { session } = await obeying(server);
    const input = (action: ActionSent) => server.calls.session.input({ session, action });
    expect(await faultOf(input({ type: 'focus', value: { focused: true } }), 'ModeOff')).toMatchObject({
      action: 'focus',
    });
    const click = input({ type: 'mouse', value: { event: 'click', row: 0, col: 0 } });
    expect(await faultOf(click, 'ModeOff')).toMatchObject({ action: expect.stringContaining('mouse') });
    expect((await server.calls.session.info({ session })).queued_input_bytes).toBe(0);
  });

  it('when more waits than a program may leave unread', async () => {
    const server = aServer();
    const { session } = await server.calls.session.create({
      program: 'sh',
      args: ['-c', 'stty raw -echo; printf ready; exec sleep 1000'],
    });
    await server.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    const value = 'x'.repeat(3 * 1024 * 1024);
    let fault: unknown;
    for (let sent = 0; sent < 12 && !fault; sent++)
      await server.calls.session
        .input({ session, action: { type: 'text', value } })
        .catch((problem) => (fault = problem.data));
    expect(fault).toMatchObject({ reason: 'busy', limit: 'inputQueueBytes' });
    const { queued_input_bytes } = await server.calls.session.info({ session });
    expect(queued_input_bytes).toBeGreaterThan(28 * 1024 * 1024);
    await server.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
  });
});
