/** Rules: a classifier as a list of them, of which the first that fits wins, and each of which says what it saw. */
import { limits } from '../../limits.ts';
import type { HostContext } from './context.ts';
import type { HostGroup } from './declaration.ts';
import { kept } from './kept.ts';

/** What a rule says of its state, whatever it sees. */
interface Own {
  readonly state?: string;
  readonly confidence?: number;
  readonly evidence?: string;
  readonly metadata?: object;
}

interface Seen {
  readonly rows?: readonly number[] | number;
  readonly why?: string;
  readonly evidence?: string;
  readonly [field: string]: unknown;
}

/** What of an answer belongs to the trace, not to the state. */
const traced = ['rows', 'why', 'matched', 'row'];

const bounded = (text: unknown) => String(text).slice(0, limits.pluginMessageChars);
const rowsOf = ({ rows }: Seen) =>
  [rows]
    .flat()
    .filter((row): row is number => Number.isSafeInteger(row))
    .slice(0, limits.maxRows);

function tried({ trace }: HostContext, rule: string, matched: boolean, seen: Seen): void {
  const why = seen.why ?? seen.evidence;
  trace({ rule: bounded(rule), matched, rows: rowsOf(seen), ...(why && { why: bounded(why) }) });
}

/** The state that a rule stands for if what it answered says that it fits. */
function settle(context: HostContext, name: string, answer: unknown, own: Own = {}): unknown {
  const seen: Seen = typeof answer === 'object' && answer !== null ? (answer as Seen) : {};
  const fits = answer !== undefined && answer !== null && answer !== false && seen.matched !== false;
  const { state = name, confidence = 1, evidence = name, metadata } = own;
  tried(context, name, fits, { ...(fits && own.evidence !== undefined && { evidence }), ...seen });
  if (!fits) return undefined;
  const said = Object.entries(seen).filter(([field]) => !traced.includes(field));
  return kept({ confidence, evidence, metadata, ...Object.fromEntries(said), state: seen.state ?? state });
}

/** In Lua, so that all rules get the same context: what one of them has read is there for the next. */
const rules = `
local settle, next, type, error = ptywright.rules, next, type, error
local function wrong(why) error("bad argument #1 to 'rules' (" .. why .. ")", 3) end
return function(list, ctx)
  if type(list) ~= 'table' or (next(list) ~= nil and list[1] == nil) then wrong('a list expected') end
  for at = 1, #list do
    local rule = list[at]
    if type(rule) ~= 'table' then wrong('rule ' .. at .. ': table expected') end
    if type(rule.name) ~= 'string' then wrong('rule ' .. at .. ": field 'name': string expected") end
    if type(rule.when) ~= 'function' then wrong('rule ' .. at .. ": field 'when': function expected") end
    local answer = rule.when(ctx)
    local own = answer and {
      state = rule.state, confidence = rule.confidence, evidence = rule.evidence, metadata = rule.metadata,
    } or nil
    local state = settle(rule.name, answer, own)
    if state then return state end
  end
end`;

export const ruleGroup: HostGroup = {
  title: 'Rules of a classifier',
  text: '`ptywright adapter explain` shows which rules were tried, on which rows, and why each of them fits or does not.',
  classes: {
    'ptywright.Seen': {
      text: 'What a rule saw. Fields beside these go into the state: `confidence`, `evidence`, `metadata`, and so on.',
      open: true,
      fields: [
        {
          name: 'matched',
          type: 'boolean',
          text: 'false: it does not fit, and `why` says why.',
          optional: true,
        },
        { name: 'rows', type: 'integer[]|integer', text: 'The rows that it looked at.', optional: true },
        { name: 'why', type: 'string', text: 'For the trace; `evidence` without it.', optional: true },
      ],
    },
    'ptywright.Rule': {
      text: 'A rule of a classifier.',
      fields: [
        { name: 'name', type: 'string', text: 'What the trace calls it.' },
        {
          name: 'state',
          type: 'string',
          text: 'The state that it stands for; its name without it.',
          optional: true,
        },
        {
          name: 'when',
          type: 'fun(ctx: ptywright.Context): ptywright.Seen|boolean|nil',
          text: 'Whether it fits: nil or false, or true, or a table with what it saw.',
        },
        { name: 'confidence', type: 'number', text: 'From 0 to 1; 1 without it.', optional: true },
        { name: 'evidence', type: 'string', text: 'What was seen; its name without it.', optional: true },
        { name: 'metadata', type: 'table', text: 'Whatever else a client may want to know.', optional: true },
      ],
    },
  },
  functions: [
    {
      name: 'rules',
      params: [
        {
          name: 'list',
          type: 'table',
          lua: 'ptywright.Rule[]',
          text: 'Rules, in the order in which they are tried.',
        },
        { name: 'ctx', type: 'table', lua: 'ptywright.Context', text: 'What the rules are given.' },
      ],
      result: {
        type: 'ptywright.State|nil',
        text: 'What the first rule that fits stands for; nil when none does.',
      },
      text: 'Tries rules one after the other, and tells the trace of each.',
      example: {
        screen: 'Overwrite? [y/n] ^',
        lua: `local state = ptywright.rules({
  { name = 'never', when = function() return false end },
  { name = 'asks', state = 'waiting', confidence = 0.8, when = function()
    local found = ptywright.screen.find('[y/n]')
    return found and { rows = { found.row }, evidence = 'a question', metadata = { row = found.row } }
  end },
}, {})
assert(state.state == 'waiting' and state.confidence == 0.8 and state.evidence == 'a question')`,
      },
      run: ({ context }, name: string, answer: unknown, own?: Own) => settle(context, name, answer, own),
      lua: rules,
    },
    {
      name: 'rule',
      params: [
        { name: 'name', type: 'string', text: 'What the trace calls it.' },
        { name: 'matched', type: 'boolean', text: 'Whether it fits.', optional: true },
        { name: 'seen', type: 'ptywright.Seen', text: 'What it saw.', optional: true },
      ],
      result: { type: 'boolean', text: 'Whether it fits.' },
      text: 'Tells the trace of a rule that the plugin tried by itself.',
      example: { lua: "assert(ptywright.rule('asks', true, { rows = { 3 }, why = 'a question' }))" },
      run: ({ context }, name: string, matched = false, seen: Seen = {}) => {
        tried(context, name, matched, seen);
        return matched;
      },
    },
  ],
};
