/** The turns of recordings, as the events of the plugin must report them. */
import { expect } from 'vitest';
import type { TurnCollector } from './turnCollector.ts';

const alpha = 'First answer, alpha.';
const beta = 'Second answer, beta.';
export const done = 'All of it is done.';
const call = 'Array(5) creates an empty array of five places.';
export const lines = <Line>(count: number, line: (at: number) => Line) =>
  Array.from({ length: count }, (_, at) => line(at + 1));
const streamed = (count: number) => lines(count, (at) => `line ${at} of the streamed answer`).join('\n');
const paragraphs = (from: number, to: number) =>
  lines(to - from + 1, (at) => `Paragraph ${from + at - 1} with a few words.`).join('\n\n');
const table = expect.stringMatching(
  /^Title\n\n- item one bold\n- item two code\n\n┌─+┬─+┐\n│ +name .*gamma with a long name │ 3 {5}│\n└─+┴─+┘\n\n1\. first\n2\. second\n\nThe end of it all\.$/s,
);

export interface Turn {
  readonly text: unknown;
  readonly whole?: boolean;
  readonly tools?: readonly string[];
  readonly interrupted?: true;
  readonly continued?: true;
}

/** By the recording in which they are. */
export const turns: Readonly<Record<string, readonly Turn[]>> = {
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

/** Each turn is reported once, as it was. */
export function expectTurns({ turns, text }: TurnCollector, expected: readonly Turn[]): void {
  expect(turns.map(({ end }) => end)).toEqual(
    expected.map(({ text, whole = true, interrupted, continued }) => ({
      kind: 'turn_complete',
      seq: expect.any(Number),
      text,
      whole,
      ...(interrupted && { interrupted }),
      ...(continued && { continued }),
    })),
  );
  expect(turns.map(({ joined }) => joined)).toEqual(turns.map(({ end }) => end['text']));
  expect(turns.map(({ tools }) => tools)).toEqual(expected.map(({ tools = [] }) => tools));
  expect(text).toBe('');
}
