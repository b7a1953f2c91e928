/** What a program tells its terminal, told to those who have asked for news. */
import { expect, it } from 'vitest';
import { runInProcess } from '../harness/server.ts';

const said = (script: string) => ({ program: '/bin/sh', args: ['-c', script] });

it('events of a terminal are told in order, redacted, and before the exit', async () => {
  const { client, close } = runInProcess();
  try {
    const told: unknown[] = [];
    await client.calls.server.set_notifications({ enabled: true });
    client.on('session.terminal', ({ kind, number, facts }) => told.push([kind, number, facts]));
    const exited = new Promise((resolve) => client.on('session.exited', resolve));
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await client.calls.session.create(
      said(`printf '\\033]2;one\\007\\033]9;%s\\007\\033[?2004h' ${secret}; printf '\\033]133;D;3\\007'`),
    );
    await exited;
    expect(told.slice(0, 2)).toEqual([
      ['title', 1, { text: 'one' }],
      ['notification', 2, { title: null, text: '[REDACTED]', source: 'osc9', urgency: 'normal' }],
    ]);
    expect(told.map((one) => (one as unknown[])[0]).sort()).toEqual([
      'command_finished',
      'mode',
      'notification',
      'title',
    ]);
    expect(JSON.stringify(told)).not.toContain('ghp_');
  } finally {
    await close();
  }
});

it('a colour that a client chose is told, until it is taken back', async () => {
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
