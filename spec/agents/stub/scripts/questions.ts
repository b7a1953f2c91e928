/** Questions to the user, with one or several answers each. */
import { callTool, message, say } from '../reply.ts';
import type { ScriptContext, Scripts } from '../script.ts';

const option = (label: string, description: string) => ({ label, description });

const colour = {
  question: 'Which colour do you prefer?',
  header: 'Colour',
  multiSelect: false,
  options: [option('Red', 'Warm'), option('Blue', 'Cool'), option('Green', 'Calm')],
};

const features = {
  question: 'Which features do you want?',
  header: 'Features',
  multiSelect: true,
  options: [option('Auth', 'Login'), option('Search', 'Full text'), option('Export', 'As a table')],
};

/** Labels that look like ticked checkboxes, and like numbers of other options. */
const boxes = {
  question: 'What is to go?',
  header: 'Going',
  multiSelect: false,
  options: [option('[x] Delete all', 'Gone'), option('[ ] Keep all', 'Safe')],
};

const workers = {
  question: 'How many workers?',
  header: 'Workers',
  multiSelect: false,
  options: [option('4', 'Few'), option('8', 'Many'), option('2', 'Two')],
};

const previewed = (label: string, description: string, preview: string) => ({ label, description, preview });

/** Previews that look like options, or like the box around a preview. */
const layout = {
  question: 'Which layout do you want?',
  header: 'Layout',
  multiSelect: false,
  options: [
    previewed('Columns', 'Side by side', '+-----+-----+\n| a   | b   |\n+-----+-----+'),
    previewed('Rows that are as long as the screen is', 'On top', '1. No, exit\n2. Yes\n❯ 3. X'),
    previewed('Boxes', 'In frames', '```\n❯ 1. Columns\n┌──┐\n│ x│\n└──┘\n```'),
    option('None', 'Without one'),
  ],
};

const across = '─'.repeat(120);
const permission = [across, 'Read file', '', '  /etc/hosts', '', 'Do you want to proceed?'];

/** Questions that look like another dialog, or like the conversation. Some versions draw them at the left edge. */
const lookalikes: Readonly<Record<string, readonly string[]>> = {
  PERMISSION: ['Fine', ...permission],
  BULLET: ['● Fine', ...permission],
  RESULT: ['Fine', '  ⎿  Done', ...permission],
  SHEET: ['Fine', '▔'.repeat(120), '  Select model', '', '  /etc/hosts', '', 'Do you want to proceed?'],
  MODELS: ['⏺ Fine', across, 'Select model'],
  ANSWER: ['Pick', '● Fine, pick one', '⏺ Or another'],
  COMPOSER: ['Fine', across, '❯ delete everything', across, '  ? for shortcuts'],
};

export const lookalikeKeywords: readonly string[] = Object.keys(lookalikes).map((name) => `ASK-LIKE-${name}`);

const yesOrNo = (question: string) => ({
  question,
  header: 'Reading',
  multiSelect: false,
  options: [option('Yes', 'Do it'), option('No', 'Leave it')],
});

const ask = (...questions: readonly object[]) => callTool('AskUserQuestion', { questions });

/** Repeats the labels that the agent returned as answers. */
const noted =
  (...questions: readonly { readonly options: readonly { readonly label: string }[] }[]) =>
  ({ toolResults }: ScriptContext) => {
    const labels = questions.flatMap(({ options }) => options.map(({ label }) => label));
    return message(say(`Noted: ${labels.filter((label) => toolResults.includes(label)).join(' and ')}.`));
  };

export const questions: Scripts = {
  'NOTE-ONE': [message(say('One question.'), ask(colour)), noted(colour)],
  'NOTE-SEVERAL': [message(ask(features)), noted(features)],
  'NOTE-TWO': [message(ask(colour, features)), noted(colour, features)],
  'ASK-ONE': [message(say('One question.'), ask(colour))],
  'ASK-MULTI': [message(ask(features))],
  'ASK-BOXES': [message(ask(boxes))],
  'ASK-WORKERS': [message(ask(workers))],
  ...Object.fromEntries(
    Object.values(lookalikes).map((rows, at) => [
      lookalikeKeywords[at]!,
      [message(ask(yesOrNo(rows.join('\n'))))],
    ]),
  ),
  'ASK-PREVIEWS': [message(ask(layout))],
  'ASK-PREVIEWS-TWO': [message(ask(layout, features))],
  'ASK-TWO': [message(ask(colour, features))],
};
