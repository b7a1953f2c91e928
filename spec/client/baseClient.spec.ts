/** The error of a failed call: where it was made, its parameters, and the screen at that time. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatScreenBox } from '#client/baseClient.ts';
import { Client, Refusal } from '#client/index.ts';
import { limits } from '#limits.ts';
import { connectInProcess } from '#server/server.ts';
import { program } from '../harness/programs.ts';
import { inProcessServer } from '../harness/server.ts';

async function failed(answer: Promise<unknown>): Promise<Error> {
  return answer.then(
    (result) => expect.fail(`answered: ${JSON.stringify(result)}`),
    (problem: Error) => problem,
  );
}

/** The line of this file in the first frame of the stack. */
function firstLine({ stack = '' }: Error): string | undefined {
  const [frame = ''] = stack.split('\n').filter((line) => line.startsWith('    at '));
  const line = /baseClient\.spec\.ts:(\d+):\d+/.exec(frame)?.[1];
  return readFileSync(new URL(import.meta.url), 'utf8').split('\n')[Number(line) - 1];
}

async function asking() {
  const server = inProcessServer();
  const stream = connectInProcess(server, server.native, 'ndjson');
  const client = new Client({ input: stream, output: stream });
  const { session } = await client.calls.session.create(program('asks-name'));
  await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'name?' } });
  return { client, session, close: () => server.close() };
}

const never = { type: 'contains_text', value: 'never' } as const;

it('a wait that times out names the matcher, how long it waited, the screen and the caller', async () => {
  const { client, session, close } = await asking();
  const params = { session, matcher: never, timeout_ms: 20 };
  const problem = await failed(client.calls.session.wait(params)); // by group
  expect(problem.message).toMatch(
    /^timed out after \d+ ms \(timeout 20 ms\) waiting for the screen to show "never"\n┌─+\n│ name\?\n└─+$/,
  );
  expect(problem.stack).toContain(`Timeout: ${problem.message}\n    at `);
  expect(firstLine(problem)).toContain('// by group');
  expect(firstLine(await failed(client.request('session.wait', params)))).toContain("request('session.wait'");
  expect(firstLine(await failed(client.send('session.wait', params)))).toContain("send('session.wait'");
  expect((problem as Refusal).reason).not.toContain('\n');
  await close();
});

it('so does a call that fails at once, and one made after another was awaited', async () => {
  const { client, close } = await asking();
  const problem = await failed(client.calls.session.info({ session: 's99' })); // at once
  expect(problem).toBeInstanceOf(Refusal);
  expect(firstLine(problem)).toContain('// at once');
  await close();
  expect(firstLine(await failed(client.calls.session.list()))).toContain('client.calls.session.list()');
});

it('a wait that fails because the program ended names its matcher, and shows the last screen', async () => {
  const { client, session, close } = await asking();
  const waiting = failed(client.calls.session.wait({ session, matcher: never }));
  await client.calls.session.kill({ session, force: true });
  const problem = await waiting;
  expect(problem.message).toMatch(/ was ended by SIGKILL while waiting for the screen to show "never"\n┌/);
  expect(problem.message).toContain('│ name?');
  await close();
});

it('the matcher in an error is redacted, and cut when it is long', async () => {
  const { client, session, close } = await asking();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const wait = (value: string) =>
    failed(client.calls.session.wait({ session, matcher: { type: 'contains_text', value }, timeout_ms: 0 }));
  expect((await wait(secret)).message).not.toContain(secret);
  const long = await wait('x'.repeat(5000));
  expect(long.message.split('\n')[0]!.length).toBeLessThan(limits.matcherTextChars + 100);
  await close();
});

it('a large screen is cut to its last rows, and a long row to its beginning', () => {
  const rows = Array.from({ length: 500 }, (_, at) => `row ${at}`);
  const lines = formatScreenBox(`${rows.join('\n')}\n\n\n`).split('\n');
  expect(lines).toHaveLength(limits.errorScreenRows + 3);
  expect(lines[1]).toBe('│ (440 rows above are not shown)');
  expect(lines.at(-2)).toBe('│ row 499');
  const [, row] = formatScreenBox('x'.repeat(1000)).split('\n');
  expect(row).toHaveLength(limits.errorScreenCols + 2);
  expect(formatScreenBox('')).toBe('┌─\n│\n└─');
});
