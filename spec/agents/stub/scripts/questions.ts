/** Questions to the user, with one answer each or with several. */
import { message, say, use } from '../reply.ts';
import type { Scripts } from '../script.ts';

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

const ask = (...questions: readonly object[]) => use('AskUserQuestion', { questions });

export const questions: Scripts = {
  'ASK-ONE': [message(say('One question.'), ask(colour))],
  'ASK-MULTI': [message(ask(features))],
  'ASK-TWO': [message(ask(colour, features))],
};
