/** Compares adapter reports with session files that Claude Code wrote. */
import { describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../plugins/claude-code/turnCollector.ts';
import { sample } from '../claude-code/samples.ts';
import { readSession } from '../claude-code/sessionFile.ts';
import { Account } from './account.ts';
import { judge, lettersOf, redacted } from './againstFile.ts';

const written = readSession(sample('2.1.327-bash-deny'));
const sent = written.map(({ prompt }) => prompt);

const command = 'touch made.txt && echo made';
const started = { kind: 'tool_started', id: 't', name: 'Bash', input: { command } };
const stopped = { kind: 'tool_completed', id: 't', status: 'cancelled' };
const broken = { kind: 'turn_complete', interrupted: true, whole: true, text: 'I will\nrun a command.' };
const hello = { kind: 'turn_complete', whole: true, text: 'Hello. Here is a **short** answer.' };
const right = [started, stopped, broken, hello];

interface More {
  readonly prompts?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly state?: string;
}

function judged(events: readonly TurnEvent[], more: More = {}) {
  const { prompts = sent, metadata = {}, state = 'completed_turn' } = more;
  const account = new Account();
  account.receive({ state, metadata, events: events.map((event, at) => ({ ...event, seq: at + 1 })) });
  return judge(prompts, account, written);
}

const permission = (tool: string) => ({ metadata: { permission: { tool }, dialog_id: 'd1' } });

describe('the report of a run', () => {
  it('agrees with the file', () => {
    expect(judged(right, permission('Bash'))).toEqual({
      claims: { prompts: 2, turns: 1, texts: 2, tools: 2, interruptions: 2 },
      failures: [],
    });
  });

  it.each<[string, readonly TurnEvent[], More, RegExp]>([
    ['a prompt that was lost', right, { prompts: [...sent, 'more'] }, /expected the prompts/],
    ['a prompt that came twice', right, { prompts: sent.slice(1) }, /expected the prompts/],
    ['an end that nobody heard of', right.slice(0, 3), {}, /the end was told of 1/],
    ['an end too many', [...right, hello], {}, /2 turns are written down, .* of 3/],
    ['other words', [...right.slice(0, 3), { ...hello, text: 'Hello.' }], {}, /turn 2 was told as/],
    ['words of its own', [...right.slice(0, 3), { ...hello, text: `${hello.text} Done` }], {}, /turn 2/],
    [
      'a beginning for an end',
      [...right.slice(0, 3), { ...hello, whole: false, text: 'Hello.' }],
      {},
      /turn 2 was told as, the end of/,
    ],
    [
      'nothing for an end',
      [...right.slice(0, 3), { ...hello, whole: false, text: '' }],
      {},
      /turn 2 was told as/,
    ],
    ['a tool that never was', [{ ...started, name: 'Read' }, ...right], {}, /told, and never called/],
    ['another command', [{ ...started, input: { command: 'rm -rf' } }, broken, hello], {}, /never called/],
    ['no tool at all', [broken, hello], {}, /Bash was called, and never told/],
    [
      'a refusal for an end',
      [started, { ...stopped, status: 'completed' }, broken, hello],
      {},
      /completed, and was stopped/,
    ],
    ['an end for a refusal', [started, stopped, { ...broken, interrupted: false }, hello], {}, /broken off/],
    ['a dialog of a tool that never was', right, permission('Write'), /Write was told to ask/],
  ])('is wrong with %s', (_, events, more, why) => {
    expect(judged(events, more).failures.join('\n')).toMatch(why);
  });

  it('may be the end of a long answer, and may leave a turn open', () => {
    const end = { ...hello, whole: false, text: 'short answer.' };
    expect(judged([...right.slice(0, 3), end]).failures).toEqual([]);
    expect(judged(right.slice(0, 3), { state: 'thinking' }).failures).toEqual([]);
  });

  it('may have a gap in its middle', () => {
    const gap = { kind: 'text_delta', text: 'short', gap: true };
    const holed = { ...hello, whole: false, text: 'Hello.\nshort answer.' };
    expect(judged([...right.slice(0, 3), gap, holed]).failures).toEqual([]);
    const turned = { ...holed, text: 'short answer.\nHello.' };
    expect(judged([...right.slice(0, 3), gap, turned]).failures).toHaveLength(1);
  });

  it('may fold several tools of a kind into one', () => {
    const tools = [{ name: 'Bash', summary: 'Ran 1 shell command' }];
    expect(judged([broken, hello], { metadata: { tools } }).failures).toEqual([]);
  });

  it('is compared with the rest of the file after a false end was reported', () => {
    const none = { kind: 'turn_complete', whole: true, text: '' };
    const { claims, failures } = judged([...right.slice(0, 3), none, hello]);
    expect(failures).toHaveLength(1);
    expect(claims).toMatchObject({ texts: 2, tools: 1, interruptions: 2 });
  });

  it('lacks nothing if a prompt was withdrawn before it had an effect', () => {
    const gone = { kind: 'turn_complete', interrupted: true, whole: true, text: '' };
    const prompts = ['taken back', ...sent];
    expect(judged([gone, ...right], { prompts }).failures).toEqual([]);
    const others = [
      { ...gone, interrupted: false },
      { ...gone, text: 'Words.' },
    ];
    for (const other of others) expect(judged([other, ...right], { prompts }).failures).not.toEqual([]);
  });

  it('claims nothing for an empty run', () => {
    const { claims, failures } = judge([], new Account(), []);
    expect([failures, Object.values(claims)]).toEqual([[], [0, 0, 0, 0, 0]]);
    expect(judge(['a prompt'], new Account(), []).failures).toHaveLength(1);
  });
});

it('a session with redaction reports no secret', () => {
  const key = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;
  const said = `Use ${key} now.`;
  const kept = [{ prompt: 'a prompt', said: [said], shown: [said], calls: [], interrupted: false }];
  const failures = (text: string, hides: boolean) => {
    const account = new Account();
    const events = [{ kind: 'turn_complete', whole: true, text, seq: 1 }];
    account.receive({ state: 'completed_turn', metadata: {}, events });
    return judge(['a prompt'], account, hides ? redacted(kept) : kept).failures;
  };
  expect(failures('Use [REDACTED] now.', true)).toEqual([]);
  expect(failures(said, true)).toHaveLength(1);
  expect(failures(said, false)).toEqual([]);
});

it('letters ignore wrapping and formatting', () => {
  expect(lettersOf('# A **title**\n\n```js\nx = 1;\n```\n- 日本語')).toBe('Atitlex1日本語');
});
