/** Rules: a classifier as a list of them, of which the first that fits wins, and each of which says what it saw. */
import { limits } from '../../limits.ts';
import type { HostContext } from './context.ts';
import type { HostGroup } from './declaration.ts';
import { HostError } from './hostError.ts';
import { kept } from './kept.ts';

interface Rule {
  readonly name: string;
  readonly state?: string;
  readonly when: (ctx: unknown) => unknown;
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

function firstThatFits(context: HostContext, rules: readonly Rule[], ctx: unknown): unknown {
  for (const [at, rule] of rules.entries()) {
    const { name, state = name, when, confidence, evidence, metadata } = checked(rule, at);
    const answer = when(ctx);
    const seen: Seen = typeof answer === 'object' && answer !== null ? (answer as Seen) : {};
    const fits = answer !== undefined && answer !== null && answer !== false && seen.matched !== false;
    tried(context, name, fits, { ...(fits && evidence !== undefined && { evidence }), ...seen });
    if (!fits) continue;
    const own = { confidence: confidence ?? 1, evidence: evidence ?? name, metadata };
    const said = Object.entries(seen).filter(([field]) => !traced.includes(field));
    return kept({ ...own, ...Object.fromEntries(said), state: seen.state ?? state });
  }
  return undefined;
}

function listOf(list: unknown): readonly Rule[] {
  if (Array.isArray(list)) return list as readonly Rule[];
  if (Object.keys(list as object).length === 0) return [];
  throw new HostError("bad argument #1 to 'rules' (a list expected)");
}

function checked(rule: Rule, at: number): Rule {
  const wrong = (why: string) => new HostError(`bad argument #1 to 'rules' (rule ${at + 1}: ${why})`);
  if (typeof rule !== 'object' || rule === null) throw wrong('table expected');
  if (typeof rule.name !== 'string') throw wrong("field 'name': string expected");
  if (typeof rule.when !== 'function') throw wrong("field 'when': function expected");
  return rule;
}

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
      run: ({ context }, list: readonly Rule[], ctx: unknown) => firstThatFits(context, listOf(list), ctx),
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
