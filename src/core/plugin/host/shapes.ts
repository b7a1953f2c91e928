/** Tables that belong to no group of functions: what actions, plans and answers look like. */
import { contextClass } from './ctx.ts';
import type { LuaClass, Param } from './declaration.ts';

const field = (name: string, type: string, text: string): Param => ({ name, type, text });
const maybe = (name: string, type: string, text: string): Param => ({ name, type, text, optional: true });

export const shapes: Readonly<Record<string, LuaClass>> = {
  'ptywright.Context': contextClass,
  'ptywright.Action': {
    text: 'Something to do to the program. As a step of a plan it may say what must be seen before the next one.',
    fields: [
      field('type', 'string', 'The name of the action.'),
      maybe('value', 'any', 'With what.'),
      maybe('expect', 'ptywright.Matcher', 'What must be satisfied after it was sent.'),
      maybe('timeout_ms', 'integer', 'How long that may take; 2000 without it.'),
      maybe(
        'fresh',
        'boolean',
        'Whether only what is written after the action counts. It is true for a step that sends something, and false for one that only looks.',
      ),
      maybe('why', 'string', 'What the step is for; a failure tells it.'),
    ],
  },
  'ptywright.Expectation': {
    text: 'A step of a plan that sends nothing.',
    fields: [
      field('expect', 'ptywright.Matcher', 'What must be satisfied before the next step.'),
      maybe('timeout_ms', 'integer', 'How long that may take; 2000 without it.'),
      maybe(
        'fresh',
        'boolean',
        'Whether only what is written after the action counts. It is true for a step that sends something, and false for one that only looks.',
      ),
      maybe('why', 'string', 'What the step is for; a failure tells it.'),
    ],
  },
  'ptywright.Plan': {
    text: 'What an intent returns.',
    fields: [
      field('actions', '(ptywright.Action|ptywright.Expectation)[]', 'Steps, one after the other.'),
      maybe(
        'shows',
        'ptywright.Shown[]',
        'Rows that must still be as they were read when the first thing is sent; else nothing is, and the intent fails.',
      ),
      maybe('last_intent', 'string', 'Kept for `ctx.last_intent`; empty clears it, nothing leaves it.'),
      maybe('next', 'string', 'A function that is asked for a further plan, with a fresh look.'),
    ],
  },
  'ptywright.Shown': {
    text: 'A row as it was read.',
    fields: [field('row', 'integer', 'From 0.'), field('text', 'string', 'All of it.')],
  },
  'ptywright.Matcher': {
    text: 'What a wait hopes for.',
    open: true,
    fields: [field('type', 'string', 'The name of the matcher.'), maybe('value', 'any', 'With what.')],
  },
  'ptywright.Where': {
    text: 'Narrows where a matcher looks.',
    fields: [
      maybe('rows', 'ptywright.WhereRows', 'Some rows.'),
      maybe('region', 'ptywright.WhereRegion', 'A part of the screen.'),
    ],
  },
  'ptywright.WhereRows': {
    text: 'Some rows.',
    fields: [
      field('from', 'integer', 'The first one; negative from the bottom.'),
      maybe('count', 'integer', 'How many; 1 without it.'),
    ],
  },
  'ptywright.WhereRegion': {
    text: 'A part of the screen.',
    fields: [
      maybe('row', 'integer', 'The first row.'),
      maybe('col', 'integer', 'The first column.'),
      maybe('rows', 'integer', 'Rows.'),
      maybe('cols', 'integer', 'Columns.'),
    ],
  },
  'ptywright.Size': {
    text: 'The size of a screen.',
    fields: [field('rows', 'integer', 'Rows.'), field('cols', 'integer', 'Columns.')],
  },
  'ptywright.Cursor': {
    text: 'The cursor.',
    fields: [
      field('row', 'integer', 'Its row.'),
      field('col', 'integer', 'Its column.'),
      field('visible', 'boolean', 'Whether it is shown.'),
    ],
  },
  'ptywright.ContextRow': {
    text: 'A row of the screen.',
    fields: [
      field('row', 'integer', 'Which one.'),
      field('text', 'string', 'Its text without blanks at the right.'),
      field('runs', 'ptywright.Run[]', 'Its cells, those that look alike together.'),
    ],
  },
  'ptywright.Exit': {
    text: 'How the program ended: by one of them.',
    fields: [
      maybe('exit_code', 'integer', 'What it exited with.'),
      maybe('signal', 'string', 'What killed it.'),
    ],
  },
  'ptywright.TerminalEvent': {
    text: 'Something that the program told its terminal.',
    fields: [
      field('kind', 'string', 'What.'),
      field('number', 'integer', 'Counts all events of the session, from 1.'),
      field('sequence', 'integer', 'The sequence of the screen at that time.'),
      field('facts', 'table<string, string|number|boolean>', 'The rest.'),
    ],
  },
  'ptywright.Outcome': {
    text: 'What a predicate may return in place of true and false.',
    fields: [
      field('matched', 'boolean', 'Whether it is satisfied.'),
      maybe('evidence', 'string', 'Why.'),
      maybe('capture', 'string', 'What it caught.'),
    ],
  },
  'ptywright.Description': {
    text: 'What `describe()` returns.',
    fields: [
      maybe('intents', 'ptywright.Described[]', 'What can be sent.'),
      maybe('wait_matchers', 'ptywright.Described[]', 'What can be waited for.'),
      maybe('states', 'ptywright.Described[]', 'What `classify` may answer.'),
    ],
  },
  'ptywright.Described': {
    text: 'One of them.',
    open: true,
    fields: [
      field('name', 'string', 'Its name.'),
      maybe('description', 'string', 'What it is.'),
      maybe('params_schema', 'table', 'JSON Schema of its parameters.'),
    ],
  },
};
