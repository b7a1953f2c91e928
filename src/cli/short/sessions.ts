/** Commands that create, list, signal, resize and close sessions. */

import { resolve } from 'node:path';
import type { SessionInfo } from '#client/api.ts';
import { inheritableVariables } from '#platform/environment.ts';
import { sendableSignals } from '#platform/signals.ts';
import { file, flag, text } from '../command.ts';
import { UsageError } from '../errors.ts';
import {
  colsOption,
  cwdOption,
  envOption,
  parseEnvironment,
  programOperand,
  rowsOption,
} from '../options.ts';
import { formatTable, quoteShellWord } from '../print.ts';
import { type Calls, defineSessionCommand } from './command.ts';

export const startCommand = defineSessionCommand({
  name: 'start',
  summary: 'Start a program in a new session, and print the id of the session.',
  details: [
    'Uses the running server. If there is none, it starts one, which ends by itself when all sessions are closed. The program gets the working directory and the environment of this command.',
    'Bash, zsh and fish report the end of each command to the wait "command" (shell integration). For this, bash gets PS0 and PROMPT_COMMAND. Zsh gets ZDOTDIR and fish gets XDG_DATA_DIRS, whose own values are restored before the files of the user are read. --env PS0= turns this off.',
  ],
  needs: 'none',
  open: async () => (await import('./onDemand.ts')).openServer(),
  options: {
    name: text('NAME', 'Name of the session, for --session.'),
    rows: { ...rowsOption, default: 24 },
    cols: { ...colsOption, default: 80 },
    cwd: cwdOption,
    env: envOption,
    record: file(
      'FILE',
      'Record the session in this new file, an asciicast, for ptywright replay and convert.',
    ),
  },
  operands: programOperand,
  examples: {
    'ptywright start --name shell bash': 'Start a shell as session "shell".',
  },
  run: async ({ calls, given, operands: [program = '', ...args] }) => {
    const { name, rows, cols, cwd, record } = given;
    const env = parseEnvironment(given.env);
    const created = await calls.session.create({
      program,
      args: [...args],
      rows,
      cols,
      cwd: resolve(cwd ?? '.'),
      clear_env: true,
      env: { ...inheritableVariables(process.env), ...env },
      shell_integration: !('PS0' in env || 'PROMPT_COMMAND' in env),
      ...(name !== undefined && { name }),
    });
    if (record !== undefined) await startRecording(calls, created.session, record);
    return {
      kind: 'session',
      json: { ...created, name: name ?? null, program, args, size: { rows, cols } },
      text: `${created.session}\n`,
    };
  },
});

/** Without a recording there is no session either. */
async function startRecording(calls: Calls, session: string, file: string): Promise<void> {
  try {
    await calls.recording.start({ session, path: resolve(file) });
  } catch (problem) {
    await calls.session.close({ session });
    throw problem;
  }
}

export const sessionsCommand = defineSessionCommand({
  name: 'sessions',
  summary: 'List the sessions of the running server.',
  needs: 'none',
  options: {},
  details: [
    'If the default server and the server started by `ptywright start` are both running, the sessions of both are listed, with their sockets.',
  ],
  examples: { 'ptywright sessions': 'One line per session; the last one is the default.' },
  run: async ({ servers }) => {
    const several = servers.length > 1;
    const listed = await Promise.all(
      servers.map(async ({ client, path }) => {
        const { details = [], lost = [] } = await client.calls.session.list({ details: true });
        return { lost, known: details.map((info) => ({ info, socket: several ? path : undefined })) };
      }),
    );
    const details = listed.flatMap(({ known }) => known);
    const lost = listed.flatMap((one) => one.lost);
    const rows = details.map(({ info, socket }) => [...formatRow(info), ...(socket ? [socket] : [])]);
    return {
      kind: 'sessions',
      json: {
        sessions: details.map(({ info, socket }) => ({ ...toSummary(info), ...(socket && { socket }) })),
        ...(lost.length > 0 && { lost }),
      },
      text: formatTable(rows) + lost.map((session) => `${session}  lost with its host\n`).join(''),
      ...(rows.length + lost.length === 0 && {
        note: 'no sessions; start one with: ptywright start PROGRAM',
      }),
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
  options: { all: flag('Close all sessions of the server.') },
  examples: { 'ptywright close': 'Close the newest session.' },
  run: async ({ calls, session, sessions, given: { all } }) => {
    const closed = all ? sessions : [session];
    await Promise.all(closed.map((one) => calls.session.close({ session: one })));
    return { kind: 'closed', json: { sessions: closed }, text: '' };
  },
});
