import { describe, expect, it } from 'vitest';
import { type ActionSent, aServer, type MatcherSent, obeying } from '../session/driven.ts';

/** What a wait finds after the program has printed this. */
async function found(output: string, matcher: MatcherSent) {
  const server = aServer();
  const { session, said } = await obeying(server);
  const actions: ActionSent[] = [said(output)];
  const { hit } = await server.calls.session.act({ session, actions, matcher, evidence: 'text' });
  return hit;
}

const marks = (command: string, exit: string) =>
  `\x1b]133;A\x07\x1b]133;B\x07\x1b]133;C;cmdline=${command}\x07\x1b]133;D;${exit}\x07`;

describe('command_finished', () => {
  it('matches the exit code and the command', async () => {
    const value = { exit_code: 3, command: { contains: 'test' } };
    expect(await found(marks('make%20test', '3'), { type: 'command_finished', value })).toMatchObject({
      kind: 'command_finished',
      exit_code: 3,
      command: expect.stringContaining('test'),
    });
  });

  it('ignores commands with another exit code', async () => {
    const hit = await found(marks('one', '1') + marks('two', '0'), {
      type: 'command_finished',
      value: { exit_code: 0 },
    });
    expect(hit).toMatchObject({ exit_code: 0, command: 'two' });
  });

  it('matches a shell that reports no exit code', async () => {
    const hit = await found('\x1b]133;C\x07\x1b]133;D\x07', {
      type: 'command_finished',
      value: { exit_code: null },
    });
    expect(hit).toMatchObject({ exit_code: null });
  });
});

describe('event', () => {
  it('matches facts by value and by condition', async () => {
    const hit = await found('\x1b]9;4;1;50\x07\x1b]9;4;1;75\x07\x1b]9;Build done\x07', {
      type: 'all',
      value: [
        { type: 'event', value: { kind: 'progress', facts: { percent: 75 } } },
        { type: 'event', value: { kind: 'notification', facts: { text: { regex: 'done$' } } } },
      ],
    });
    expect(hit).toMatchObject({
      matched: [{ event: 'progress' }, { event: 'notification' }],
    });
  });
});

it('cwd matches the directory that the program reports', async () => {
  const hit = await found('\x1b]7;file:///work/one\x07', { type: 'cwd', value: { regex: '^/work' } });
  expect(hit).toMatchObject({ kind: 'cwd' });
});
