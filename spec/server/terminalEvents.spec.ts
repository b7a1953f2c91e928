/** Terminal events of a program, sent to clients that enabled notifications. */
import { expect, it } from 'vitest';
import { terminalEventKinds } from '#terminal/events.ts';
import { runInProcess } from '../harness/server.ts';

const said = (script: string) => ({ program: '/bin/sh', args: ['-c', script] });

it('events of a terminal are sent in order, redacted, and before the exit', async () => {
  const { client, close } = runInProcess();
  try {
    const received: unknown[] = [];
    await client.calls.server.set_notifications({ enabled: true });
    client.on('session.terminal', ({ kind, number, facts }) => received.push([kind, number, facts]));
    const exited = new Promise((resolve) => client.on('session.exited', resolve));
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await client.calls.session.create(
      said(`printf '\\033]2;one\\007\\033]9;%s\\007\\033[?2004h' ${secret}; printf '\\033]133;D;3\\007'`),
    );
    await exited;
    expect(received.slice(0, 2)).toEqual([
      ['title', 1, { text: 'one' }],
      ['notification', 2, { title: null, text: '[REDACTED]', source: 'osc9', urgency: 'normal' }],
    ]);
    expect(received.map((one) => (one as unknown[])[0]).sort()).toEqual([
      'command_finished',
      'mode',
      'notification',
      'title',
    ]);
    expect(JSON.stringify(received)).not.toContain('ghp_');
  } finally {
    await close();
  }
});

it('sends only the requested sessions and kinds', async () => {
  const { client, close } = runInProcess();
  try {
    const { calls } = client;
    const received: unknown[] = [];
    client.on('session.terminal', ({ session, kind }) => received.push([session, kind]));
    let outputs = 0;
    client.on('session.output', () => outputs++);
    const loud = said(`printf '\\033]2;one\\007\\007\\033]133;D;3\\007x\\033]2;two\\007'`);
    await calls.server.set_notifications({
      enabled: true,
      sessions: ['s2'],
      kinds: ['bell', 'command_finished'],
      output: false,
    });
    const exited = new Promise((resolve) => client.on('session.exited', resolve));
    for (let session = 0; session < 2; session++) await calls.session.create(loud);
    await exited;
    expect(received).toEqual([
      ['s2', 'bell'],
      ['s2', 'command_finished'],
    ]);
    expect(outputs).toBe(0);
  } finally {
    await close();
  }
});

it('every kind there is', async () => {
  const { client, close } = runInProcess();
  try {
    const { calls } = client;
    const received = new Set<string>();
    await calls.server.set_notifications({ enabled: true, output: false });
    client.on('session.terminal', ({ kind }) => received.add(kind));
    const osc = [
      '0;title',
      '7;file:///tmp',
      '133;A',
      '133;B',
      '133;C',
      '133;D',
      '9;note',
      '9;4;1;5',
      '52;c;aGk=',
      '4;1;#010203',
      '1337;RemoteHost=a@b',
      '1337;SetUserVar=a=Yg==',
      '1337;File=inline=1:',
      '5113;ac=send',
      '8;;https://a.b',
    ];
    const modes = '\\033[?1049h\\033[?1004h\\033[?1003h\\033[?1006h\\033[?25l';
    const all = osc.map((one) => `\\033]${one}\\007`).join('');
    const { session } = await calls.session.create(said(`printf '${modes}${all}\\007link'; cat`));
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'link' } });
    const move = { type: 'mouse', value: { event: 'move', row: 0, col: 1 } } as const;
    const focus = { type: 'focus', value: { focused: true } } as const;
    for (const action of [focus, move]) await calls.session.input({ session, action });
    await calls.session.close({ session });
    expect([...received].sort()).toEqual([...terminalEventKinds].sort());
  } finally {
    await close();
  }
});

it('a flood is sent in order and completely', async () => {
  const { client, close } = runInProcess();
  try {
    const numbers: number[] = [];
    await client.calls.server.set_notifications({ enabled: true, output: false });
    client.on('session.terminal', ({ number }) => numbers.push(number));
    const exited = new Promise((resolve) => client.on('session.exited', resolve));
    const flood = `i=0; while [ $i -lt 3000 ]; do printf '\\033]9;no %s\\007' $i; i=$((i+1)); done`;
    await client.calls.session.create(said(flood));
    await exited;
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    expect(numbers.at(-1)).toBe(3000);
  } finally {
    await close();
  }
});

it('the focus, and links under the pointer, are sent to all', async () => {
  const { client, close } = runInProcess();
  try {
    const { calls } = client;
    const received: unknown[] = [];
    await calls.server.set_notifications({ enabled: true, kinds: ['focus', 'link_hovered'] });
    client.on('session.terminal', ({ kind, facts }) => received.push([kind, facts]));
    const page = `printf '\\033[?1004h\\033[?1003h\\033[?1006hsee \\033]8;;https://a.b\\033\\\\here\\033]8;;\\033\\\\ ok'; cat`;
    const { session } = await calls.session.create(said(page));
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'here ok' } });
    const move = (col: number) => ({ type: 'mouse', value: { event: 'move', row: 0, col } }) as const;
    const focus = (focused: boolean) => ({ type: 'focus', value: { focused } }) as const;
    const focused = (focused: boolean) =>
      calls.session.wait({
        session,
        matcher: { type: 'event', value: { kind: 'focus', facts: { focused } } },
      });
    const waits = [focused(true), focused(false)];
    await calls.session.act({
      session,
      actions: [focus(false), move(1), move(5), move(6), move(9), move(4), focus(true)],
      matcher: { type: 'changed', value: { since: 0 } },
    });
    expect(await Promise.all(waits)).toMatchObject([{ hit: { number: 6 } }, { hit: { number: 3 } }]);
    await calls.session.close({ session });
    const link = { uri: 'https://a.b', row: 0, col_start: 4, col_end: 7 };
    expect(received).toEqual([
      ['focus', { focused: false }],
      ['link_hovered', link],
      ['link_hovered', link],
      ['focus', { focused: true }],
    ]);
  } finally {
    await close();
  }
});

it('a colour that a client chose is reported until it is reset', async () => {
  const { client, close } = runInProcess();
  try {
    const { calls } = client;
    const { session } = await calls.session.create(said('cat'));
    await calls.session.set_palette({ session, colors: { '1': '#112233', cursor: '#445566' } });
    const { colors } = await calls.session.palette({ session });
    expect([colors['1'], colors.cursor, colors['2']]).toEqual(['#112233', '#445566', '#00cd00']);
    await calls.session.set_palette({ session, colors: { '1': null } });
    expect((await calls.session.palette({ session })).colors['1']).toBe('#cd0000');
  } finally {
    await close();
  }
});
