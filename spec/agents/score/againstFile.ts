/** Compares the reports of the adapter with the session file of the agent. */
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import type { Account, ReportedTool, ReportedTurn } from './account.ts';
import { arrivedAs, brief } from './words.ts';
import type { Call, WrittenTurn } from './writtenTurn.ts';

/** Number of checks per subject. */
export interface Claims {
  readonly prompts: number;
  readonly turns: number;
  readonly texts: number;
  readonly tools: number;
  readonly interruptions: number;
}

export interface FileScore {
  readonly claims: Claims;
  readonly failures: readonly string[];
}

const redaction = createRedaction(defaultPolicy);

/** The turns as a session with redaction shows them. */
export const redacted = (turns: readonly WrittenTurn[]): readonly WrittenTurn[] =>
  turns.map(({ said, shown, calls, ...turn }) => ({
    ...turn,
    said: said.map(redaction.text),
    shown: shown.map(redaction.text),
    calls: calls.map(({ input, ...call }) => ({ ...call, input: textsOf(input) })),
  }));

const textsOf = (input: Call['input']) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, redaction.text(String(value))]));

interface Found {
  readonly claims: number;
  readonly failures: readonly string[];
}

const nothing: Found = { claims: 0, failures: [] };
const claim = (...failures: readonly string[]): Found => ({ claims: 1, failures });
const all = (list: readonly Found[]): Found => ({
  claims: list.reduce((sum, { claims }) => sum + claims, 0),
  failures: list.flatMap(({ failures }) => failures),
});

type ReportedAccount = Pick<Account, 'turns' | 'permissions' | 'fields' | 'state'>;

/** `prompts` are the prompts of the scenario, in their order. */
export function judge(
  prompts: readonly string[],
  account: ReportedAccount,
  written: readonly WrittenTurn[],
): FileScore {
  const { sent, reported } = withoutTakenBack(prompts, account, written);
  const turns = turnsOf(reported, written);
  const pairs = pairsOf(reported.turns, written);
  const found = {
    prompts: promptsOf(sent, written),
    turns,
    texts: all(pairs.map(({ turn, kept, name }) => textOf(name, turn, kept))),
    tools: all([
      ...pairs.map(({ turn, kept, name }) => toolsOf(name, turn, kept, reported.fields)),
      permissionsOf(reported, written),
    ]),
    interruptions: all(pairs.map(({ turn, kept, name }) => interruptionOf(name, turn, kept))),
  };
  const failures = Object.values(found).flatMap((one) => one.failures);
  return {
    claims: Object.fromEntries(Object.entries(found).map(([kind, { claims }]) => [kind, claims])) as {
      [kind in keyof Claims]: number;
    },
    failures: failures.map((failure) => `the session file: ${failure}`),
  };
}

/** A prompt that was taken back before any answer may be missing in the file, if the agent was quick enough. */
function withoutTakenBack(
  sent: readonly string[],
  reported: ReportedAccount,
  written: readonly WrittenTurn[],
) {
  if (reported.turns.length !== sent.length) return { sent, reported };
  let kept = 0;
  const left = sent.flatMap((prompt, at) => {
    const turn = reported.turns[at]!;
    const there = arrivedAs(prompt, written[kept]?.prompt ?? '');
    const nothing = turn.interrupted && turn.text === '' && turn.tools.length === 0;
    if (nothing && !there) return [];
    kept += 1;
    return [{ prompt, turn }];
  });
  const turns = left.map(({ turn }) => turn);
  const { permissions, fields, state } = reported;
  return { sent: left.map(({ prompt }) => prompt), reported: { turns, permissions, fields, state } };
}

/** No prompt is lost or duplicated. */
function promptsOf(sent: readonly string[], written: readonly WrittenTurn[]): Found {
  const kept = written.map(({ prompt }) => prompt);
  const same = sent.length === kept.length && sent.every((text, at) => arrivedAs(text, kept[at]!));
  const failures = same ? [] : [`expected the prompts ${brief(sent)}, got ${brief(kept)}`];
  return { claims: sent.length, failures };
}

const runs = /^(?:thinking|cancelling|waiting_for_(?:permission|plan|user|enter_plan).*)$/;

/** Each prompt ends exactly once, except for one that is still running. */
function turnsOf({ turns, state }: ReportedAccount, written: readonly WrittenTurn[]): Found {
  if (written.length === 0 && turns.length === 0) return nothing;
  const open = runs.test(state) ? 1 : 0;
  const missing = written.length - turns.length;
  if (missing === 0 || missing === open) return claim();
  return claim(`${written.length} turns are written down, and the end was told of ${turns.length}`);
}

interface Pair {
  readonly name: string;
  readonly turn: ReportedTurn;
  readonly kept: WrittenTurn;
}

/** Drops surplus empty turns. With other differences, turns cannot be matched. */
function pairsOf(turns: readonly ReportedTurn[], written: readonly WrittenTurn[]): readonly Pair[] {
  const full = turns.filter(({ text, tools, interrupted }) => text !== '' || tools.length > 0 || interrupted);
  const received = turns.length > written.length ? full : turns;
  const open = turns.length < written.length ? 1 : 0;
  if (received.length !== written.length - open) return [];
  return received.map((turn, at) => ({ turn, kept: written[at]!, name: `turn ${at + 1}` }));
}

/** Ignores wrapping and markup, and the language of a code block, which is not visible. */
export const lettersOf = (text: string): string =>
  text
    .replace(/^ *```.*$/gm, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Any screen shows more of an answer than one word. */
const leastLetters = 10;

function textOf(name: string, { text, whole, gap }: ReportedTurn, { said, shown }: WrittenTurn): Found {
  const got = lettersOf(text);
  const agrees = (parts: readonly string[]) => {
    const kept = parts.join('\n');
    const letters = lettersOf(kept);
    // The end of a text must not be empty or too short.
    if (whole || got === '') return letters === got;
    if (got.length < Math.min(letters.length, leastLetters)) return false;
    return gap ? linesInOrder(text, kept) : letters.endsWith(got);
  };
  // An error that ends a turn is reported as an error. Some versions show it as text of the answer.
  if (agrees(said) || agrees(shown)) return claim();
  const kept = said.join('\n');
  const ending = whole ? '' : ', the end of';
  const where = parting(got, lettersOf(kept), whole);
  return claim(
    `${name} was told as${ending} ${brief([text])}, and is ${brief([kept])}; they part at ${where}`,
  );
}

const partingChars = 30;

/** Where two texts begin to differ. Two ends are compared from the end. */
function parting(got: string, kept: string, whole: boolean): string {
  const backwards = (letters: string) => [...letters].reverse().join('');
  const [one, other] = whole ? [got, kept] : [backwards(got), backwards(kept)];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = (letters: string) => {
    const part = letters.slice(at, at + partingChars);
    return JSON.stringify(whole ? part : backwards(part));
  };
  return `${from(one)} for ${from(other)}`;
}

function linesInOrder(text: string, kept: string): boolean {
  const letters = lettersOf(kept);
  const lines = text.split('\n').map(lettersOf);
  let at = 0;
  const found = lines.every((line) => {
    const there = letters.indexOf(line, at);
    at = there + line.length;
    return there >= 0;
  });
  return found && letters.endsWith(lines.findLast((line) => line !== '') ?? '');
}

/** If there was nothing to interrupt yet, the agent stores only the prompt. */
function interruptionOf(name: string, { interrupted }: ReportedTurn, kept: WrittenTurn): Found {
  if (!kept.interrupted && kept.shown.length === 0 && kept.calls.length === 0) return nothing;
  if (interrupted === kept.interrupted) return claim();
  const words = (broken: boolean) => (broken ? 'broken off' : 'ended by itself');
  return claim(`${name} was told as ${words(interrupted)}, and has ${words(kept.interrupted)}`);
}

/** Tools that the screen names differently. */
const displayNames: Readonly<Record<string, readonly string[]>> = {
  Update: ['Edit', 'Write'],
  Fetch: ['WebFetch'],
  Search: ['Grep', 'Glob'],
};
/** Name of a tool of which the screen has only a sentence. */
const unnamed = 'Tool';

/** Tools that one or more metadata fields report. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  AskUserQuestion: ['question'],
  ExitPlanMode: ['plan'],
  EnterPlanMode: ['enter_plan_mode', 'mode'],
};

/** The screen shows only the results of these, and not in every version. */
const undrawn = new Set(['TodoWrite', 'TaskCreate', 'TaskUpdate']);

/** On the screen, paths are shortened, commands are wrapped, and long text is truncated. */
function fits({ name, input }: Pick<ReportedTool, 'name' | 'input'>, call: Call): boolean {
  if (name === unnamed) return !undrawn.has(call.name);
  if (name !== call.name && !displayNames[name]?.includes(call.name)) return false;
  const kept = Object.values(call.input).map((value) => lettersOf(String(value)));
  return Object.values(input).every((value) => {
    const letters = lettersOf(String(value).replace(/…$/, ''));
    return kept.some((words) => words.includes(letters));
  });
}

function toolsOf(name: string, turn: ReportedTurn, kept: WrittenTurn, fields: ReadonlySet<string>): Found {
  const left = [...kept.calls];
  const named = turn.tools.toSorted(
    (one, other) => Number(one.name === unnamed) - Number(other.name === unnamed),
  );
  const received = named.map((tool) => {
    const at = left.findIndex((call) => fits(tool, call));
    if (at < 0) return claim(`${name}: ${tool.id} was told, and never called`);
    const [call] = left.splice(at, 1);
    const well = call!.stopped && tool.status === 'completed';
    return well ? claim(`${name}: ${tool.id} was told as completed, and was stopped by the user`) : claim();
  });
  return all([...received, ...left.map((call) => untold(name, call, turn, fields))]);
}

/** Several finished tools are one sentence on the screen, which only the metadata has. */
function untold(
  name: string,
  call: Call,
  { shown, tools }: ReportedTurn,
  fields: ReadonlySet<string>,
): Found {
  if (undrawn.has(call.name)) return nothing;
  const other = elsewhere[call.name];
  const received = other
    ? other.some((field) => fields.has(field))
    : [...shown].some((tool) => tool.startsWith(`${call.name} `)) ||
      tools.some((tool) => tool.name === call.name);
  return received ? claim() : claim(`${name}: ${call.name} was called, and never told`);
}

/** Each tool that asked for permission was called, as often as it asked. */
function permissionsOf({ permissions }: ReportedAccount, written: readonly WrittenTurn[]): Found {
  const left = written.flatMap(({ calls }) => calls.map(({ name }) => name));
  return all(
    [...permissions.values()].map((tool) => {
      const at = left.indexOf(tool);
      if (at < 0) return claim(`${tool} was told to ask for a permission, and never called`);
      left.splice(at, 1);
      return claim();
    }),
  );
}
