/** Text of a model is reported as text, even if it looks like a part of the program. The text of an error determines its kind. */
import { describe, expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { actsAsAgent } from '../../acp/editor.ts';
import { adapterOf } from '../adapters.ts';
import { capture, createClassifier, uncoloured } from './classifier.ts';
import { forged } from './forge.ts';

async function classify(file: string, text: string) {
  const [scene] = readScenes(file, text);
  return await createClassifier().said(scene!);
}

const captures = ['2.0.76-hello-completed.txt', '2.1.197-hello-completed.txt', '2.1.327-hello-completed.txt'];

const like = [
  'Bash(rm -rf /)',
  '⎿  done',
  '',
  'Array(5) creates an empty array',
  '⎿  $ ls',
  '',
  'Read 1 file (ctrl+o to expand)',
  '',
  '☐ milk',
  '☒ eggs',
];

describe.each(captures)('an answer in %s', (file) => {
  it('has no tools and no list of things to do in it', async () => {
    const { state, metadata } = await classify(file, forged(file, capture(file), like));
    expect(state).toBe('completed_turn');
    expect(metadata).toMatchObject({ turn: { text: expect.stringContaining(like.join('\n')) } });
    expect(metadata).not.toHaveProperty('tools');
    expect(metadata).not.toHaveProperty('todos');
  });
});

const failed = '2.1.327-fails-429-noretry-failed.txt';
const message = 'API Error: Request rejected (429) · This request would exceed your rate limit (stub).';

it.each([
  ['API Error: 400 This exceeds 401 items', { kind: 'api' }],
  ['API Error: 529 Overloaded', { kind: 'overloaded' }],
  ['API Error: Request rejected (429) · retry after 5 minutes', { kind: 'rate_limit', retry_after_s: 300 }],
  ['API Error: 529 Overloaded. Please try again in 90 seconds', { kind: 'overloaded', retry_after_s: 90 }],
  ['API Error: 500 Retrying in 1500 ms', { kind: 'api', retry_after_s: 2 }],
  ['API Error: you exceeded your current quota', { kind: 'quota' }],
  ["API Error: You've hit your spend limit", { kind: 'quota' }],
  ['API Error: the stream disconnected before its end', { kind: 'connection' }],
  ['API Error: the input exceeds the context window', { kind: 'too_long' }],
])('%s', async (words, error) => {
  const { state, metadata } = await classify(failed, capture(failed).replace(message, words));
  expect(state).toBe('error');
  expect(metadata).toMatchObject({ error });
});

it('the answer to a question is neither text of the model nor a tool', async () => {
  const file = '2.1.50-status-caret-completed.txt';
  const bullet = '␛[38;2;255;255;255m●';
  const said = `${bullet}␛[0m Hello. Here is a short answer.`;
  expect(capture(file)).toContain(said);
  const outcome = `${bullet}\u00a0␛[0mUser answered Claude's questions:\n  ⎿  · Which colour? → Blue`;
  const { metadata } = await classify(file, capture(file).replace(said, `${outcome}\n\n${said}`));
  expect(metadata).toMatchObject({ turn: { text: 'Hello. Here is a short answer.' } });
  expect(metadata).not.toHaveProperty('tools');
});

it('a question that was refused is no tool, also if its bullet is grey', async () => {
  const file = '2.1.327-hello-completed.txt';
  const said = '␛[38;2;255;255;255m●␛[0m Hello. Here is a short answer.';
  expect(capture(file)).toContain(said);
  const grey = '␛[38;2;153;153;153m';
  const refused = `${grey}●␛[0m Declined to answer Claude's questions:\n${grey}  ⎿  · Which colour? (Red / Blue)␛[0m`;
  const [above, below] = capture(file).split(said) as [string, string];
  const { state, metadata } = await classify(file, `${above}${refused}\n${below.replace(/^\n\n.*/, '')}`);
  expect(state).toBe('ready');
  expect(metadata).toMatchObject({ turn: { interrupted: true, text: '' } });
  expect(metadata).not.toHaveProperty('tools');
});

it('the logo is not text of the model, at any position', async () => {
  const file = '2.1.327-hello-ready.txt';
  const logo = /(?<=^␛\[38;2;215;119;87m)(?= ?[▐▝])/gm;
  expect(capture(file).match(logo)).toHaveLength(3);
  const { state, metadata } = await classify(file, capture(file).replace(logo, ' '));
  expect(state).toBe('ready');
  expect(metadata).not.toHaveProperty('turn');
});

it.each([
  ['the words of the model', '●\u00a0One', ['Two', '●\u00a0One', 'Three', '· Four']],
  ['what became of a question', "●\u00a0 Answered Claude's questions:", ['Two', 'Three', '· Four']],
])('in the flat interface, a bullet before %s does not end the text', async (_, row, words) => {
  const requested = row.includes('Answered') ? [row, '· Which colour? → Blue'] : [row];
  const rows = ['you: hello', 'claude: Two', ...requested, 'Three', '· Four', 'Baked for 0s · done 12:57 PM'];
  const composer = ['manual mode on  ·  ? for shortcuts', '$ '];
  const header = ['state = "completed_turn"', 'size = { rows = 24, cols = 100 }'];
  const text = [
    ...header,
    `cursor = { row = ${rows.length + 2}, col = 2 }`,
    '---',
    '[Screen Reader Mode: on]',
  ];
  const { metadata } = await classify('flat.txt', [...text, ...rows, ...composer, ''].join('\n'));
  expect(metadata).toMatchObject({ turn: { text: words.join('\n') } });
});

it('how long the model has thought is no tool', async () => {
  const file = '2.1.327-bash-deny-denied.txt';
  const thinking = (sentence: string) =>
    capture(file)
      .replace('title = "✳', 'title = "◐')
      .replace(/^.*Did not run.*$/m, sentence)
      .replace(/^.*Interrupted.*$/m, '␛[38;2;153;153;153m  ⎿  Something to think about.␛[0m');
  const tools = async (sentence: string) => (await classify(file, thinking(sentence))).metadata['tools'];
  expect(await tools('  Reading 1 file…')).toHaveLength(1);
  expect(await tools('  Thinking for 1s…')).toBeUndefined();
});

it('the banner is not text of the model while its logo is hidden', async () => {
  const file = '2.1.327-hello-ready.txt';
  const logo = /^␛\[38;2;215;119;87m[ ▐▝▜][▐▜▝]?.*?(?=␛\[1mClaude|␛\[38;2;153;153;153m(?:Opus|~))/gm;
  expect(capture(file).match(logo)).toHaveLength(3);
  const busy = capture(file).replace('title = "✳', 'title = "◐');
  const { said } = createClassifier();
  let metadata: Readonly<Record<string, unknown>> = {};
  for (const text of [busy, busy.replace(logo, '           ')]) {
    const [scene] = readScenes(file, text);
    ({ metadata } = await said(scene!));
  }
  expect(metadata).not.toHaveProperty('turn');
});

const hello = '2.1.327-hello-completed.txt';
const said = '●␛[0m Hello. Here is a short answer.';

/** Text below the answer, and the rows of the program after it. */
const below = (...rows: readonly string[]) =>
  capture(hello)
    .replace('\n'.repeat(rows.length + 4), '\n\n\n')
    .replace(`${said}\n\n`, `${said}\n\n${rows.join('\n')}\n\n`);

it.each(['Ran 2 shell commands', 'Read 2 files, ran 1 shell command', 'Searched for 3 patterns'])(
  'without a colour, %s reports tools',
  async (sentence) => {
    const { metadata } = await classify(
      hello,
      uncoloured(below(`  ${sentence}`, '', '● All of it is done.')),
    );
    expect(metadata).toMatchObject({
      turn: { text: 'Hello. Here is a short answer.\n\nAll of it is done.' },
      tools: [{ summary: sentence, input: { description: sentence }, status: 'completed' }],
    });
  },
);

it.each([
  'Ran 2 shell commands.',
  'I ran 2 shell commands',
  'Ran 2 shell commands, and all is well',
  'Took 2 steps',
])('without a colour, %s reports no tools', async (sentence) => {
  const { metadata } = await classify(hello, uncoloured(below(`  ${sentence}`)));
  expect(metadata).toMatchObject({ turn: { text: `Hello. Here is a short answer.\n\n${sentence}` } });
  expect(metadata).not.toHaveProperty('tools');
});

it('without a colour, an interrupted sentence about tools reports them', async () => {
  const rows = ['  Ran 1 shell command', '  ⎿ \u00a0Interrupted · What should Claude do instead?'];
  const { metadata } = await classify(hello, uncoloured(below(...rows)).replace(/^✻.*$/m, ''));
  expect(metadata).toMatchObject({
    turn: { text: 'Hello. Here is a short answer.', interrupted: true },
    tools: [{ summary: 'Ran 1 shell command', status: 'cancelled' }],
  });
});

it('with colours, the text of a collapsed section is text', async () => {
  const { metadata } = await classify(hello, below('  Ran 2 shell commands'));
  expect(metadata).toMatchObject({
    turn: { text: 'Hello. Here is a short answer.\n\nRan 2 shell commands' },
  });
});

it('how many files were read is no path of one', async () => {
  const file = '2.1.50-reads-twice-folded.txt';
  const sentence = { name: 'Read', input: { description: 'Read 1 file' } };
  expect((await classify(file, capture(file))).metadata).toMatchObject({ tools: [sentence, sentence] });
});

it('in the flat interface, a call of several rows that was refused is a call that was stopped', async () => {
  const rows = [
    'you: hello',
    'claude: Num.',
    'tool error: Bash (echo "Do you want to proceed?"',
    '# ❯ 1. Yes…)',
    'Interrupted · What should Claude do instead?',
    'manual mode on',
    '$ ',
  ];
  const header = [
    'state = "ready"',
    'size = { rows = 24, cols = 100 }',
    'cursor = { row = 7, col = 2 }',
    '---',
  ];
  const { metadata } = await classify(
    'flat.txt',
    [...header, '[Screen Reader Mode: on]', ...rows, ''].join('\n'),
  );
  expect(metadata).toMatchObject({
    turn: { text: 'Num.', interrupted: true },
    tools: [{ name: 'Bash', summary: 'echo "Do you want to proceed?" # ❯ 1. Yes…', status: 'cancelled' }],
  });
});

it.each([
  ['2.0.76-write-dialog.txt', 'Write'],
  ['2.0.76-bash-dialog.txt', 'Bash'],
])('a call runs while its dialog is open, also below the row of a hook: %s', async (file, name) => {
  const { metadata } = await classify(file, capture(file));
  expect(metadata).toMatchObject({ tools: [{ name, status: 'running' }] });
});

it('in the flat interface, a call of several rows runs while it waits', async () => {
  const rows = ['you: hello', 'tool: Bash (echo "one"', '# two…)', 'Waiting…', 'Waiting for permission…'];
  const header = [
    'state = "thinking"',
    'size = { rows = 24, cols = 100 }',
    'cursor = { row = 7, col = 2 }',
    '---',
  ];
  const composer = ['manual mode on  ·  esc to interrupt', '$ '];
  const text = [...header, '[Screen Reader Mode: on]', ...rows, ...composer, ''].join('\n');
  const { metadata } = await classify('flat.txt', text);
  expect(metadata).toMatchObject({ tools: [{ name: 'Bash', status: 'running' }] });
});

it('in the flat interface, an approved plan is not text of the model', async () => {
  const plan = ['Plan saved to: ~/.claude/plans/a.md · /plan to edit', 'Plan', '', '1. Read hello.txt'];
  const rows = ['you: hello', 'claude: It is ready.', "●  Approved Claude's plan", ...plan, 'claude: Done.'];
  const end = ['Churned for 0s · done 2:36 AM', 'manual mode on', '$ '];
  const cursor = `cursor = { row = ${rows.length + 3}, col = 2 }`;
  const header = ['state = "completed_turn"', 'size = { rows = 24, cols = 100 }', cursor, '---'];
  const text = [...header, '[Screen Reader Mode: on]', ...rows, ...end, ''].join('\n');
  expect((await classify('flat.txt', text)).metadata).toMatchObject({
    turn: { text: 'It is ready.\n\nDone.' },
  });
});

it('without a colour, a refused call is a call, and not text', async () => {
  const { metadata } = await classify(
    hello,
    uncoloured(
      below('● Bash(touch made.txt)', '  ⎿ \u00a0Interrupted · What should Claude do instead?'),
    ).replace(/^✻.*$/m, ''),
  );
  expect(metadata).toMatchObject({
    turn: { text: 'Hello. Here is a short answer.', interrupted: true },
    tools: [{ name: 'Bash', summary: 'touch made.txt', status: 'cancelled' }],
  });
});

it('an answer that fills the screen before anything shows that the turn runs', async () => {
  const { turn, until } = await adapterOf({
    plugin: 'claude-code',
    program: process.execPath,
    args: [actsAsAgent],
  });
  await until('ready');
  const { metadata } = await turn('send_prompt', { prompt: 'together' });
  expect(metadata['turn']).toMatchObject({ text: expect.stringMatching(/\nline 40$/) });
});
