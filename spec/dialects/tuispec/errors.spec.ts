/** tuispec's error messages: its own terms, its way of counting, and the expected value. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome } from '../../cli/ptywright.ts';
import { start } from './running.ts';

const exact = (text: string) => ({ type: 'exact', text });

async function showing(text: string, query = '') {
  const started = start(query);
  await started.client.call('initialize', { timeoutSeconds: 0.05 });
  const launch = { command: '/bin/sh', args: ['-c', `printf '${text}'; exec cat`], readyTimeoutMs: 5000 };
  await started.client.call('launch', { ...launch, readySelector: exact('END') });
  return started;
}

it('several matches are numbered from 1, in the text and in the data', async () => {
  const { client } = await showing('dup dup\\r\\nEND');
  const places = [
    { row: 1, col: 1 },
    { row: 1, col: 5 },
  ];
  for (const method of ['waitForText', 'expectVisible', 'click'])
    expect((await client.ask(method, { selector: exact('dup') })).error, method).toMatchObject({
      code: -32004,
      message: expect.stringContaining('matched 2 elements: "dup" at 1:1, "dup" at 1:5'),
      data: { matched: 2, candidates: places },
    });
});

describe('a wait that times out', () => {
  it.each([
    ['expectVisible', { selector: exact('absent') }, 'the screen does not show the text "absent"'],
    [
      'waitForText',
      { selector: { type: 'nth', index: 4, selector: { type: 'regex', pattern: 'EN.' } } },
      'the screen does not show number 4, from 0, of the pattern "EN."',
    ],
    [
      'waitForText',
      {
        selector: {
          type: 'within',
          rect: { col: 2, row: 3, width: 4, height: 1 },
          selector: { type: 'at', col: 9, row: 9 },
        },
      },
      'the screen does not show anything at row 9, column 9 within 4 columns and 1 rows from row 3, column 2',
    ],
    ['expectNotVisible', { selector: exact('END') }, 'the screen still shows the text "END"'],
    ['waitUntil', { pattern: 'nev[e]r' }, 'the screen does not match the pattern "nev[e]r"'],
    [
      'sendLine',
      { text: 'x', expectAfter: exact('y') },
      'the screen did not show the text "y" after the line',
    ],
    ['click', { selector: exact('absent') }, 'the screen does not show the text "absent"'],
  ])('%s reports what was missing, and the screen: %j', async (method, params, sentence) => {
    const { client } = await showing('END');
    const { error } = await client.ask(method, params);
    expect(error).toMatchObject({
      code: -32004,
      message: `method failed: waitFor timed out after 50 ms: ${sentence}`,
      data: { details: expect.stringContaining(sentence), screen: expect.stringMatching(/^END/) },
    });
  });

  it('reports how long the screen should have been unchanged', async () => {
    const { client } = await showing('END');
    const { error } = await client.ask('waitForStable', { debounceMs: 400, timeoutMs: 20 });
    expect(error?.message).toBe(
      'method failed: waitFor timed out after 20 ms: the screen did not stay unchanged for 400 ms',
    );
  });
});

it('a missing program is reported', async () => {
  const { client } = start();
  const requestOf = async () => (await client.ask('sendText', { text: 'x' })).error;
  expect(await requestOf()).toMatchObject({
    code: -32001,
    message: 'no active session: initialize first',
  });
  await client.call('initialize');
  expect(await requestOf()).toMatchObject({
    code: -32004,
    message: 'method failed: no program is running: call launch first',
  });
});

it.each([
  ['[]', '', -32600, 'Invalid request: a message must be an object.'],
  ['5', '?wire=client', -32700, 'Parse error: a message must be an object.'],
])('the text of a refusal agrees with its code: %s%s', async (line, query, code, message) => {
  const { client } = start(query);
  client.say(line);
  expect((await client.answer()).error).toMatchObject({ code, message });
});

it('the allowed values are listed for an unknown one', async () => {
  const { client } = start();
  const said = async (method: string, params: object) => (await client.ask(method, params)).error?.message;
  expect(await said('dumpView', { name: 'x', format: 'pdf' })).toBe(
    'format: not one of the known values, got string "pdf"; expected ansi | png | both',
  );
  expect(await said('waitForText', { selector: { type: 'zork' } })).toContain(
    'expected exact | regex | at | within | nth',
  );
});

it('an unknown key is reported without terms of another protocol', async () => {
  const { client } = await showing('END');
  expect((await client.ask('sendKey', { key: 'hello' })).error).toMatchObject({
    code: -32602,
    message: 'key: "hello" is not a key: a key press cannot send text; type the text instead',
  });
});

it('unusable files are reported in sentences', async () => {
  const { client } = await showing('END');
  const beside = join(freshHome(), 'beside.txt');
  writeFileSync(beside, 'x');
  const said = async (method: string, params: object) => (await client.ask(method, params)).error?.message;
  expect(await said('diffView', { leftPath: beside, rightPath: beside })).toBe(
    `The file ${beside} is outside the artifact folder (outside). Give a path below that folder.`,
  );
  const gone = join(freshHome(), 'gone.jsonl');
  expect(await said('replay', { path: gone })).toBe(
    `The file ${gone} does not exist (ENOENT). Correct the path.`,
  );
});

it('names that would share a file are refused, with the file', async () => {
  const { client } = await showing('END');
  expect((await client.call('dumpView', { name: 'A b' })).snapshotPath).toMatch(/\/a-b\.ansi\.txt$/);
  for (const method of ['dumpView', 'renderView', 'expectSnapshot'])
    expect((await client.ask(method, { name: 'a_b' })).error, method).toMatchObject({
      code: -32602,
      message: 'name: "a_b" has the same files as "A b": a-b; use another name',
    });
  await client.call('dumpView', { name: 'A b' });
});
