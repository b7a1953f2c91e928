/** Each matcher through the protocol: unsatisfied, satisfied by later output, and satisfied at once. */
import { describe, expect, it } from 'vitest';
import { matchers } from '#matchers/registry.ts';
import { aServer, faultOf, type MatcherSent, obeying } from '../session/driven.ts';

interface Case {
  readonly matcher: MatcherSent;
  /** Earlier output that does not satisfy the matcher. */
  readonly before?: string;
  readonly by: string;
  readonly hit: object;
  /** The matcher counts from the start of the wait, so earlier content does not satisfy it. */
  readonly fresh?: true;
}

const contains = (value: string) => ({ type: 'contains_text', value }) as const;

const cases: readonly Case[] = [
  {
    matcher: contains('world'),
    before: 'hello World',
    by: '\r\n  world',
    hit: { kind: 'contains_text', text: 'world', row: 1, col: 2 },
  },
  {
    matcher: contains('one\ntwo'),
    before: 'two\r\n',
    by: 'one\r\ntwo',
    hit: { kind: 'contains_text', text: 'one\ntwo', row: 1, col: 0 },
  },
  {
    matcher: { type: 'screen_regex', value: 'v(\\d+)\\.(\\d+)' },
    before: 'v1',
    by: '.27 v3.4',
    hit: { kind: 'screen_regex', text: 'v1.27', capture: '1', row: 0, col: 0, pattern: 'v(\\d+)\\.(\\d+)' },
  },
  {
    matcher: { type: 'screen_regex', value: '(?m)^\\$$' },
    before: 'cost: $\r\n',
    by: '$ ',
    hit: { kind: 'screen_regex', text: '$', capture: '$', row: 1, col: 0 },
  },
  {
    matcher: { type: 'screen_regex', value: '終(わ)り' },
    before: '漢字',
    by: ' 終わり',
    hit: { text: '終わり', capture: 'わ', row: 0, col: 5 },
  },
  {
    matcher: { type: 'transcript_contains', value: '\x1b[1mbold' },
    before: 'bold',
    by: '\x1b[1mbold',
    hit: { kind: 'transcript_contains', text: '\x1b[1mbold' },
  },
  {
    matcher: { type: 'transcript_regex', value: 'id=(?:(\\w)|(\\d\\d)-)' },
    before: 'id=',
    by: '\rid=x',
    hit: { kind: 'transcript_regex', text: 'id=x', capture: 'x' },
  },
  {
    matcher: { type: 'cursor_at', value: { row: 2, col: 7 } },
    before: '\x1b[3;7H',
    by: 'x',
    hit: { kind: 'cursor_at', row: 2, col: 7 },
  },
  {
    matcher: { type: 'title', value: { equals: 'vim' } },
    before: '\x1b]2;neovim\x07',
    by: '\x1b]2;vim\x07',
    hit: { kind: 'title', text: 'vim' },
  },
  {
    matcher: { type: 'title', value: { contains: 'vi' } },
    by: '\x1b]0;neovim\x1b\\',
    hit: { kind: 'title', text: 'neovim' },
  },
  {
    matcher: { type: 'title', value: { regex: '^v.m$' } },
    before: '\x1b]2;neovim\x07',
    by: '\x1b]2;vim\x07',
    hit: { kind: 'title', text: 'vim' },
  },
  { matcher: { type: 'bell' }, before: '\x07', by: 'x\x07', hit: { kind: 'bell' }, fresh: true },
  { matcher: { type: 'changed' }, before: 'x', by: 'y', hit: { kind: 'changed' }, fresh: true },
  {
    matcher: { type: 'alternate_screen' },
    by: '\x1b[?1049h',
    hit: { kind: 'alternate_screen', on: true },
  },
  {
    matcher: { type: 'alternate_screen', value: false },
    before: '\x1b[?1049h',
    by: '\x1b[?1049l',
    hit: { kind: 'alternate_screen', on: false },
  },
  {
    matcher: { type: 'cwd', value: { equals: '/srv/a b' } },
    before: '\x1b]7;file://host/srv\x07',
    by: '\x1b]7;file://host/srv/a%20b\x07',
    hit: { kind: 'cwd', text: '/srv/a b' },
  },
  {
    matcher: { type: 'cwd', value: { regex: '^/srv/' } },
    by: '\x1b]1337;CurrentDir=/srv/x\x07',
    hit: { kind: 'cwd', text: '/srv/x' },
  },
  {
    matcher: { type: 'command_finished' },
    before: '\x1b]133;D;0\x07',
    by: '\x1b]133;D;3\x07',
    hit: { kind: 'command_finished', exit_code: 3, number: expect.any(Number) },
    fresh: true,
  },
  {
    matcher: { type: 'command_finished', value: { exit_code: 0, command: { contains: 'make' } } },
    before: '\x1b]133;C;cmdline=make a\x07\x1b]133;D;2\x07',
    by: '\x1b]133;C;cmdline=ls\x07\x1b]133;D;0\x07\x1b]133;C;cmdline=make b\x07\x1b]133;D;0\x07',
    hit: { kind: 'command_finished', exit_code: 0, command: 'make b' },
    fresh: true,
  },
  {
    matcher: { type: 'event', value: { kind: 'bell' } },
    before: '\x07',
    by: '\x07',
    hit: { kind: 'event', event: 'bell', facts: { bells: 2 } },
    fresh: true,
  },
  {
    matcher: {
      type: 'event',
      value: { kind: 'notification', facts: { title: null, text: { regex: '^do+ne' }, source: 'osc9' } },
    },
    by: '\x1b]777;notify;x;done\x07\x1b]9;not done\x07\x1b]9;doone now\x07',
    hit: { kind: 'event', event: 'notification', facts: { text: 'doone now', urgency: 'normal' } },
    fresh: true,
  },
  {
    matcher: { type: 'not', value: contains('busy') },
    before: 'busy',
    by: '\r    ',
    hit: { kind: 'not' },
  },
  {
    matcher: {
      type: 'any',
      value: [contains('no'), contains('yes'), { type: 'screen_regex', value: 'y..' }],
    },
    by: 'yes',
    hit: { kind: 'any', matched: { kind: 'contains_text', text: 'yes', row: 0, col: 0 } },
  },
  {
    matcher: {
      type: 'all',
      value: [contains('ready'), { type: 'any', value: [{ type: 'title', value: { equals: 'done' } }] }],
    },
    before: 'ready',
    by: '\x1b]2;done\x07',
    hit: {
      kind: 'all',
      matched: [
        { kind: 'contains_text', text: 'ready' },
        { kind: 'any', matched: { kind: 'title', text: 'done' } },
      ],
    },
  },
];

describe('a matcher', () => {
  it.each(cases.map((one) => [JSON.stringify(one.matcher), one] as const))('%s', async (_, one) => {
    const server = aServer();
    const { session, say, show } = await obeying(server);
    if (one.before) await show(one.before);
    const { matcher } = one;
    const timeout = await faultOf(server.calls.session.wait({ session, matcher, timeout_ms: 0 }), 'Timeout');
    expect(timeout).toMatchObject({ session, timeout_ms: 0 });

    const pending = server.calls.session.wait({ session, matcher });
    await say(one.by);
    expect(await pending).toMatchObject({ matched: true, hit: one.hit });

    const again = server.calls.session.wait({ session, matcher, timeout_ms: 0 });
    if (one.fresh) await faultOf(again, 'Timeout');
    else expect(await again).toMatchObject({ hit: one.hit });
  });

  it('is tested above or in a separate spec', () => {
    const elsewhere = ['screen_stable', 'idle', 'process_exited', 'lua', 'selector'];
    const here = new Set(cases.map(({ matcher }) => matcher.type));
    expect([...matchers.keys()].filter((name) => !here.has(name as never)).sort()).toEqual(elsewhere.sort());
  });
});

describe('a count from a sequence', () => {
  it('makes no client miss a change between two waits', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    const { sequence } = await server.calls.session.info({ session });
    const visible = await show('x\x07');
    for (const type of ['changed', 'bell'] as const) {
      const since = (value: number) =>
        server.calls.session.wait({ session, matcher: { type, value: { since: value } }, timeout_ms: 0 });
      expect(await since(sequence)).toMatchObject({ hit: { kind: type, sequence: visible.sequence } });
      await faultOf(since(visible.sequence), 'Timeout');
    }
  });
});

describe('the number of an event', () => {
  it('makes no client miss an event between two waits', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    await show('\x1b]133;D;1\x07one\x1b]133;D;2\x07');
    const next = (since: number) =>
      server.calls.session.wait({
        session,
        matcher: { type: 'command_finished', value: { since } },
        timeout_ms: 0,
        evidence: 'text',
      });
    const first = (await next(0)).hit!;
    const second = (await next(first.number!)).hit!;
    expect([first.exit_code, second.exit_code]).toEqual([1, 2]);
    await faultOf(next(second.number!), 'Timeout');
  });

  it('is not needed with input: only its effects count', async () => {
    const server = aServer();
    const { session, show, said } = await obeying(server);
    await show('\x1b]7;file:///a\x07\x1b]9;old\x07.');
    const act = (matcher: MatcherSent) =>
      server.calls.session.act({ session, actions: [said('\x1b]7;file:///a\x07\x1b]9;new\x07')], matcher });
    expect(await act({ type: 'event', value: { kind: 'notification' } })).toMatchObject({
      hit: { facts: { text: 'new' } },
    });
    expect(await act({ type: 'cwd', value: { equals: '/a' } })).toMatchObject({ hit: { text: '/a' } });
  });
});

describe('an empty list of matchers', () => {
  it('matches in `all`, and never in `any`', async () => {
    const server = aServer();
    const { session } = await obeying(server);
    const wait = (matcher: MatcherSent) => server.calls.session.wait({ session, matcher, timeout_ms: 0 });
    expect(await wait({ type: 'all', value: [] })).toMatchObject({ hit: { kind: 'all', matched: [] } });
    await faultOf(wait({ type: 'any', value: [] }), 'Timeout');
    expect(await wait({ type: 'not', value: { type: 'any', value: [] } })).toMatchObject({
      hit: { kind: 'not' },
    });
  });
});

describe('process_exited', () => {
  it.each([
    ['exit 7', { exit_code: 7, signal: null }],
    ['kill -TERM $$', { exit_code: null, signal: 'SIGTERM' }],
  ])('reports the reason: %s', async (script, how) => {
    const { calls } = aServer();
    const { session } = await calls.session.create({ program: 'sh', args: ['-c', `read -r go; ${script}`] });
    const matcher = { type: 'process_exited' } as const;
    await faultOf(calls.session.wait({ session, matcher, timeout_ms: 0 }), 'Timeout');
    const pending = calls.session.wait({ session, matcher });
    await calls.session.input({ session, action: { type: 'key', value: 'enter' } });
    expect(await pending).toMatchObject({ hit: { kind: 'process_exited', ...how } });
    expect(await calls.session.wait({ session, matcher, timeout_ms: 0 })).toMatchObject({ hit: how });
  });
});
