/** Compares the reports of the adapter with the session file of the agent. */
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import type { AdapterReport, ReportedTool, ReportedTurn } from './adapterReport.ts';
import { formatTexts, isSamePrompt } from './promptText.ts';
import type { Call, StoredTurn } from './storedTurn.ts';

/** Number of checks per subject. */
export interface Checks {
  readonly prompts: number;
  readonly turns: number;
  readonly texts: number;
  readonly tools: number;
  readonly interruptions: number;
}

export interface FileScore {
  readonly checks: Checks;
  readonly failures: readonly string[];
}

const redaction = createRedaction(defaultPolicy);

/** Redacts the turns as a session with redaction does. */
export const redactTurns = (turns: readonly StoredTurn[]): readonly StoredTurn[] =>
  turns.map(({ texts, displayedTexts, calls, ...turn }) => ({
    ...turn,
    texts: texts.map(redaction.text),
    displayedTexts: displayedTexts.map(redaction.text),
    calls: calls.map(({ input, ...call }) => ({ ...call, input: textsOf(input) })),
  }));

const textsOf = (input: Call['input']) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, redaction.text(String(value))]));

interface CheckResult {
  readonly count: number;
  readonly failures: readonly string[];
}

const noChecks: CheckResult = { count: 0, failures: [] };
const check = (...failures: readonly string[]): CheckResult => ({ count: 1, failures });
const combine = (list: readonly CheckResult[]): CheckResult => ({
  count: list.reduce((sum, { count }) => sum + count, 0),
  failures: list.flatMap(({ failures }) => failures),
});

type Report = Pick<AdapterReport, 'turns' | 'permissions' | 'fields' | 'state'>;

/** `prompts`: the prompts that the scenario sent, in order. */
export function scoreSessionFile(
  prompts: readonly string[],
  report: Report,
  storedTurns: readonly StoredTurn[],
): FileScore {
  const { sent, reported } = withoutWithdrawn(prompts, report, storedTurns);
  const turns = checkTurnEnds(reported, storedTurns);
  const pairs = pairTurns(reported.turns, storedTurns);
  const found = {
    prompts: checkPrompts(sent, storedTurns),
    turns,
    texts: combine(pairs.map(({ turn, stored, name }) => checkText(name, turn, stored))),
    tools: combine([
      ...pairs.map(({ turn, stored, name }) => checkTools(name, turn, stored, reported.fields)),
      checkPermissions(reported, storedTurns),
    ]),
    interruptions: combine(pairs.map(({ turn, stored, name }) => checkInterruption(name, turn, stored))),
  };
  const failures = Object.values(found).flatMap((one) => one.failures);
  return {
    checks: Object.fromEntries(Object.entries(found).map(([kind, { count }]) => [kind, count])) as {
      [kind in keyof Checks]: number;
    },
    failures: failures.map((failure) => `the session file: ${failure}`),
  };
}

/** Drops prompts that were withdrawn before any answer. If the agent is quick enough, it does not store them. */
function withoutWithdrawn(sent: readonly string[], reported: Report, storedTurns: readonly StoredTurn[]) {
  if (reported.turns.length !== sent.length) return { sent, reported };
  let storedCount = 0;
  const remaining = sent.flatMap((prompt, at) => {
    const turn = reported.turns[at]!;
    const isStored = isSamePrompt(prompt, storedTurns[storedCount]?.prompt ?? '');
    const isEmpty = turn.interrupted && turn.text === '' && turn.tools.length === 0;
    if (isEmpty && !isStored) return [];
    storedCount += 1;
    return [{ prompt, turn }];
  });
  const turns = remaining.map(({ turn }) => turn);
  const { permissions, fields, state } = reported;
  return { sent: remaining.map(({ prompt }) => prompt), reported: { turns, permissions, fields, state } };
}

/** Checks that no prompt was lost or duplicated. */
function checkPrompts(sent: readonly string[], storedTurns: readonly StoredTurn[]): CheckResult {
  const prompts = storedTurns.map(({ prompt }) => prompt);
  const same = sent.length === prompts.length && sent.every((text, at) => isSamePrompt(text, prompts[at]!));
  const failures = same ? [] : [`expected the prompts ${formatTexts(sent)}, got ${formatTexts(prompts)}`];
  return { count: sent.length, failures };
}

const runningState = /^(?:thinking|cancelling|waiting_for_(?:permission|plan|user|enter_plan).*)$/;

/** Checks that each turn ended exactly once, except for one that is still running. */
function checkTurnEnds({ turns, state }: Report, storedTurns: readonly StoredTurn[]): CheckResult {
  if (storedTurns.length === 0 && turns.length === 0) return noChecks;
  const open = runningState.test(state) ? 1 : 0;
  const missing = storedTurns.length - turns.length;
  if (missing === 0 || missing === open) return check();
  return check(`expected the ends of ${storedTurns.length} turns, got ${turns.length}`);
}

interface Pair {
  readonly name: string;
  readonly turn: ReportedTurn;
  readonly stored: StoredTurn;
}

/** Matches reported turns with stored ones, without surplus empty turns. Returns nothing if the numbers differ otherwise. */
function pairTurns(turns: readonly ReportedTurn[], storedTurns: readonly StoredTurn[]): readonly Pair[] {
  const full = turns.filter(({ text, tools, interrupted }) => text !== '' || tools.length > 0 || interrupted);
  const reported = turns.length > storedTurns.length ? full : turns;
  const open = turns.length < storedTurns.length ? 1 : 0;
  if (reported.length !== storedTurns.length - open) return [];
  return reported.map((turn, at) => ({ turn, stored: storedTurns[at]!, name: `turn ${at + 1}` }));
}

/** Drops wrapping, markup, and the language of a code block, which the screen does not show. */
export const lettersOf = (text: string): string =>
  text
    .replace(/^ *```.*$/gm, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Every screen shows more of an answer than one word. */
const minLetters = 10;

function checkText(
  name: string,
  { text, whole, gap }: ReportedTurn,
  { texts, displayedTexts }: StoredTurn,
): CheckResult {
  const got = lettersOf(text);
  const matches = (parts: readonly string[]) => {
    const stored = parts.join('\n');
    const letters = lettersOf(stored);
    // The end of a text must not be empty or too short.
    if (whole || got === '') return letters === got;
    if (got.length < Math.min(letters.length, minLetters)) return false;
    return gap ? linesInOrder(text, stored) : letters.endsWith(got);
  };
  // An error that ends a turn is reported as an error. Some versions show it as text of the answer.
  if (matches(texts) || matches(displayedTexts)) return check();
  const stored = texts.join('\n');
  const ending = whole ? '' : ' the end of';
  const where = firstDifference(got, lettersOf(stored), whole);
  return check(
    `${name}: expected${ending} ${formatTexts([stored])}, got ${formatTexts([text])}; the first difference is ${where}`,
  );
}

const differenceChars = 30;

/** Describes where two texts begin to differ. Two ends are compared from the end. */
function firstDifference(got: string, stored: string, whole: boolean): string {
  const backwards = (letters: string) => [...letters].reverse().join('');
  const [one, other] = whole ? [got, stored] : [backwards(got), backwards(stored)];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = (letters: string) => {
    const part = letters.slice(at, at + differenceChars);
    return JSON.stringify(whole ? part : backwards(part));
  };
  return `${from(one)} instead of ${from(other)}`;
}

function linesInOrder(text: string, stored: string): boolean {
  const letters = lettersOf(stored);
  const lines = text.split('\n').map(lettersOf);
  let at = 0;
  const inOrder = lines.every((line) => {
    const found = letters.indexOf(line, at);
    at = found + line.length;
    return found >= 0;
  });
  return inOrder && letters.endsWith(lines.findLast((line) => line !== '') ?? '');
}

/** If the answer had not begun, the agent stores only the prompt. */
function checkInterruption(name: string, { interrupted }: ReportedTurn, stored: StoredTurn): CheckResult {
  if (!stored.interrupted && stored.displayedTexts.length === 0 && stored.calls.length === 0) return noChecks;
  if (interrupted === stored.interrupted) return check();
  const words = (value: boolean) => (value ? 'interrupted' : 'not interrupted');
  return check(`${name}: expected ${words(stored.interrupted)}, got ${words(interrupted)}`);
}

/** Names on the screen that differ from those of the tools. */
const displayNames: Readonly<Record<string, readonly string[]>> = {
  Update: ['Edit', 'Write'],
  Fetch: ['WebFetch'],
  Search: ['Grep', 'Glob'],
};
/** Reported name of a tool for which the screen has only a sentence. */
const unnamed = 'Tool';

/** Tools that are reported in other fields of the metadata. */
const reportedInFields: Readonly<Record<string, readonly string[]>> = {
  AskUserQuestion: ['question'],
  ExitPlanMode: ['plan'],
  EnterPlanMode: ['enter_plan_mode', 'mode'],
};

/** The screen shows only the results of these tools, and not in every version. */
const notDisplayed = new Set(['TodoWrite', 'TaskCreate', 'TaskUpdate']);

/** Allows for the screen, which shortens paths, wraps commands, and truncates long text. */
function matchesCall({ name, input }: Pick<ReportedTool, 'name' | 'input'>, call: Call): boolean {
  if (name === unnamed) return !notDisplayed.has(call.name);
  if (name !== call.name && !displayNames[name]?.includes(call.name)) return false;
  const stored = Object.values(call.input).map((value) => lettersOf(String(value)));
  return Object.values(input).every((value) => {
    const letters = lettersOf(String(value).replace(/…$/, ''));
    return stored.some((words) => words.includes(letters));
  });
}

function checkTools(
  name: string,
  turn: ReportedTurn,
  stored: StoredTurn,
  fields: ReadonlySet<string>,
): CheckResult {
  const remaining = [...stored.calls];
  const named = turn.tools.toSorted(
    (one, other) => Number(one.name === unnamed) - Number(other.name === unnamed),
  );
  const checks = named.map((tool) => {
    const at = remaining.findIndex((call) => matchesCall(tool, call));
    if (at < 0) return check(`${name}: ${tool.id} was reported, but never called`);
    const [call] = remaining.splice(at, 1);
    const falselyCompleted = call!.stopped && tool.status === 'completed';
    return falselyCompleted
      ? check(`${name}: ${tool.id} was reported as completed, but the user stopped it`)
      : check();
  });
  return combine([...checks, ...remaining.map((call) => checkUnreportedCall(name, call, turn, fields))]);
}

/** Checks a call without events. The screen shows several completed tools as one sentence, which only the metadata has. */
function checkUnreportedCall(
  name: string,
  call: Call,
  { displayedTools, tools }: ReportedTurn,
  fields: ReadonlySet<string>,
): CheckResult {
  if (notDisplayed.has(call.name)) return noChecks;
  const names = reportedInFields[call.name];
  const isReported = names
    ? names.some((field) => fields.has(field))
    : [...displayedTools].some((tool) => tool.startsWith(`${call.name} `)) ||
      tools.some((tool) => tool.name === call.name);
  return isReported ? check() : check(`${name}: ${call.name} was called, but never reported`);
}

/** Checks that each tool that asked for permission was called, as often as it asked. */
function checkPermissions({ permissions }: Report, storedTurns: readonly StoredTurn[]): CheckResult {
  const remaining = storedTurns.flatMap(({ calls }) => calls.map(({ name }) => name));
  return combine(
    [...permissions.values()].map((tool) => {
      const at = remaining.indexOf(tool);
      if (at < 0) return check(`${tool} was reported to ask for a permission, but never called`);
      remaining.splice(at, 1);
      return check();
    }),
  );
}
