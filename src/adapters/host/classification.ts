/**
 * Host functions for classifiers: building a state, and rules. The first rule that matches determines the state, and
 * each rule reports to the trace.
 */

import { limits } from '#limits.ts';
import {
  type HostContext,
  HostError,
  type HostFunction,
  type HostGroup,
  type LuaClass,
} from './declaration.ts';
import { preserveJson } from './json.ts';

const stateFields: LuaClass['fields'] = [
  { name: 'confidence', type: 'number', text: 'The confidence from 0 to 1. Defaults to 1.', optional: true },
  { name: 'evidence', type: 'string', text: 'A short description of the evidence.', optional: true },
  { name: 'metadata', type: 'table', text: 'More data for clients.', optional: true },
  { name: 'candidates', type: 'ptywright.Candidate[]', text: 'Other possible states.', optional: true },
  {
    name: 'events',
    type: 'table[]',
    text: 'Events of the turn, each with `seq` and `kind`. Return only those after `ctx.last_event_seq` if it is set.',
    optional: true,
  },
  {
    name: 'host_marks',
    type: 'ptywright.Mark[]',
    text: 'Labels to add at the current position of the transcript.',
    optional: true,
  },
  {
    name: 'recheck_ms',
    type: 'integer',
    text: 'Classify again after this number of milliseconds, even if nothing has changed.',
    optional: true,
  },
];

const stateFunction: HostFunction = {
  name: 'state',
  params: [
    { name: 'name', type: 'string', text: 'The name of the state.' },
    { name: 'fields', type: 'ptywright.StateFields', text: 'More fields of the state.', optional: true },
  ],
  result: { type: 'ptywright.State', text: 'The state, for `classify` to return.' },
  text: 'Build a state for `classify` to return.',
  example: {
    lua: "local state = ptywright.state('ready', { confidence = 0.9, evidence = 'a prompt' })\nassert(state.state == 'ready' and state.confidence == 0.9)",
  },
  run: (_host, name: string, given: object = {}) => {
    if (name === '') throw new HostError('a state must have a name');
    return preserveJson({ confidence: 1, ...given, state: name });
  },
};

export const statesGroup: HostGroup = {
  title: 'States',
  text: '`classify(ctx)` returns the state of the program.',
  functions: [stateFunction],
  classes: {
    'ptywright.StateFields': { text: 'The fields of a state besides its name.', fields: stateFields },
    'ptywright.State': {
      text: 'The result of `classify`.',
      extends: 'ptywright.StateFields',
      fields: [{ name: 'state', type: 'string', text: 'The name of the state.' }],
    },
    'ptywright.Candidate': {
      text: 'Another possible state.',
      fields: [
        { name: 'state', type: 'string', text: 'The name of the state.' },
        { name: 'confidence', type: 'number', text: 'From 0 to 1.' },
      ],
    },
    'ptywright.Mark': {
      text: 'A label on the transcript.',
      fields: [{ name: 'label', type: 'string', text: 'The label.' }],
    },
  },
};

/** What a rule returns when it is not a boolean. */
interface RuleEvidence {
  readonly rows?: readonly number[] | number;
  readonly why?: string;
  readonly evidence?: string;
}

const truncate = (text: unknown) => String(text).slice(0, limits.pluginMessageChars);
const evidenceRows = ({ rows }: RuleEvidence) =>
  [rows]
    .flat()
    .filter((row): row is number => Number.isSafeInteger(row))
    .slice(0, limits.maxRows);

function traceRule({ trace }: HostContext, rule: string, matched: boolean, seen: RuleEvidence): void {
  const why = seen.why ?? seen.evidence;
  trace({ rule: truncate(rule), matched, rows: evidenceRows(seen), ...(why && { why: truncate(why) }) });
}

/**
 * Written in Lua, so that all rules get the same context and a rule that does not match needs no call into the host.
 * The metadata of a rule is copied, because the receiver of a state may modify it.
 */
const rulesLua = `
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
  local tracing = tell()
  for at = 1, #list do
    local rule = list[at]
    if type(rule) ~= 'table' then wrong('rule ' .. at .. ': table expected') end
    if type(rule.name) ~= 'string' then wrong('rule ' .. at .. ": field 'name': string expected") end
    if type(rule.when) ~= 'function' then wrong('rule ' .. at .. ": field 'when': function expected") end
    local answer = rule.when(ctx)
    local seen = type(answer) == 'table' and answer or nothing
    local fits = answer and answer ~= null and seen.matched ~= false or false
    if tracing then
      tell(rule.name, fits, { rows = seen.rows, why = seen.why or seen.evidence or (fits and rule.evidence) or nil })
    end
    if fits then return settled(rule, seen) end
  end
end`;

export const rulesGroup: HostGroup = {
  title: 'Rules of a classifier',
  text: '`ptywright adapter explain` shows which rules were tried, which rows they read, and why each rule matched or did not match.',
  classes: {
    'ptywright.Seen': {
      text: 'What a rule found. Other fields are copied into the state, such as `confidence`, `evidence` and `metadata`.',
      open: true,
      fields: [
        {
          name: 'matched',
          type: 'boolean',
          text: 'false when the rule does not match; `why` then gives the reason.',
          optional: true,
        },
        { name: 'rows', type: 'integer[]|integer', text: 'The rows that the rule read.', optional: true },
        {
          name: 'why',
          type: 'string',
          text: 'The reason for the trace. Defaults to `evidence`.',
          optional: true,
        },
      ],
    },
    'ptywright.Rule': {
      text: 'A rule of a classifier.',
      fields: [
        { name: 'name', type: 'string', text: 'The name of the rule in the trace.' },
        {
          name: 'state',
          type: 'string',
          text: 'The state when the rule matches. Defaults to the name of the rule.',
          optional: true,
        },
        {
          name: 'when',
          type: 'fun(ctx: ptywright.Context): ptywright.Seen|boolean|nil',
          text: 'Returns nil or false when the rule does not match, and true or a table with what it found when it matches.',
        },
        {
          name: 'confidence',
          type: 'number',
          text: 'The confidence from 0 to 1. Defaults to 1.',
          optional: true,
        },
        {
          name: 'evidence',
          type: 'string',
          text: 'A short description of the evidence. Defaults to the name of the rule.',
          optional: true,
        },
        { name: 'metadata', type: 'table', text: 'More data for clients.', optional: true },
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
          text: 'The rules, in the order in which they are tried.',
        },
        {
          name: 'ctx',
          type: 'table',
          lua: 'ptywright.Context',
          text: 'The context that is passed to the rules.',
        },
      ],
      result: {
        type: 'ptywright.State|nil',
        text: 'The state of the first rule that matches; nil when no rule matches.',
      },
      text: 'Try rules in order, and add each tried rule to the trace.',
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
      // Without arguments, returns whether a trace is collected.
      run: ({ context }, name?: string, matched = false, seen: RuleEvidence = {}) =>
        name === undefined ? context.current()?.trace === true : traceRule(context, name, matched, seen),
      lua: rulesLua,
    },
    {
      name: 'rule',
      params: [
        { name: 'name', type: 'string', text: 'The name of the rule in the trace.' },
        { name: 'matched', type: 'boolean', text: 'Whether the rule matches.', optional: true },
        { name: 'seen', type: 'ptywright.Seen', text: 'What the rule found.', optional: true },
      ],
      result: { type: 'boolean', text: 'The value of `matched`.' },
      text: 'Add a rule to the trace that the plugin checked without `ptywright.rules`.',
      example: { lua: "assert(ptywright.rule('asks', true, { rows = { 3 }, why = 'a question' }))" },
      run: ({ context }, name: string, matched = false, seen: RuleEvidence = {}) => {
        traceRule(context, name, matched, seen);
        return matched;
      },
    },
  ],
};
