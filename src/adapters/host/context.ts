/**
 * The context, `ctx` in Lua: what a plugin function can read of its session. Its fields are computed on first access, and
 * so are those of its rows (`LazyTable`).
 */

import type { ScreenContext } from '#matchers/sessionView.ts';
import type { LazyFields } from '#platform/lua/hostValues.ts';
import { ScreenText, splitRows } from '../screen/screenText.ts';
import type { LuaClass, PluginCall } from './declaration.ts';

/** A table for Lua whose fields are computed on first access. */
export class LazyTable implements LazyFields {
  readonly #fields: Readonly<Record<string, () => unknown>>;

  constructor(fields: Readonly<Record<string, () => unknown>>) {
    this.#fields = fields;
  }

  get keys(): readonly string[] {
    return Object.keys(this.#fields);
  }

  /** Returns a plain value, a list of them, or another lazy table. Undefined for an unknown key. */
  get(key: string): unknown {
    return Object.hasOwn(this.#fields, key) ? this.#fields[key]!() : undefined;
  }
}

/** The data that the fields are read from. */
interface ContextSource {
  readonly screenContext: ScreenContext;
  readonly statusRows: number | undefined;
  readonly screen: ScreenText;
}

interface ContextField {
  readonly type: string;
  readonly text: string;
  readonly needs?: 'screen.read' | 'transcript.read';
  read(source: ContextSource): unknown;
}

const screenField = (type: string, text: string, read: ContextField['read']): ContextField => ({
  type,
  text,
  needs: 'screen.read',
  read,
});
const transcriptField = (type: string, text: string, read: ContextField['read']): ContextField => ({
  type,
  text,
  needs: 'transcript.read',
  read,
});
const freeField = (type: string, text: string, read: ContextField['read']): ContextField => ({
  type,
  text,
  read,
});

const trimBlankRows = (rows: readonly string[]) => rows.slice(0, rows.findLastIndex((row) => row !== '') + 1);
const splitScreen = ({ screenContext, statusRows }: ContextSource) =>
  splitRows(screenContext.rows, statusRows);

const toSnakeCase = (modes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(modes).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

const contextFields: Readonly<Record<string, ContextField>> = {
  screen: screenField(
    'string',
    'The rows, joined by line feeds, without blank rows at the end.',
    ({ screenContext }) => trimBlankRows(screenContext.rows).join('\n'),
  ),
  body_text: screenField('string', 'The rows above the status rows.', (source) =>
    splitScreen(source).body.join('\n'),
  ),
  status_text: screenField('string', 'The last `status_rows` rows.', (source) =>
    splitScreen(source).status.join('\n'),
  ),
  rows: screenField(
    'ptywright.ContextRow[]',
    'All rows, including blank ones.',
    ({ screenContext, screen }) =>
      screenContext.rows.map(
        (text, row) =>
          new LazyTable({
            row: () => row,
            text: () => text,
            runs: () => screen.runs(row),
            uncertain: () => screenContext.uncertain.includes(row),
          }),
      ),
  ),
  title: screenField(
    'string|nil',
    'The window title that the program set.',
    ({ screenContext }) => screenContext.title ?? undefined,
  ),
  screen_cursor: screenField(
    'ptywright.Cursor',
    'The cursor on the screen.',
    ({ screenContext }) => screenContext.cursor,
  ),
  events: screenField(
    'ptywright.TerminalEvent[]',
    'The events that the program reported to the terminal since the last call of `classify`.',
    ({ screenContext }) => screenContext.events,
  ),
  scrolled: screenField(
    'string[]',
    'The rows that have scrolled off the main screen since the last call of `classify`, oldest first: at most `scrolled_rows` of the manifest, which is 0 by default.',
    ({ screenContext }) => screenContext.scrolled.rows,
  ),
  scrolled_lost: screenField(
    'integer',
    'The number of rows that have scrolled off before those in `scrolled`, and are not in it.',
    ({ screenContext }) => screenContext.scrolled.lost,
  ),
  transcript: transcriptField(
    'string',
    'The end of the output, including escape sequences.',
    ({ screenContext }) => screenContext.transcript,
  ),
  transcript_start: transcriptField(
    'integer',
    'The transcript cursor of the first character of `transcript`.',
    ({ screenContext }) => screenContext.transcriptStart,
  ),
  cursor: transcriptField(
    'integer',
    'The transcript cursor after the last character of `transcript`.',
    ({ screenContext }) => screenContext.transcriptCursor,
  ),
  markers: transcriptField(
    'table<string, integer>',
    'The transcript cursors of the markers, by label.',
    ({ screenContext }) => screenContext.markers,
  ),
  size: freeField('ptywright.Size', 'The size of the screen.', ({ screenContext }) => screenContext.size),
  bells: freeField(
    'integer',
    'The number of times that the bell rang.',
    ({ screenContext }) => screenContext.bells,
  ),
  alternate_screen: freeField(
    'boolean',
    'Whether the program uses the alternate screen.',
    ({ screenContext }) => screenContext.alternateScreen,
  ),
  modes: freeField(
    'table<string, boolean|integer|string>',
    'The terminal modes that the program set.',
    ({ screenContext }) => toSnakeCase(screenContext.modes),
  ),
  sequence: freeField(
    'integer',
    'The change counter of the screen.',
    ({ screenContext }) => screenContext.sequence,
  ),
  stable_ms: freeField(
    'integer',
    'Milliseconds since the last visible change of the screen.',
    ({ screenContext }) => screenContext.stableMs,
  ),
  process_exited: freeField(
    'boolean',
    'Whether the program has exited.',
    ({ screenContext }) => screenContext.exit !== null,
  ),
  exit: freeField('ptywright.Exit|nil', 'How the program ended.', ({ screenContext }) =>
    screenContext.exit
      ? {
          exit_code: screenContext.exit.exitCode ?? undefined,
          signal: screenContext.exit.signal ?? undefined,
        }
      : undefined,
  ),
};

/** The fields of one call. Those of the screen hide facts of the same name. */
class ContextTable implements LazyFields {
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #source: ContextSource | undefined;
  readonly #permissions: ReadonlySet<string>;

  constructor({ screenContext, params, facts = {} }: PluginCall, permissions: ReadonlySet<string>) {
    this.#given = params === undefined ? facts : { ...facts, params };
    this.#permissions = permissions;
    this.#source = screenContext && {
      screenContext,
      statusRows: typeof facts.status_rows === 'number' ? facts.status_rows : undefined,
      screen: new ScreenText(screenContext),
    };
  }

  get keys(): readonly string[] {
    const seen = Object.keys(contextFields).filter((key) => this.#field(key) !== undefined);
    return [...new Set([...Object.keys(this.#given), ...seen])];
  }

  get(key: string): unknown {
    const field = this.#field(key);
    if (field) return field.read(this.#source!);
    return Object.hasOwn(this.#given, key) ? this.#given[key] : undefined;
  }

  #field(key: string): ContextField | undefined {
    if (!this.#source || !Object.hasOwn(contextFields, key)) return undefined;
    const field = contextFields[key]!;
    return field.needs === undefined || this.#permissions.has(field.needs) ? field : undefined;
  }
}

export const createContext = (call: PluginCall, permissions: ReadonlySet<string>): LazyFields =>
  new ContextTable(call, permissions);

const factFields: LuaClass['fields'] = [
  { name: 'params', type: 'any', text: 'The parameters of the call.' },
  { name: 'last_intent', type: 'string|nil', text: 'The `last_intent` that a plan set most recently.' },
  {
    name: 'last_event_seq',
    type: 'integer|nil',
    text: 'The `seq` of the last event of `classify` that a client has received.',
  },
  {
    name: 'completed_turn_stable_ms',
    type: 'integer|nil',
    text: 'The milliseconds that a screen must be stable before a turn is complete.',
  },
  { name: 'status_rows', type: 'integer|nil', text: 'The number of status rows, when the manifest sets it.' },
];

export const contextClass: LuaClass = {
  text: 'What a plugin function can read of its session. Fields that the manifest does not permit are nil.',
  fields: [
    ...Object.entries(contextFields).map(([name, { type, text, needs }]) => ({
      name,
      type,
      text: needs ? `${text} Needs \`${needs}\`.` : text,
    })),
    ...factFields,
  ],
};
