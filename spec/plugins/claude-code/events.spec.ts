/** The events of a turn contain each of its words once, no text of another turn, and one end. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { cutsOf } from './cuts.ts';
import { Heard } from './heard.ts';
import { capture, witness } from './witness.ts';

const folder = fileURLToPath(new URL('recordings', import.meta.url));

async function heardIn(file: string) {
  const { said } = witness();
  const heard = new Heard();
  for (const { scene } of cutsOf(join(folder, file))) heard.hear((await said(scene)).events);
  return heard;
}

const alpha = 'First answer, alpha.';
const beta = 'Second answer, beta.';
const done = 'All of it is done.';
const call = 'Array(5) creates an empty array of five places.';
const lines = <Line>(count: number, line: (at: number) => Line) =>
  Array.from({ length: count }, (_, at) => line(at + 1));
const streamed = (count: number) => lines(count, (at) => `line ${at} of the streamed answer`).join('\n');
const paragraphs = (from: number, to: number) =>
  lines(to - from + 1, (at) => `Paragraph ${from + at - 1} with a few words.`).join('\n\n');
const table = expect.stringMatching(
  /^Title\n\n- item one bold\n- item two code\n\n┌─+┬─+┐\n│ +name .*gamma with a long name │ 3 {5}│\n└─+┴─+┘\n\n1\. first\n2\. second\n\nThe end of it all\.$/s,
);

interface Turn {
  readonly text: unknown;
  readonly whole?: boolean;
  readonly tools?: readonly string[];
  readonly interrupted?: true;
  readonly continued?: true;
}

const turns: Readonly<Record<string, readonly Turn[]>> = {
  '2.1.327-streamed-80x24.cast': [alpha, beta, beta, table, call].map((text) => ({ text })),
  '2.1.112-streamed-80x24.cast': [alpha, beta, beta, table, call].map((text) => ({ text })),
  '2.1.327-reads-twice.cast': [
    { text: 'Reading some.\n\nNow list.\n\nDone with it.', tools: ['Read', 'Bash'] },
    { text: alpha },
  ],
  '2.1.327-feigns-error.cast': [
    { text: 'API Error: 529 Overloaded is what a server answers that has too much to do.' },
    { text: 'Please run /login · API Error: 401 is what you would see.' },
    { text: alpha },
  ],
  '2.1.327-overflows-80x24.cast': [
    { text: paragraphs(1, 50) },
    { text: expect.stringMatching(/^same line(?:\n\nsame line){8,39}$/), whole: false },
    { text: alpha },
  ],
  '2.0.76-overflows-80x24.cast': [
    { text: paragraphs(1, 50) },
    { text: lines(40, () => 'same line').join('\n\n') },
    { text: alpha },
  ],
  '2.1.197-slow-80x24.cast': [{ text: `${streamed(5)}\n\n${streamed(25)}` }],
  '2.1.327-steer.cast': [
    { text: 'At last an answer.', continued: true },
    { text: 'Hello. Here is a short answer.' },
  ],
  '2.1.327-slow.cast': [{ text: `${streamed(5)}\n\n${streamed(25)}` }],
  '2.1.327-cancel.cast': [
    {
      text: streamed(5),
      interrupted: true,
    },
    { text: 'Hello. Here is a short answer.' },
  ],
  '2.1.260-cancel-early.cast': [{ text: '', interrupted: true }, { text: 'Hello. Here is a short answer.' }],
  '2.1.197-cancel-early.cast': [{ text: '', interrupted: true }, { text: 'Hello. Here is a short answer.' }],
  // Rows of the program itself are not part of the answer.
  '2.1.327-enter-plan.cast': [{ text: `I would like to plan first.\n\n${done}` }],
  '2.1.327-write.cast': [{ text: `I will write a file.\n\n${done}`, tools: ['Write'] }],
  // The call is refused without a question, and is displayed in three ways.
  '2.1.327-dont-ask.cast': [{ text: `I will run a command.\n\n${done}`, tools: ['Bash'] }],
  '2.1.112-thought.cast': [{ text: 'The answer is forty-two.' }],
  '2.1.112-todos.cast': [{ text: 'Working through the list.' }],
  '2.0.76-steer.cast': [
    { text: 'At last an answer.', continued: true },
    { text: 'Hello. Here is a short answer.' },
  ],
  // The third prompt is longer than the screen.
  '2.0.76-prompt-lines-80x24.cast': lines(6, () => ({ text: 'Hello from the stub. How can I help?' })),
  '2.1.327-answered-screen-reader.cast': [{ text: `One question.\n\n${done}` }],
  // Two answers with the same end, whose beginnings have scrolled off.
  '2.1.327-forged-question-80x24.cast': [
    { text: `One question.\n\n${done}` },
    ...lines(2, () => ({ text: expect.stringMatching(/Which colour.*Esc to cancel/s), whole: false })),
  ],
  '2.0.76-cancel.cast': [
    {
      text: streamed(5),
      interrupted: true,
    },
    { text: 'Hello. Here is a short answer.' },
  ],
};

describe.each(Object.entries(turns))('%s', (file, expected) => {
  it('tells each turn once, as it was', async () => {
    const heard = await heardIn(file);
    expect(heard.turns.map(({ end }) => end)).toEqual(
      expected.map(({ text, whole = true, interrupted, continued }) => ({
        kind: 'turn_complete',
        seq: expect.any(Number),
        text,
        whole,
        ...(interrupted && { interrupted }),
        ...(continued && { continued }),
        ...(continued && { continued }),
      })),
    );
    expect(heard.turns.map(({ joined }) => joined)).toEqual(heard.turns.map(({ end }) => end['text']));
    expect(heard.turns.map(({ tools }) => tools)).toEqual(expected.map(({ tools = [] }) => tools));
    expect(heard.text).toBe('');
  });
});

const picture = '2.1.327-hello-completed.txt';
const completed = () => capture(picture);
const busy = (text: string) =>
  text.replace('title = "✳', 'title = "◐').replace('"completed_turn"', '"thinking"');

async function heardOf(...texts: readonly string[]) {
  const { said } = witness();
  const heard = new Heard();
  for (const text of texts) {
    const [scene] = readScenes(picture, text);
    heard.hear((await said(scene!)).events);
  }
  return heard;
}

it('tells nothing of the turn before, though its screen still stands when the next one begins', async () => {
  const other = completed().replace('Hello', 'Goodbye').replace('SAY-HELLO', 'SAY-GOODBYE');
  const { turns: told } = await heardOf(
    busy(completed()),
    completed(),
    busy(completed()),
    busy(other),
    other,
  );
  expect(told.map(({ joined }) => joined.split(/[ .]/)[0])).toEqual(['Hello', 'Goodbye']);
});

it('takes back what was drawn anew', async () => {
  const longer = completed().replace('Hello', 'Other words, and more of them: hello');
  const { turns: told } = await heardOf(busy(completed()), busy(longer), longer);
  expect(told[0]!.joined.startsWith('Other words')).toBe(true);
  expect(told[0]!.joined).toBe(told[0]!.end['text']);
});

it('ends a turn whose program has ended', async () => {
  const gone = completed()
    .replace('state = "completed_turn"', 'state = "error"\nexit = { exit_code = 1 }')
    .replace('title = "✳', 'title = "◐');
  const { turns: told } = await heardOf(busy(completed()), gone);
  expect(told.map(({ end }) => end)).toMatchObject([
    { failed: true, text: 'Hello. Here is a short answer.' },
  ]);
});

it('tells of a turn of many pieces, and stays within what a state may hold', async () => {
  const growing = lines(700, (at) =>
    busy(completed()).replace(
      'Hello. Here is a short answer.',
      `${at % 2 ? 'One' : 'Other'} beginning ${at}`,
    ),
  );
  const heard = await heardOf(...growing, completed());
  expect(heard.turns.map(({ joined }) => joined)).toEqual(['Hello. Here is a short answer.']);
});

it('goes on with a turn that had only looked as if it were over', async () => {
  const more = completed().replace('answer.', 'answer. And more of it.');
  const heard = await heardOf(busy(completed()), completed(), busy(completed()), busy(more), more);
  expect(heard.turns.map(({ joined, end }) => joined + end['text'])).toEqual([
    'Hello. Here is a short answer.'.repeat(2),
    ` And more of it.${'Hello. Here is a short answer. And more of it.'}`,
  ]);
});

it('ends the turn before a prompt that had waited, though that one was seen to run in one look only', async () => {
  const other = completed().replace('Hello', 'Goodbye').replace('SAY-HELLO', 'SAY-GOODBYE');
  const { turns: told } = await heardOf(busy(completed()), busy(other), other);
  expect(told.map(({ end }) => [end['text'], end['continued']])).toEqual([
    ['Hello. Here is a short answer.', true],
    ['Goodbye. Here is a short answer.', undefined],
  ]);
});

it('takes no choice for a prompt where a dialog is drawn before the composer has gone', async () => {
  const { said } = witness();
  const heard = new Heard();
  for (const { scene } of cutsOf(join(folder, '2.1.327-previews-80x24.cast')))
    for (const { events } of [await said(scene), await said(scene)]) heard.hear(events);
  expect(heard.turns.map(({ end }) => [end['text'], end['continued']])).toEqual([[done, undefined]]);
});
