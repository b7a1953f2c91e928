/** Runs a real program that shows a file of secret lines, and counts how many of them each output shows. */
import type { Client } from '#client/index.ts';
import { stripEscapes } from '#redaction/escapes.ts';
import { leaked } from './samples.ts';

export interface Step {
  readonly keys: string;
  /** Text that the screen shows after the keys took effect. */
  readonly until: string;
}

export interface Showing {
  readonly program: string;
  readonly args: readonly string[];
  readonly rows?: number;
  readonly cols?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The first step has no keys: it waits for the first screen. */
  readonly steps: readonly Step[];
}

export const outputs = ['snapshot', 'frames', 'scrollback', 'transcript', 'plain', 'output', 'cast'] as const;
/** Outputs that are read from the screen. */
export const screens: readonly OutputName[] = ['snapshot', 'frames', 'scrollback'];
export type OutputName = (typeof outputs)[number];
export type RedactedOutputs = Readonly<Record<OutputName, string>>;

/** Every output of a session whose program runs these steps. */
export async function readOutputs(
  client: Client,
  { program, args, env, steps, ...options }: Showing,
): Promise<RedactedOutputs> {
  const { calls } = client;
  const received = { snapshot: '', frames: '', output: '' };
  const ends = [
    client.on('session.output', ({ output }) => {
      received.output += output;
    }),
    client.on('session.frame', ({ data }) => {
      received.frames += data;
    }),
  ];
  const exited = new Promise<void>((resolve) => ends.push(client.on('session.exited', () => resolve())));
  await calls.server.set_notifications({ enabled: true, output: true, lifecycle: true });
  const { rows = 24, cols = 80 } = options;
  const { session } = await calls.session.create({
    program: '/bin/sh',
    args: ['-c', 'read start; exec "$@"', 'sh', program, ...args],
    env: { LESSHISTFILE: '-', LC_ALL: 'C.UTF-8', ...env },
    rows,
    cols,
  });
  const { recording } = await calls.recording.start({ session });
  received.frames += (await calls.session.attach({ session, read_only: true })).data;
  for (const [at, { keys, until }] of steps.entries()) {
    await calls.session.act({
      session,
      actions: [{ type: 'text', value: at === 0 ? '\n' : keys }],
      matcher: until === '' ? { type: 'process_exited' } : { type: 'contains_text', value: until },
      timeout_ms: 20_000,
    });
    received.snapshot += JSON.stringify(await calls.session.snapshot({ session, cells: 'runs' }));
  }
  await calls.session.kill({ session, force: true });
  await exited;
  const { text: transcript } = await calls.session.transcript({ session });
  const { text: plain } = await calls.session.transcript({ session, strip_escapes: true });
  const { lines } = await calls.session.scrollback({ session });
  const { text: cast = '' } = await calls.recording.stop({ recording });
  await calls.session.close({ session });
  for (const end of ends) end();
  return { ...received, transcript, plain, scrollback: lines.join('\n'), cast: castText(cast) };
}

const castText = (cast: string) =>
  cast
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => (JSON.parse(line) as [number, string, string])[2])
    .join('');

/** The outputs that show some of the lines, and how many. */
export const leaksIn = (
  leaks: Readonly<Record<OutputName, number>>,
  names: readonly OutputName[] = outputs,
) => names.filter((name) => leaks[name] > 0).map((name) => `${name}: ${leaks[name]}`);

/** How many of the lines are readable in each output, by 16 characters in a row. */
export const leaksOf = (
  texts: RedactedOutputs,
  lines: readonly string[],
): Readonly<Record<OutputName, number>> =>
  Object.fromEntries(
    outputs.map((name) => {
      const seen = `${texts[name]}\n${stripEscapes(texts[name])}`;
      return [name, lines.filter((line) => leaked(line, seen) !== undefined).length];
    }),
  ) as Record<OutputName, number>;
