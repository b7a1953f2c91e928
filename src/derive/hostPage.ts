/** The reference of what Lua reaches: the global `ptywright` and the context. */
import type {
  HostExample,
  HostFunction,
  HostGroup,
  LuaClass,
  Param,
} from '../core/plugin/host/declaration.ts';
import { groups } from '../core/plugin/host/groups.ts';
import { shapes } from '../core/plugin/host/shapes.ts';
import { code, join, notice, page, table } from './markdown.ts';
import { type Spoken, spokenActions, spokenMatchers } from './spokenWords.ts';

const opening = `What a plugin's Lua finds in the global \`ptywright\`, and in the context \`ctx\` that its functions are called with. Rows and
columns count from 0, lists of Lua from 1; \`end_col\` is the column behind the last one. What the manifest does not permit is nil.
An argument of the wrong type is an error that says so: \`bad argument #1 to 'screen.row' (integer expected, got string)\`. An
editor with the Lua language server completes all of this from \`plugins/host.meta.lua\`.

In the pictures of this page \`^\` is the cursor, \`*text*\` is bold and \`_text_\` is inverse.`;

const wordsOpening = `They build what [intents](actions.md) and [waits](matchers.md) are made of: \`{ type, value }\`. Instead of one table with names,
fields can be written one after the other; what is left follows in a table: \`stream_text('x', { delay_ms = 5 })\`. Where the last
argument is \`where\`, it narrows a matcher to rows or to a region. \`not\` is a word of Lua's own: write \`not_\` or \`matcher['not']\`.`;

export const hostPage = (): string =>
  page(
    '# The host table of plugins',
    notice('src/core/plugin/host, src/core/input and src/core/matcher'),
    opening,
    '## Actions and matchers',
    wordsOpening,
    wordTable(spokenActions()),
    wordTable(spokenMatchers()),
    ...groups.map(section),
    '## Tables',
    'What functions of a plugin are given and return.',
    ...Object.entries(shapes).map(classSection),
  );

const wordTable = (words: readonly Spoken[]) =>
  table(
    ['written', 'what it does', 'needs'],
    words.map(({ example, summary, needs }) => [code(example), summary, code(needs)]),
  );

const section = ({ title, text, functions, classes: own = {} }: HostGroup) =>
  join(`## ${title}`, text, ...functions.map(functionSection), ...Object.entries(own).map(classSection));

const typeOf = ({ lua, type }: Param) => code(lua ?? type);

function functionSection({ name, params, result, needs, text, example }: HostFunction): string {
  const call = `ptywright.${name}(${params.map((one) => one.name).join(', ')})`;
  const gives = result ? ` Gives ${code(result.type)}: ${result.text}` : '';
  return join(
    `### ${name}`,
    `${code(call)}: ${text}${gives}${needs ? ` Needs ${code(needs)}.` : ''}`,
    params.length > 0 && fieldTable('argument', params),
    exampleBlocks(example),
  );
}

const exampleBlocks = ({ screen, lua }: HostExample) =>
  join(screen !== undefined && `\`\`\`text\n${screen}\n\`\`\``, `\`\`\`lua\n${lua}\n\`\`\``);

const fieldTable = (what: 'argument' | 'field', fields: readonly Param[]) => {
  const [head, needed, optional] =
    what === 'argument' ? (['needed', 'yes', 'no'] as const) : (['there', 'always', 'at times'] as const);
  return table(
    [what, 'type', head, 'meaning'],
    fields.map((field) => [code(field.name), typeOf(field), field.optional ? optional : needed, field.text]),
  );
};

const classSection = ([name, { text, fields, extends: parent }]: readonly [string, LuaClass]) =>
  join(
    `### ${name}`,
    parent ? `${text} It has the fields of ${code(parent)}, too.` : text,
    fieldTable('field', fields),
  );
