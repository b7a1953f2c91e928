/** All host functions in groups, and the Lua classes that they use. Also declares the log functions. */

import { cursorGroup, rowsGroup } from '../screen/rows.ts';
import { findGroup, matchGroup } from '../screen/search.ts';
import { stylesGroup } from '../screen/styles.ts';
import { rulesGroup, statesGroup } from './classification.ts';
import { contextClass } from './context.ts';
import type { HostFunction, HostGroup, HostParam, LogLevel, LuaClass } from './declaration.ts';
import { expectOptionsClass, intentClass } from './intent.ts';
import { jsonGroup } from './json.ts';
import { textGroup } from './text.ts';

const levelTexts: Readonly<Record<LogLevel, string>> = {
  debug: 'Log a message that helps to find a mistake in the plugin.',
  info: 'Log an expected event. `print` does the same.',
  warn: 'Log an unexpected condition that the plugin handled.',
  error: 'Log an error.',
};

const createLevelFunction = ([level, text]: [string, string]): HostFunction => ({
  name: `log.${level}`,
  params: [{ name: 'text', type: 'string', text: 'One line.' }],
  text,
  example: { lua: `ptywright.log.${level}('something')` },
  run: ({ context }, line: string) => context.log(level as LogLevel, line),
});

const logGroup: HostGroup = {
  title: 'The log',
  text: 'Messages go to the server log with the name of the plugin, redacted. Long messages are cut, and messages above the limit are dropped.',
  functions: Object.entries(levelTexts).map(createLevelFunction),
};

/** In the order of the reference. */
export const hostGroups: readonly HostGroup[] = [
  statesGroup,
  rulesGroup,
  rowsGroup,
  findGroup,
  matchGroup,
  cursorGroup,
  stylesGroup,
  textGroup,
  jsonGroup,
  logGroup,
];

export const hostFunctions = hostGroups.flatMap(({ functions }) => functions);

/** Classes that belong to no group of functions: actions, plans, matchers and answers. */
const requiredField = (name: string, type: string, text: string): HostParam => ({ name, type, text });
const optionalField = (name: string, type: string, text: string): HostParam => ({
  name,
  type,
  text,
  optional: true,
});

export const hostShapes: Readonly<Record<string, LuaClass>> = {
  'ptywright.Context': contextClass,
  'ptywright.Intent': intentClass,
  'ptywright.ExpectOptions': expectOptionsClass,
  'ptywright.Action': {
    text: 'An input to the program. In a plan, it can also name the matcher that must match before the next step.',
    fields: [
      requiredField('type', 'string', 'The name of the action.'),
      optionalField('value', 'any', 'The value of the action.'),
      optionalField('expect', 'ptywright.Matcher', 'The matcher that must match after the action is sent.'),
      optionalField('timeout_ms', 'integer', 'The timeout of `expect` in milliseconds. Defaults to 2000.'),
      optionalField(
        'fresh',
        'boolean',
        'Whether only output after the action counts. Defaults to true for a step with an action, and to false for a step without one.',
      ),
      optionalField(
        'why',
        'string',
        'The purpose of the step. The error message contains it when the step fails.',
      ),
    ],
  },
  'ptywright.Expectation': {
    text: 'A step of a plan that sends nothing and waits for a matcher.',
    fields: [
      requiredField('expect', 'ptywright.Matcher', 'The matcher that must match before the next step.'),
      optionalField('timeout_ms', 'integer', 'The timeout of `expect` in milliseconds. Defaults to 2000.'),
      optionalField(
        'fresh',
        'boolean',
        'Whether only output from the start of this step counts. Defaults to false.',
      ),
      optionalField(
        'why',
        'string',
        'The purpose of the step. The error message contains it when the step fails.',
      ),
    ],
  },
  'ptywright.Plan': {
    text: 'The result of an intent.',
    fields: [
      requiredField('actions', '(ptywright.Action|ptywright.Expectation)[]', 'The steps, in order.'),
      optionalField(
        'shows',
        'ptywright.Shown[]',
        'Rows that must be unchanged when the first action is sent. If one has changed, nothing is sent and the intent fails.',
      ),
      optionalField(
        'changed',
        'string',
        'A function that returns another plan from a new context when a row of `shows` has changed and nothing was sent. Without it, the intent fails.',
      ),
      optionalField(
        'last_intent',
        'string',
        'Sets `ctx.last_intent`. An empty string clears it. Without this field it is unchanged.',
      ),
      optionalField(
        'next',
        'string',
        'A function that returns a further plan from a new context, called when this plan is done.',
      ),
    ],
  },
  'ptywright.Shown': {
    text: 'A row as the plugin read it.',
    fields: [
      requiredField('row', 'integer', 'From 0.'),
      requiredField('text', 'string', 'The text of the whole row.'),
    ],
  },
  'ptywright.Matcher': {
    text: 'The condition of a wait.',
    open: true,
    fields: [
      requiredField('type', 'string', 'The name of the matcher.'),
      optionalField('value', 'any', 'The value of the matcher.'),
    ],
  },
  'ptywright.Where': {
    text: 'Limits where a matcher searches.',
    fields: [
      optionalField('rows', 'ptywright.WhereRows', 'The rows to search.'),
      optionalField('region', 'ptywright.WhereRegion', 'The region to search.'),
    ],
  },
  'ptywright.WhereRows': {
    text: 'A range of rows.',
    fields: [
      requiredField('from', 'integer', 'The first row. A negative number counts from the bottom.'),
      optionalField('count', 'integer', 'The number of rows. Defaults to 1.'),
    ],
  },
  'ptywright.WhereRegion': {
    text: 'A rectangle on the screen.',
    fields: [
      optionalField('row', 'integer', 'The first row.'),
      optionalField('col', 'integer', 'The first column.'),
      optionalField('rows', 'integer', 'The number of rows.'),
      optionalField('cols', 'integer', 'The number of columns.'),
    ],
  },
  'ptywright.Size': {
    text: 'The size of the screen.',
    fields: [
      requiredField('rows', 'integer', 'The number of rows.'),
      requiredField('cols', 'integer', 'The number of columns.'),
    ],
  },
  'ptywright.Cursor': {
    text: 'The position and visibility of the cursor.',
    fields: [
      requiredField('row', 'integer', 'The row.'),
      requiredField('col', 'integer', 'The column.'),
      requiredField('visible', 'boolean', 'Whether the cursor is visible.'),
    ],
  },
  'ptywright.ContextRow': {
    text: 'A row of the screen.',
    fields: [
      requiredField('row', 'integer', 'The row number.'),
      requiredField('text', 'string', 'The text without trailing blanks.'),
      requiredField('runs', 'ptywright.Run[]', 'The runs of adjacent cells with the same style.'),
      requiredField(
        'uncertain',
        'boolean',
        'Whether a character of disputed width was written to the row since the row was last erased. See `screen.uncertain`.',
      ),
    ],
  },
  'ptywright.Exit': {
    text: 'How the program ended. One of the fields is set.',
    fields: [
      optionalField('exit_code', 'integer', 'The exit code.'),
      optionalField('signal', 'string', 'The signal that ended the program.'),
    ],
  },
  'ptywright.TerminalEvent': {
    text: 'An event that the program reported to its terminal.',
    fields: [
      requiredField('kind', 'string', 'The kind of event.'),
      requiredField('number', 'integer', 'The number of the event in the session, from 1.'),
      requiredField('sequence', 'integer', 'The sequence of the screen at the time of the event.'),
      requiredField('facts', 'table<string, string|number|boolean>', 'The data of the event.'),
    ],
  },
  'ptywright.Outcome': {
    text: 'A result of a predicate with more than true or false.',
    fields: [
      requiredField('matched', 'boolean', 'Whether the predicate matches.'),
      optionalField('evidence', 'string', 'Why the predicate matches or does not match.'),
      optionalField('capture', 'string', 'The captured text.'),
    ],
  },
  'ptywright.Description': {
    text: 'The result of `describe()`.',
    fields: [
      optionalField('intents', 'ptywright.Described[]', 'The intents of the plugin.'),
      optionalField('wait_matchers', 'ptywright.Described[]', 'The wait matchers of the plugin.'),
      optionalField('states', 'ptywright.Described[]', 'The states that `classify` can return.'),
      optionalField(
        'agent',
        'table',
        'For the plugin of an agent: how clients drive it. The fields are those of `AgentDescription` in the reply of `plugin.describe`.',
      ),
    ],
  },
  'ptywright.Described': {
    text: 'An intent, a wait matcher or a state.',
    open: true,
    fields: [
      requiredField('name', 'string', 'The name.'),
      optionalField('description', 'string', 'A short description.'),
      optionalField('params_schema', 'table', 'The JSON Schema of the parameters.'),
    ],
  },
};

/** All Lua classes by their name in the LuaLS stubs. */
export const hostClasses: Readonly<Record<string, LuaClass>> = Object.assign(
  {},
  hostShapes,
  ...hostGroups.map((group) => group.classes ?? {}),
);
