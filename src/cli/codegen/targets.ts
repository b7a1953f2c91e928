/** Writes the steps of a test as TypeScript, Python, a shell script, or a file of steps. */
import { quoteShell, quoteShellWord } from '../print.ts';
import type { ClickStep, TestStep, WaitStep } from './recorder.ts';
import type { ConditionText } from './screenChange.ts';

/** A recorded test. Text is redacted. */
export interface RecordedTest {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly cols: number;
  readonly durationMs: number;
  readonly steps: readonly TestStep[];
}

interface Target {
  readonly extension: string;
  /** How to run FILE. */
  readonly usage: string;
  generate(test: RecordedTest): string;
}

type StepOf<Kind extends TestStep['kind']> = Extract<TestStep, { readonly kind: Kind }>;
/** Returns the code of each kind of step; undefined if the language cannot express it. */
type Writers = { readonly [Kind in TestStep['kind']]: (step: StepOf<Kind>) => string | undefined };

const writeSteps = (writers: Writers, steps: readonly TestStep[]): readonly string[] =>
  steps.flatMap((step) => (writers[step.kind] as (step: TestStep) => string | undefined)(step) ?? []);

const titleOf = ({ program, args }: RecordedTest): string =>
  [program, ...args].join(' ').replace(/\s+/g, ' ');

/** In single quotes, which need fewer escapes in the texts of terminals. */
const scriptString = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const defined = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).filter((entry) => entry[1] !== undefined);

/** A JavaScript object, or an empty text if there are no fields. */
function scriptObject(fields: Readonly<Record<string, unknown>>): string {
  const all = defined(fields).map(([name, value]) => `${name}: ${scriptValue(value)}`);
  return all.length === 0 ? '' : `{ ${all.join(', ')} }`;
}

const scriptValue = (value: unknown): string =>
  typeof value === 'string'
    ? scriptString(value)
    : typeof value === 'object'
      ? scriptObject(
          Object.fromEntries(Object.entries(value!).map(([name, inner]) => [scriptKey(name), inner])),
        ) || '{}'
      : String(value);

const scriptKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : scriptString(name));

const joined = (...args: readonly string[]): string => args.filter((arg) => arg !== '').join(', ');

const scriptText = (what: ConditionText): string =>
  'text' in what ? scriptString(what.text) : `/${what.pattern.replaceAll('/', '\\/')}/m`;

const sizeOf = ({ rows, cols }: RecordedTest) => (rows === 24 && cols === 80 ? {} : { rows, cols });
const environmentOf = ({ env }: RecordedTest) => (Object.keys(env).length === 0 ? undefined : env);

const clickOptions = ({ button, modifiers }: ClickStep): Readonly<Record<string, unknown>> => ({
  button: button === 'left' ? undefined : button,
  ...Object.fromEntries(modifiers.map((name) => [name, true])),
});

const typescript: Writers = {
  type: ({ text }) => `await terminal.type(${scriptString(text)});`,
  typeSecret: ({ variable }) => `await terminal.type(secret(${scriptString(variable)}));`,
  paste: ({ text }) => `await terminal.paste(${scriptString(text)});`,
  press: ({ keys }) => `await terminal.press(${scriptString(keys.join(' '))});`,
  resize: ({ rows, cols }) => `await terminal.resize({ rows: ${rows}, cols: ${cols} });`,
  click: (step) => {
    const { text, nth } = step;
    const locator = `terminal.getByText(${scriptString(text)})${nth === undefined ? '' : `.nth(${nth})`}`;
    return `await ${locator}.click(${scriptObject(clickOptions(step))});`;
  },
  shows: ({ what, timeoutMs }) =>
    `await expect(terminal).toShow(${joined(scriptText(what), scriptObject({ timeout: timeoutMs }))});`,
  hides: ({ what, timeoutMs }) =>
    `await expect(terminal).not.toShow(${joined(scriptText(what), scriptObject({ timeout: timeoutMs }))});`,
  styled: ({ text, style, timeoutMs }) =>
    `await expect(terminal.getByText(${scriptString(text)}).withStyle(${scriptObject(style)})).toBeShown(${scriptObject({ timeout: timeoutMs })});`,
  exits: ({ status, signal }) =>
    `await expect(terminal).toHaveExited(${status === null || signal ? '' : status});`,
};

const secretHelper = `
function secret(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(\`set the environment variable \${name}\`);
  return value;
}
`;

/** A test waits at least as long as the person, who thinks longer than the program. */
const minTestMs = 30_000;

function generateTypescript(test: RecordedTest): string {
  const { program, args, cwd, durationMs, steps } = test;
  const options = scriptObject({ ...sizeOf(test), cwd, env: environmentOf(test) });
  const words = args.length > 0 || options !== '' ? `[${args.map(scriptString).join(', ')}]` : '';
  const timeout = Math.max(minTestMs, Math.ceil(durationMs / 1000) * 2000);
  return [
    "import { expect, test } from 'ptywright/test';",
    ...(steps.some(({ kind }) => kind === 'typeSecret') ? [secretHelper.trimEnd()] : []),
    '',
    `test(${scriptString(titleOf(test))}, { timeout: ${timeout} }, async ({ terminal }) => {`,
    `  await terminal.start(${joined(scriptString(program), words, options)});`,
    ...writeSteps(typescript, steps).map((line) => `  ${line}`),
    '});',
    '',
  ].join('\n');
}

/** A Python literal differs from JSON only in None, True and False. */
export function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = defined(value as Readonly<Record<string, unknown>>);
  return `{${fields.map(([name, inner]) => `${pythonLiteral(name)}: ${pythonLiteral(inner)}`).join(', ')}}`;
}

const pythonText = (what: ConditionText): string =>
  'text' in what ? pythonLiteral(what.text) : `re.compile(${pythonLiteral(what.pattern)}, re.MULTILINE)`;

const pythonArguments = (fields: Readonly<Record<string, unknown>>): string =>
  defined(fields)
    .map(([name, value]) => `${name}=${pythonLiteral(value)}`)
    .join(', ');

const pythonTimeout = ({ timeoutMs }: Pick<WaitStep, 'timeoutMs'>) =>
  pythonArguments({ timeout_ms: timeoutMs });

const python: Writers = {
  type: ({ text }) => `terminal.type(${pythonLiteral(text)})`,
  typeSecret: ({ variable }) => `terminal.type(os.environ[${pythonLiteral(variable)}])`,
  paste: ({ text }) => `terminal.paste(${pythonLiteral(text)})`,
  press: ({ keys }) => `terminal.press(${pythonLiteral(keys.join(' '))})`,
  resize: ({ rows, cols }) => `terminal.resize(${rows}, ${cols})`,
  click: (step) => {
    const { text, nth } = step;
    const locator = `terminal.get_by_text(${pythonLiteral(text)})${nth === undefined ? '' : `.nth(${nth})`}`;
    return `${locator}.click(${pythonArguments(clickOptions(step))})`;
  },
  shows: (step) => `expect(terminal).to_show(${joined(pythonText(step.what), pythonTimeout(step))})`,
  hides: (step) => `expect(terminal).not_to_show(${joined(pythonText(step.what), pythonTimeout(step))})`,
  styled: (step) =>
    `expect(terminal.get_by_text(${pythonLiteral(step.text)}).with_style(${pythonLiteral(step.style)})).to_be_shown(${pythonTimeout(step)})`,
  exits: ({ status, signal }) =>
    `expect(terminal).to_have_exited(${status === null || signal ? '' : status})`,
};

function generatePython(test: RecordedTest): string {
  const { program, args, cwd, steps } = test;
  const options = pythonArguments({ ...sizeOf(test), cwd, env: environmentOf(test) });
  const words = args.length > 0 ? `[${args.map(pythonLiteral).join(', ')}]` : '';
  const name = `test_${program.replace(/^.*\//, '').replace(/\W+/g, '_')}`;
  const lines = writeSteps(python, steps);
  const modules = [
    ...(steps.some(({ kind }) => kind === 'typeSecret') ? ['import os'] : []),
    ...(lines.some((line) => line.includes('re.compile(')) ? ['import re'] : []),
  ];
  return [
    ...modules,
    ...(modules.length > 0 ? [''] : []),
    'from ptywright import Terminal, expect',
    '',
    '',
    `def ${name}():`,
    `    with Terminal(${joined(pythonLiteral(program), words, options)}) as terminal:`,
    ...(lines.length > 0 ? lines : ['pass']).map((line) => `        ${line}`),
    '',
    '',
    'if __name__ == "__main__":',
    `    ${name}()`,
    '',
  ].join('\n');
}

/** After `--`, a text may begin with a hyphen. */
const shellOperand = (text: string): string =>
  `${text.startsWith('-') ? '-- ' : ''}${/[^\x20-\x7e]/.test(text) ? quoteShell(text) : quoteShellWord(text)}`;

const shellText = (what: ConditionText): string =>
  'text' in what ? shellOperand(what.text) : shellOperand(`(?m)${what.pattern}`);

const shellOptions = (what: ConditionText, timeoutMs: number | undefined): string =>
  `${'text' in what ? '' : ' --regex'}${timeoutMs === undefined ? '' : ` --timeout ${timeoutMs}`}`;

const shell: Writers = {
  type: ({ text }) => `ptywright type ${shellOperand(text)}`,
  // An argument would be visible in the list of processes.
  typeSecret: ({ variable }) => `printf %s "$${variable}" | ptywright type`,
  paste: ({ text }) => `ptywright paste ${shellOperand(text)}`,
  press: ({ keys }) => `ptywright press ${keys.map(quoteShellWord).join(' ')}`,
  resize: ({ rows, cols }) => `ptywright resize ${rows} ${cols}`,
  click: ({ text, nth, button, modifiers }) =>
    [
      `ptywright click --text=${quoteShellWord(text)}`,
      ...(nth === undefined ? [] : [`--nth ${nth + 1}`]),
      ...(button === 'left' ? [] : [`--button ${button}`]),
      ...modifiers.map((name) => `--${name}`),
    ].join(' '),
  shows: ({ what, timeoutMs }) =>
    `ptywright expect${shellOptions(what, timeoutMs)} text ${shellText(what)} > /dev/null`,
  hides: ({ what, timeoutMs }) =>
    `ptywright expect --not${shellOptions(what, timeoutMs)} text ${shellText(what)} > /dev/null`,
  // The commands have no condition for styles.
  styled: () => undefined,
  exits: ({ status, signal }) =>
    status === null || signal
      ? 'ptywright wait exit > /dev/null'
      : `ptywright expect exit-code ${status} > /dev/null`,
};

function generateShell(test: RecordedTest): string {
  const { program, args, rows, cols, cwd, env, steps } = test;
  const secrets = new Set(steps.flatMap((step) => (step.kind === 'typeSecret' ? [step.variable] : [])));
  const options = [
    `--rows ${rows} --cols ${cols}`,
    ...(cwd === undefined ? [] : [`--cwd ${quoteShellWord(cwd)}`]),
    ...Object.entries(env).map(([name, value]) => `--env ${quoteShellWord(`${name}=${value}`)}`),
  ].join(' ');
  return [
    '#!/bin/sh',
    'set -eu',
    ...[...secrets].map((name) => `: "\${${name}:?set this environment variable}"`),
    `PTYWRIGHT_SESSION=$(ptywright start ${options} -- ${[program, ...args].map(quoteShellWord).join(' ')})`,
    'export PTYWRIGHT_SESSION',
    "trap 'ptywright close' EXIT",
    ...writeSteps(shell, steps),
    '',
  ].join('\n');
}

/** JSON is YAML, and a pattern stands between slashes. */
const stepSelector = (what: ConditionText): unknown =>
  'pattern' in what
    ? `/(?m)${what.pattern}/`
    : /^\/.+\/$/s.test(what.text)
      ? { type: 'exact', text: what.text }
      : what.text;

const stepLine = (name: string, value: unknown, timeoutMs?: number): string =>
  timeoutMs === undefined
    ? `- ${name}: ${JSON.stringify(value)}`
    : `- { ${name}: ${JSON.stringify(value)}, timeout_ms: ${timeoutMs} }`;

function clickLine({ text, nth, button, modifiers }: ClickStep): string {
  const plain = stepSelector({ text });
  const on = nth === undefined ? plain : { type: 'nth', index: nth, selector: { type: 'exact', text } };
  if (modifiers.length > 0) return stepLine('mouse', { on, gesture: { event: 'click', button, modifiers } });
  return stepLine('click', nth === undefined && button === 'left' ? plain : { on, button });
}

const stepsFile: Writers = {
  type: ({ text }) => stepLine('type', text),
  typeSecret: ({ variable }) => stepLine('type', { env: variable }),
  paste: ({ text }) => stepLine('paste', text),
  press: ({ keys }) => stepLine('press', keys.join(' ')),
  resize: ({ rows, cols }) => stepLine('resize', { rows, cols }),
  click: clickLine,
  shows: ({ what, timeoutMs }) => stepLine('wait', stepSelector(what), timeoutMs),
  hides: ({ what, timeoutMs }) => stepLine('gone', stepSelector(what), timeoutMs),
  styled: ({ text, style, timeoutMs }) => stepLine('looks', { on: stepSelector({ text }), style }, timeoutMs),
  exits: ({ status, signal }) => stepLine('expect', signal ? { signal } : { exit: status ?? 0 }),
};

function generateSteps(test: RecordedTest): string {
  const { program, args, rows, cols, cwd, steps } = test;
  const fields = { name: titleOf(test), program, args, rows, cols, cwd, env: environmentOf(test) };
  return [
    ...defined(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    'steps:',
    ...writeSteps(stepsFile, steps).map((line) => `  ${line}`),
    '',
  ].join('\n');
}

export const targets = {
  typescript: { extension: '.ts', usage: 'npx vitest run FILE', generate: generateTypescript },
  python: { extension: '.py', usage: 'python3 FILE', generate: generatePython },
  shell: { extension: '.sh', usage: 'sh FILE', generate: generateShell },
  steps: { extension: '.yaml', usage: 'ptywright steps FILE', generate: generateSteps },
} as const satisfies Readonly<Record<string, Target>>;

export type TargetName = keyof typeof targets;
export const targetNames = Object.keys(targets) as readonly TargetName[];
