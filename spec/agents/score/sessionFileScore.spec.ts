/** Compares adapter reports with session files that Claude Code wrote. */
import { describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../plugins/claude-code/turnCollector.ts';
import { sample } from '../claude-code/samples.ts';
import { readSession } from '../claude-code/sessionFile.ts';
import { AdapterReport } from './adapterReport.ts';
import { lettersOf, redactTurns, scoreSessionFile } from './sessionFileScore.ts';

const stored = readSession(sample('2.1.327-bash-deny'));
const sent = stored.map(({ prompt }) => prompt);

const command = 'touch made.txt && echo made';
const started = { kind: 'tool_started', id: 't', name: 'Bash', input: { command } };
const stopped = { kind: 'tool_completed', id: 't', status: 'cancelled' };
const denied = { kind: 'turn_complete', interrupted: true, whole: true, text: 'I will\nrun a command.' };
const hello = { kind: 'turn_complete', whole: true, text: 'Hello. Here is a **short** answer.' };
const right = [started, stopped, denied, hello];

interface Options {
  readonly prompts?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly state?: string;
}

function score(events: readonly TurnEvent[], options: Options = {}) {
  const { prompts = sent, metadata = {}, state = 'completed_turn' } = options;
  const report = new AdapterReport();
  report.receive({ state, metadata, events: events.map((event, at) => ({ ...event, seq: at + 1 })) });
  return scoreSessionFile(prompts, report, stored);
}

const permission = (tool: string) => ({ metadata: { permission: { tool }, dialog_id: 'd1' } });

describe('the report of a run', () => {
  it('matches the session file', () => {
    expect(score(right, permission('Bash'))).toEqual({
      checks: { prompts: 2, turns: 1, texts: 2, tools: 2, interruptions: 2 },
      failures: [],
    });
  });

  it.each<[string, readonly TurnEvent[], Options, RegExp]>([
    ['a lost prompt', right, { prompts: [...sent, 'more'] }, /expected the prompts/],
    ['a duplicated prompt', right, { prompts: sent.slice(1) }, /expected the prompts/],
    ['a missing end of a turn', right.slice(0, 3), {}, /expected the ends of 2 turns, got 1/],
    ['a surplus end of a turn', [...right, hello], {}, /expected the ends of 2 turns, got 3/],
    [
      'a shorter text',
      [...right.slice(0, 3), { ...hello, text: 'Hello.' }],
      {},
      /turn 2: expected \[.*got \["Hello\."\]/,
    ],
    ['a longer text', [...right.slice(0, 3), { ...hello, text: `${hello.text} Done` }], {}, /turn 2/],
    [
      'the beginning of a text instead of its end',
      [...right.slice(0, 3), { ...hello, whole: false, text: 'Hello.' }],
      {},
      /turn 2: expected the end of/,
    ],
    [
      'no text instead of its end',
      [...right.slice(0, 3), { ...hello, whole: false, text: '' }],
      {},
      /turn 2: expected/,
    ],
    [
      'a tool that was not called',
      [{ ...started, name: 'Read' }, ...right],
      {},
      /reported, but never called/,
    ],
    ['another command', [{ ...started, input: { command: 'rm -rf' } }, denied, hello], {}, /never called/],
    ['no tool', [denied, hello], {}, /Bash was called, but never reported/],
    [
      'a denied tool as completed',
      [started, { ...stopped, status: 'completed' }, denied, hello],
      {},
      /completed, but the user stopped it/,
    ],
    [
      'an interrupted turn as completed',
      [started, stopped, { ...denied, interrupted: false }, hello],
      {},
      /expected interrupted, got not interrupted/,
    ],
    ['the dialog of a tool that was not called', right, permission('Write'), /Write was reported to ask/],
  ])('fails with %s', (_, events, options, message) => {
    expect(score(events, options).failures.join('\n')).toMatch(message);
  });

  it('passes with the end of a long answer, and with a turn that still runs', () => {
    const end = { ...hello, whole: false, text: 'short answer.' };
    expect(score([...right.slice(0, 3), end]).failures).toEqual([]);
    expect(score(right.slice(0, 3), { state: 'thinking' }).failures).toEqual([]);
  });

  it('passes with a gap in an answer, but not with lines in another order', () => {
    const gap = { kind: 'text_delta', text: 'short', gap: true };
    const withGap = { ...hello, whole: false, text: 'Hello.\nshort answer.' };
    expect(score([...right.slice(0, 3), gap, withGap]).failures).toEqual([]);
    const reordered = { ...withGap, text: 'short answer.\nHello.' };
    expect(score([...right.slice(0, 3), gap, reordered]).failures).toHaveLength(1);
  });

  it('passes with several tools in one sentence of the metadata', () => {
    const tools = [{ name: 'Bash', summary: 'Ran 1 shell command' }];
    expect(score([denied, hello], { metadata: { tools } }).failures).toEqual([]);
  });

  it('is compared with the rest of the file after a false end of a turn', () => {
    const empty = { kind: 'turn_complete', whole: true, text: '' };
    const { checks, failures } = score([...right.slice(0, 3), empty, hello]);
    expect(failures).toHaveLength(1);
    expect(checks).toMatchObject({ texts: 2, tools: 1, interruptions: 2 });
  });

  it('passes without a prompt that was withdrawn before any answer', () => {
    const withdrawn = { kind: 'turn_complete', interrupted: true, whole: true, text: '' };
    const prompts = ['withdrawn', ...sent];
    expect(score([withdrawn, ...right], { prompts }).failures).toEqual([]);
    const others = [
      { ...withdrawn, interrupted: false },
      { ...withdrawn, text: 'Words.' },
    ];
    for (const other of others) expect(score([other, ...right], { prompts }).failures).not.toEqual([]);
  });

  it('has no checks for an empty run', () => {
    const { checks, failures } = scoreSessionFile([], new AdapterReport(), []);
    expect([failures, Object.values(checks)]).toEqual([[], [0, 0, 0, 0, 0]]);
    expect(scoreSessionFile(['a prompt'], new AdapterReport(), []).failures).toHaveLength(1);
  });
});

it('a session with redaction reports no secret', () => {
  const key = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;
  const answer = `Use ${key} now.`;
  const turns = [
    { prompt: 'a prompt', texts: [answer], displayedTexts: [answer], calls: [], interrupted: false },
  ];
  const failures = (text: string, redacts: boolean) => {
    const report = new AdapterReport();
    const events = [{ kind: 'turn_complete', whole: true, text, seq: 1 }];
    report.receive({ state: 'completed_turn', metadata: {}, events });
    return scoreSessionFile(['a prompt'], report, redacts ? redactTurns(turns) : turns).failures;
  };
  expect(failures('Use [REDACTED] now.', true)).toEqual([]);
  expect(failures(answer, true)).toHaveLength(1);
  expect(failures(answer, false)).toEqual([]);
});

it('letters ignore wrapping and formatting', () => {
  expect(lettersOf('# A **title**\n\n```js\nx = 1;\n```\n- 日本語')).toBe('Atitlex1日本語');
});
