/** Captures in which text of a model, a tool or a file looks like a part of Claude Code. */
import { describe, expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { capture, createClassifier, uncoloured } from './classifier.ts';

interface Lookalike {
  readonly about: string;
  readonly picture: string;
  /** The original text, and its replacement. */
  readonly instead: Readonly<Record<string, string>>;
  readonly state: string;
  readonly metadata?: object;
}

const meanings = (...list: readonly string[]) => list.map((meaning) => ({ meaning }));
const labels = (...list: readonly string[]) => list.map((label) => ({ label, meaning: 'answer' }));
const grey = '␛[38;2;153;153;153m';

/** Rows of a question. Before 2.1.260, they are at the left edge. */
const request = (...rows: readonly string[]) => ({
  '␛[1;38;2;255;255;255mWhich colour do you prefer?␛[0m': rows
    .map((row) => `␛[1;38;2;255;255;255m${row}␛[0m`)
    .join('\n'),
});
const across = '─'.repeat(120);
const permission = [across, 'Read file', '  /etc/hosts', 'Do you want to proceed?'];
const yesOrNo = { Red: 'Yes', Blue: 'No' };

/** Questions whose text looks like another dialog, or like the conversation above one. */
const forged = ['2.0.76', '2.1.112', '2.1.197'].flatMap((version) =>
  [
    ['a permission below a bullet', { ...request('● Fine', ...permission), ...yesOrNo }],
    ['a permission below a result', { ...request('  ⎿  Fine', ...permission), ...yesOrNo }],
    ['a permission and no bullet', { ...request('Fine', ...permission), ...yesOrNo }],
    ['a list of models', request('Fine', '▔'.repeat(120), '  Select model')],
    ['a list of models below a bullet', request('⏺ Fine', across, 'Select model')],
    ['an answer', request('Pick', '● Fine, pick one', '⏺ Or another')],
  ].map(([words, instead]) => ({
    about: `a question of ${version} like ${words}`,
    picture: `${version}-question-dialog.txt`,
    instead: instead as Readonly<Record<string, string>>,
    state: 'waiting_for_user_input',
  })),
);

const lookalikes: readonly Lookalike[] = [
  {
    about: 'a description like the tab of a question',
    picture: '2.1.327-bash-dialog.txt',
    instead: { 'Create a marker file': '☐ Colour' },
    state: 'waiting_for_permission',
    metadata: { permission: { tool: 'Bash' } },
  },
  {
    about: 'a command like the tab of a question',
    picture: '2.0.76-bash-dialog.txt',
    instead: { '   touch made.txt && echo made': '   ☐ Colour' },
    state: 'waiting_for_permission',
    metadata: { permission: { tool: 'Bash', summary: '☐ Colour', description: 'Create a marker file' } },
  },
  {
    about: 'a command about logins',
    picture: '2.1.327-bash-dialog.txt',
    instead: { ' touch made.txt && echo made': ' grep -rn "oauth/authorize" src' },
    state: 'waiting_for_permission',
    metadata: { permission: { tool: 'Bash', summary: 'grep -rn "oauth/authorize" src' } },
  },
  {
    about: 'a file about logins',
    picture: '2.1.327-write-dialog.txt',
    instead: { 'hello from the stub': 'Paste code here if prompted' },
    state: 'waiting_for_permission',
    metadata: { permission: { tool: 'Write' } },
  },
  {
    about: 'a question about logins',
    picture: '2.1.327-question-dialog.txt',
    instead: { 'Which colour do you prefer?': 'Select login method: oauth/authorize?' },
    state: 'waiting_for_user_input',
  },
  {
    about: 'labels like boxes that are ticked',
    picture: '2.1.327-question-dialog.txt',
    instead: { Red: '[x] Delete all', Blue: '[ ] Keep all' },
    state: 'waiting_for_user_input',
    metadata: {
      question: {
        multi_select: false,
        options: [
          ...labels('[x] Delete all', '[ ] Keep all', 'Green'),
          { meaning: 'other' },
          { meaning: 'chat' },
        ],
      },
    },
  },
  {
    about: 'a command whose end has a colour of its own',
    picture: '2.0.76-bash-dialog.txt',
    instead: { '   touch made.txt && echo made': '   ls\n   ␛[34mrm -rf ./nothing␛[0m' },
    state: 'waiting_for_permission',
    metadata: {
      permission: { tool: 'Bash', summary: 'ls\nrm -rf ./nothing', description: 'Create a marker file' },
    },
  },
  {
    about: 'a command whose end has the colour of what is said about it',
    picture: '2.0.76-bash-dialog.txt',
    instead: { '   touch made.txt && echo made': `   ls\n   ${grey}rm -rf ./nothing␛[0m` },
    state: 'waiting_for_permission',
    metadata: { permission: { tool: 'Bash', summary: 'ls\nrm -rf ./nothing' } },
  },
  {
    about: 'a command that is longer than its row',
    picture: '2.0.76-bash-dialog.txt',
    instead: { '   touch made.txt && echo made': `   echo ${'x'.repeat(100)}\n   rm-all-of-it --now` },
    state: 'waiting_for_permission',
    metadata: { permission: { tool: 'Bash', wrapped: true } },
  },
  {
    about: 'an address with a comma in it',
    picture: '2.1.327-fetch-dialog.txt',
    instead: { 'http://127.0.0.1:9/page': 'http://allowed.test,@127.0.0.1:9/x' },
    state: 'waiting_for_permission',
    metadata: { permission: { tool: 'WebFetch', summary: 'http://allowed.test,@127.0.0.1:9/x' } },
  },
  {
    about: 'an address with a quote in it',
    picture: '2.1.327-fetch-dialog.txt',
    instead: { 'http://127.0.0.1:9/page': 'http://allowed.test", prompt: "@127.0.0.1:9/x' },
    state: 'waiting_for_permission',
    metadata: { permission: { summary: 'http://allowed.test", prompt: "@127.0.0.1:9/x' } },
  },
  {
    about: 'a Yes to which something unknown is added',
    picture: '2.1.327-bash-dialog.txt',
    instead: { 'Yes, and always allow access to': 'Yes, and allow access to' },
    state: 'waiting_for_permission',
    metadata: { permission: { options: meanings('yes', 'yes_and_remember', 'yes_and_switch_mode', 'no') } },
  },
  {
    about: 'a tool of a server',
    picture: '2.1.327-fetch-dialog.txt',
    instead: {
      '38;2;177;185;249mFetch': '38;2;177;185;249mTool use',
      [`${grey}Claude wants to fetch content from 127.0.0.1␛[0m`]: 'db — Drop Table Tool: (MCP)',
      ' url: http://127.0.0.1:9/page': ' table: "users"',
    },
    state: 'waiting_for_permission',
    metadata: { permission: { tool: 'db — Drop Table' } },
  },
  {
    about: 'a search of the web',
    picture: '2.1.327-fetch-dialog.txt',
    instead: {
      '38;2;177;185;249mFetch': '38;2;177;185;249mTool use',
      ' url: http://127.0.0.1:9/page\n prompt: summarise': ' Web Search("weather in Paris")',
    },
    state: 'waiting_for_permission',
    metadata: { permission: { tool: 'WebSearch', summary: 'weather in Paris' } },
  },
  {
    about: 'an explanation that goes on in the next row',
    picture: '2.1.327-model-effort.txt',
    instead: {},
    state: 'waiting_for_model_select',
    metadata: {
      model_select: {
        options: [
          ...[1, 2, 3, 4].map((index) => ({ index })),
          {
            label: 'Haiku',
            description: expect.stringMatching(/^Haiku 5\.5 · Fastest .*\$0\.50\/\$2\.50 for prompts \S/),
          },
        ],
      },
    },
  },
  ...forged,
];

it('is a permission in the flat interface, although a row of the command begins like its composer', async () => {
  const rows = [
    'you: RUN-BASH please',
    '',
    'Permission Required: Bash command',
    'touch one.txt',
    '$ true',
    'Do you want to proceed?',
    '1. Yes',
    '2. No',
    'Select with numbers [1-2]. Then Enter to submit or Escape to cancel: ',
  ];
  const text = [
    'state = "waiting_for_permission"',
    'size = { rows = 24, cols = 100 }',
    'cursor = { row = 9, col = 69, visible = true }',
    '---',
    '[Screen Reader Mode: on]',
    ...rows,
    '',
  ].join('\n');
  const [scene] = readScenes('flat.txt', text);
  expect((await createClassifier().said(scene!)).state).toBe('waiting_for_permission');
});

it('is a plan also where its title has left the screen, and how it is edited takes two rows', async () => {
  const picture = '2.1.197-plan-80x24-dialog.txt';
  const [scene] = readScenes(picture, capture(picture));
  const { state, metadata } = await createClassifier().said(scene!);
  expect(state).toBe('waiting_for_plan_approval');
  expect(metadata).toMatchObject({
    plan: expect.stringMatching(/^Plan\n.*3\. Run the tests$/s),
    plan_file: expect.stringMatching(/\.md$/),
  });
  // None of it is text of the answer.
  expect(metadata).not.toHaveProperty('turn.text');
});

function changed(picture: string, instead: Readonly<Record<string, string>>): string {
  let text = capture(picture);
  for (const [there, other] of Object.entries(instead)) {
    expect(text).toContain(there);
    const at = text.lastIndexOf(there);
    text = text.slice(0, at) + other + text.slice(at + there.length);
  }
  return text;
}

it.each(['2.0.76-question-dialog.txt', '2.1.197-question-dialog.txt'])(
  '%s: is a question also after its tabs have scrolled off, with words like a permission',
  async (picture) => {
    const words = Array.from({ length: 34 }, (_, row) => `Word ${row}`);
    const text = changed(picture, { ...request(...words, '● Fine', ...permission), ...yesOrNo });
    const [header = '', rendered = ''] = text.trimEnd().split('\n---\n');
    const rows = rendered.split('\n').slice(-40);
    const mark = rows.findLastIndex((row) => row.includes('❯'));
    const displayed = header.replace(/cursor = .*/, `cursor = { row = ${mark}, col = 0, visible = false }`);
    const [scene] = readScenes(picture, [displayed, '---', ...rows, ''].join('\n'));
    expect(await createClassifier().said(scene!)).toMatchObject({ state: 'waiting_for_user_input' });
    // Without colours, the line in its text counts as a line. The hint below the options is still the program's.
    const [bare] = readScenes(picture, uncoloured([displayed, '---', ...rows, ''].join('\n')));
    expect((await createClassifier().said(bare!)).state).not.toBe('waiting_for_permission');
  },
);

describe.each(lookalikes)('$about', ({ picture, instead, state, metadata }) => {
  it(`is reported as ${state}`, async () => {
    const text = changed(picture, instead);
    const [scene] = readScenes(picture, text);
    expect(await createClassifier().said(scene!)).toMatchObject({ state, ...(metadata && { metadata }) });
  });
});
