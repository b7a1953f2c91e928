/** Each matcher through the wire: it hopes in vain, is satisfied by what comes, and by what is there already. */
import { describe, expect, it } from 'vitest';
import { matchers } from '../../../src/core/matcher/index.ts';
import { aServer, faultOf, type MatcherSent, obeying } from '../session/driven.ts';

interface Case {
  readonly matcher: MatcherSent;
  /** What is there before and does not satisfy it. */
  readonly before?: string;
  readonly by: string;
  readonly hit: object;
  /** Counted from when the wait began, so what is there already is no reason. */
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

  it('is covered above or in a spec of its own', () => {
    const elsewhere = ['screen_stable', 'idle', 'process_exited', 'lua'];
    const here = new Set(cases.map(({ matcher }) => matcher.type));
    expect([...matchers.keys()].filter((name) => !here.has(name as never)).sort()).toEqual(elsewhere.sort());
  });
});

describe('a count from a sequence', () => {
  it('lets a client miss nothing between two waits', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    const { sequence } = await server.calls.session.info({ session });
    const shown = await show('x\x07');
    for (const type of ['changed', 'bell'] as const) {
      const since = (value: number) =>
        server.calls.session.wait({ session, matcher: { type, value: { since: value } }, timeout_ms: 0 });
      expect(await since(sequence)).toMatchObject({ hit: { kind: type, sequence: shown.sequence } });
      await faultOf(since(shown.sequence), 'Timeout');
    }
  });
});

describe('nothing to hope for', () => {
  it('is satisfied when all of nothing is asked, never when any of nothing is', async () => {
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
  ])('tells how: %s', async (script, how) => {
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
