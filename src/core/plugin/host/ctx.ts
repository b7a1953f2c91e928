/** The context, `ctx` in Lua: what a plugin's function is shown of its session, read when it is asked for. */
import type { Look } from '../../matcher/look.ts';
import type { Asked } from './asked.ts';
import type { LuaClass } from './declaration.ts';
import { LazyTable } from './lazyTable.ts';
import { ScreenText } from './screen/screenText.ts';
import { splitRows } from './split.ts';

/** Everything that a field may be read from. */
interface Shown {
  readonly look: Look;
  readonly statusRows: number | undefined;
  readonly screen: ScreenText;
}

interface Field {
  readonly type: string;
  readonly text: string;
  readonly needs?: 'screen.read' | 'transcript.read';
  read(shown: Shown): unknown;
}

const screen = (type: string, text: string, read: Field['read']): Field => ({
  type,
  text,
  needs: 'screen.read',
  read,
});
const transcript = (type: string, text: string, read: Field['read']): Field => ({
  type,
  text,
  needs: 'transcript.read',
  read,
});
const free = (type: string, text: string, read: Field['read']): Field => ({ type, text, read });

const withoutBlankEnd = (rows: readonly string[]) =>
  rows.slice(0, rows.findLastIndex((row) => row !== '') + 1);
const split = ({ look, statusRows }: Shown) => splitRows(look.rows, statusRows);

const inWireWords = (modes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(modes).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

const fields: Readonly<Record<string, Field>> = {
  screen: screen('string', 'The rows, joined by line feeds, without blank ones at the end.', ({ look }) =>
    withoutBlankEnd(look.rows).join('\n'),
  ),
  body_text: screen('string', 'The upper rows.', (shown) => split(shown).body.join('\n')),
  status_text: screen('string', 'The status at the bottom, `status_rows` rows.', (shown) =>
    split(shown).status.join('\n'),
  ),
  rows: screen('ptywright.ContextRow[]', 'All rows, also blank ones.', ({ look, screen }) =>
    look.rows.map(
      (text, row) => new LazyTable({ row: () => row, text: () => text, runs: () => screen.runs(row) }),
    ),
  ),
  title: screen(
    'string|nil',
    'The title that the program gave its window.',
    ({ look }) => look.title ?? undefined,
  ),
  screen_cursor: screen('ptywright.Cursor', 'The cursor on the screen.', ({ look }) => look.cursor),
  events: screen(
    'ptywright.TerminalEvent[]',
    'What the terminal was told since the plugin last looked.',
    ({ look }) => look.events,
  ),
  transcript: transcript(
    'string',
    'The end of the output, escape sequences included.',
    ({ look }) => look.transcript,
  ),
  transcript_start: transcript(
    'integer',
    'The cursor of its first character.',
    ({ look }) => look.transcriptStart,
  ),
  cursor: transcript('integer', 'The cursor behind its last character.', ({ look }) => look.transcriptCursor),
  markers: transcript('table<string, integer>', 'Cursors by their labels.', ({ look }) => look.markers),
  size: free('ptywright.Size', 'The size of the screen.', ({ look }) => look.size),
  bells: free('integer', 'How often the bell has rung.', ({ look }) => look.bells),
  alternate_screen: free(
    'boolean',
    'Whether the program has the alternate screen on.',
    ({ look }) => look.alternateScreen,
  ),
  modes: free('table<string, boolean|integer|string>', 'The modes that the program has set.', ({ look }) =>
    inWireWords(look.modes),
  ),
  sequence: free('integer', 'Counts the changes of the screen.', ({ look }) => look.sequence),
  stable_ms: free(
    'integer',
    'Milliseconds since the screen last looked different.',
    ({ look }) => look.stableMs,
  ),
  process_exited: free('boolean', 'Whether the program has ended.', ({ look }) => look.exit !== null),
  exit: free('ptywright.Exit|nil', 'How it ended.', ({ look }) =>
    look.exit
      ? { exit_code: look.exit.exitCode ?? undefined, signal: look.exit.signal ?? undefined }
      : undefined,
  ),
};

export function contextOf({ look, params, facts = {} }: Asked, permissions: ReadonlySet<string>): LazyTable {
  const given = Object.entries({ ...facts, ...(params !== undefined && { params }) });
  const told = Object.fromEntries(given.map(([name, value]) => [name, () => value]));
  if (!look) return new LazyTable(told);
  const shown: Shown = {
    look,
    statusRows: typeof facts.status_rows === 'number' ? facts.status_rows : undefined,
    screen: new ScreenText(look),
  };
  const seen = Object.entries(fields)
    .filter(([, { needs }]) => needs === undefined || permissions.has(needs))
    .map(([name, { read }]) => [name, () => read(shown)]);
  return new LazyTable({ ...told, ...Object.fromEntries(seen) });
}

const facts: LuaClass['fields'] = [
  { name: 'params', type: 'any', text: 'The parameters of a predicate.' },
  { name: 'last_intent', type: 'string|nil', text: 'What the plan of the last intent said.' },
  {
    name: 'last_event_seq',
    type: 'integer|nil',
    text: 'The last event of `classify` that a client has seen.',
  },
  {
    name: 'completed_turn_stable_ms',
    type: 'integer|nil',
    text: 'How long a screen rests before a turn is over.',
  },
  { name: 'status_rows', type: 'integer|nil', text: 'Rows of the status, where the manifest says so.' },
];

export const contextClass: LuaClass = {
  text: 'What a function of a plugin is shown of its session. What the manifest does not permit is nil.',
  fields: [
    ...Object.entries(fields).map(([name, { type, text, needs }]) => ({
      name,
      type,
      text: needs ? `${text} Needs \`${needs}\`.` : text,
    })),
    ...facts,
  ],
};
