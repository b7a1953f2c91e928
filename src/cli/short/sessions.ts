/** Commands that create, list, signal, resize and close sessions. */
import { resolve } from 'node:path';
import { sendableSignals } from '#terminal/input/signals.ts';
import { UsageError } from '../errors.ts';
import { colsOption, parseEnvironment, programOperand, rowsOption } from '../options.ts';
import { quoteShellWord } from '../print.ts';
import { type Calls, defineSessionCommand } from './command.ts';

export const startCommand = defineSessionCommand({
  name: 'start',
  summary: 'Start a program in a new session, and print the id of the session.',
  details: [
    'Uses the running server. If there is none, it starts one, which ends by itself when all sessions are closed. The program gets the working directory and the environment of this command.',
  ],
  needs: 'none',
  open: async () => (await import('./onDemand.ts')).openServer(),
  options: {
    name: { type: 'string', value: 'NAME', describe: 'Name of the session, for --session.' },
    rows: { ...rowsOption, default: 24 },
    cols: { ...colsOption, default: 80 },
    cwd: {
      type: 'string',
      value: 'DIRECTORY',
      completes: 'directory',
      describe: 'Working directory of the program.',
    },
    env: {
      type: 'string',
      value: 'NAME=VALUE',
      array: true,
      describe: 'Set an environment variable of the program.',
    },
    marks: {
      type: 'boolean',
      describe: 'For bash: make it report the end of each command, for the wait command (shell integration).',
    },
  },
  operands: programOperand,
  examples: {
    'ptywright start --marks --name shell bash':
      'Start a shell that reports its commands, as session "shell".',
  },
  run: async ({ calls, given, operands: [program = '', ...args] }) => {
    const { name, rows, cols, cwd, env, marks } = given;
    const created = await calls.session.create({
      program,
      args: [...args],
      rows,
      cols,
      cwd: resolve(cwd ?? '.'),
      clear_env: true,
      env: { ...(await programEnvironment()), ...(marks && bashMarks), ...parseEnvironment(env) },
      ...(name !== undefined && { name }),
    });
    return {
      kind: 'session',
      json: { ...created, name: name ?? null, program, args, size: { rows, cols } },
      text: `${created.session}\n`,
    };
  },
});

/** OSC 133: a command begins; a command has ended, with its exit code. */
const bashMarks = { PS0: '\\e]133;C\\a', PROMPT_COMMAND: 'printf "\\e]133;D;%s\\a" $?' };

/** Shells export functions under names that are no identifiers; the server refuses them. */
async function programEnvironment(): Promise<Record<string, string>> {
  const { inheritableEnv } = await import('#session/process.ts');
  return Object.fromEntries(
    Object.entries(inheritableEnv(process.env)).filter(([name]) => /^[A-Za-z_]\w*$/.test(name)),
  );
}

type SessionInfo = Awaited<ReturnType<Calls['session']['info']>>;

export const sessionsCommand = defineSessionCommand({
  name: 'sessions',
  summary: 'List the sessions of the running server.',
  needs: 'none',
  options: {},
  examples: { 'ptywright sessions': 'One line per session; the last one is the default.' },
  run: async ({ calls }) => {
    const { details = [] } = await calls.session.list({ details: true });
    const cells = details.map(formatRow);
    const widths = [0, 1, 2, 3].map((at) => Math.max(0, ...cells.map((row) => row[at]!.length)));
    const lines = cells.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
    return {
      kind: 'sessions',
      json: { sessions: details.map(toSummary) },
      text: lines.map((line) => `${line.trimEnd()}\n`).join(''),
    };
  },
});

const formatRow = ({ session, name, running, exit, size, program, args }: SessionInfo) => [
  session,
  name ?? '-',
  running ? 'running' : `exited ${exit?.signal ?? exit?.exit_code ?? ''}`,
  `${size.rows}x${size.cols}`,
  [program, ...args].map(quoteShellWord).join(' '),
];

const toSummary = ({ session, name, program, args, running, exit, size, title, cwd }: SessionInfo) => ({
  session,
  name,
  program,
  args,
  running,
  exit,
  size: { rows: size.rows, cols: size.cols },
  title,
  cwd,
});

const signals = Object.keys(sendableSignals) as (keyof typeof sendableSignals)[];

export const signalCommand = defineSessionCommand({
  name: 'signal',
  summary: 'Send a signal to the program in the foreground.',
  options: {},
  operands: { usage: 'SIGNAL', min: 1, max: 1, choices: signals },
  examples: { 'ptywright signal int': 'Interrupt the running command of the shell.' },
  run: async ({ calls, session, operands: [signal] }) => {
    await calls.session.input({ session, action: { type: 'signal', value: signal as 'int' } });
    return { kind: 'input', json: { session, signal }, text: '' };
  },
});

export const resizeCommand = defineSessionCommand({
  name: 'resize',
  summary: 'Resize the terminal of a session.',
  options: {},
  operands: { usage: 'ROWS COLUMNS', min: 2, max: 2 },
  examples: { 'ptywright resize 40 120': 'Give the program 40 rows and 120 columns.' },
  run: async ({ calls, session, operands }) => {
    const [rows, cols] = operands.map(parseSize) as [number, number];
    await calls.session.resize({ session, rows, cols });
    return { kind: 'session', json: { session, size: { rows, cols } }, text: '' };
  },
});

function parseSize(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`${text}: expected a whole number, as in: resize 40 120`);
  return Number(text);
}

export const closeCommand = defineSessionCommand({
  name: 'close',
  summary: 'Close a session: end its program and remove the session.',
  options: { all: { type: 'boolean', describe: 'Close all sessions of the server.' } },
  examples: { 'ptywright close': 'Close the newest session.' },
  run: async ({ calls, session, sessions, given: { all } }) => {
    const closed = all ? sessions : [session];
    await Promise.all(closed.map((one) => calls.session.close({ session: one })));
    return { kind: 'closed', json: { sessions: closed }, text: '' };
  },
});
