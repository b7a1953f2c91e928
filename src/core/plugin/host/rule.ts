/** Rules: a classifier as a list of them, of which the first that fits wins, and each of which says what it saw. */
import { limits } from '../../limits.ts';
import type { HostContext } from './context.ts';
import type { HostGroup } from './declaration.ts';

interface Seen {
  readonly rows?: readonly number[] | number;
  readonly why?: string;
  readonly evidence?: string;
}

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

/**
 * In Lua, so that all rules get the same context, and so that a rule that does not fit costs no way to the host and
 * back. What a rule says of its state whatever it sees is copied: who is given the state may change it.
 */
const rules = `
local tell, json, next, type, error = ptywright.rules, ptywright.json, next, type, error
local null, nothing = json.null, {}
local traced = { rows = true, why = true, matched = true, row = true }
local function wrong(why) error("bad argument #1 to 'rules' (" .. why .. ")", 3) end
local function settled(rule, seen)
  local state = { confidence = rule.confidence or 1, evidence = rule.evidence or rule.name }
  for field, value in next, seen do
    if not traced[field] then state[field] = value end
  end
  if state.state == nil or state.state == null then state.state = rule.state or rule.name end
  if state.metadata == nil and rule.metadata ~= nil then
    state.metadata = json.decode(json.encode(rule.metadata))
  end
  return state
end
return function(list, ctx)
  if type(list) ~= 'table' or (next(list) ~= nil and list[1] == nil) then wrong('a list expected') end
  local told = tell()
  for at = 1, #list do
    local rule = list[at]
    if type(rule) ~= 'table' then wrong('rule ' .. at .. ': table expected') end
    if type(rule.name) ~= 'string' then wrong('rule ' .. at .. ": field 'name': string expected") end
    if type(rule.when) ~= 'function' then wrong('rule ' .. at .. ": field 'when': function expected") end
    local answer = rule.when(ctx)
    local seen = type(answer) == 'table' and answer or nothing
    local fits = answer and answer ~= null and seen.matched ~= false or false
    if told then
      tell(rule.name, fits, { rows = seen.rows, why = seen.why or seen.evidence or (fits and rule.evidence) or nil })
    end
    if fits then return settled(rule, seen) end
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
      // Without arguments it tells whether anybody will read the trace.
      run: ({ context }, name?: string, matched = false, seen: Seen = {}) =>
        name === undefined ? context.current()?.trace === true : tried(context, name, matched, seen),
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
