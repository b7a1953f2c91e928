/** What is said of what went wrong, and of what can be done here: in the words of who asked, and no more than is so. */
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { permissionNames } from '../../../src/core/permissions.ts';
import { type Client, type RunningOptions, type Wright, wright } from './running.ts';

const open: Wright[] = [];

async function running(options?: RunningOptions): Promise<Client> {
  const server = await wright(options);
  open.push(server);
  return server.connect();
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const sessionId = 's1';

describe('a mistake is named as it was made', () => {
  const cases: readonly (readonly [method: string, params: object, path: string, message: string])[] = [
    [
      'Input.sendKeys',
      { keys: [{ key: 'F' }] },
      'keys.0.n',
      'is missing: the key F has a number from 1 to 24',
    ],
    [
      'Input.sendKeys',
      { keys: [{ key: 'Char' }] },
      'keys.0.char',
      'is missing: the key Char has one character',
    ],
    ['Input.sendKeys', { keys: [{ key: 'Nope' }] }, 'keys.0.key', 'not one of the known values'],
    ['Input.sendKeys', { keys: ['F25'] }, 'keys.0', '"F25" is not a key: the last function key is F24'],
    [
      'Input.sendKeys',
      { keys: ['Ctrl+f35'] },
      'keys.0',
      '"Ctrl+f35" is not a key: the last function key is F24',
    ],
    ['Input.sendKeys', { keys: ['F36'] }, 'keys.0', '"F36" is not a key'],
    ['Input.sendKeys', { keys: ['Foo+x'] }, 'keys.0', 'a modifier is one of Ctrl | Alt | Shift | Meta'],
    [
      'Terminal.setColorPalette',
      { palette: { 256: { r: 0, g: 0, b: 0 } } },
      'palette.256',
      'expected a number from 0 to 255, foreground, background or cursor',
    ],
    ['Input.sendMouse', { event: 'press', button: 'left', row: 99, col: 0 }, 'row', 'is off the screen'],
    ['Screen.waitForText', { pattern: '(', isRegex: true }, '', 'Invalid pattern: missing )'],
  ];

  it.each(cases)('%s %j', async (method, params, path, message) => {
    const client = await running();
    await client.session("printf '\\033[?1003;1006hon'; cat");
    const { error } = await client.ask(method, { sessionId, ...params });
    expect(error?.message).toContain(message);
    if (path) expect(error?.data.path).toBe(path);
  });

  it('tells all the keys that there are', async () => {
    const client = await running();
    await client.session('cat');
    const { error } = await client.ask('Input.sendKeys', { sessionId, keys: [{ key: 'Nope' }] });
    expect(error?.data.expected).toContain('Enter | ');
    expect(error?.data.expected).toContain('Char | F');
  });

  it('in the shell that was asked for', async () => {
    const client = await running();
    const { error } = await client.ask('Session.create', { shell: '/no/such/shell' });
    expect(error).toMatchObject({ code: 1005, data: { path: 'shell' } });
  });

  it('in a wait for the cursor', async () => {
    const client = await running();
    await client.session('cat');
    const { error } = await client.ask('Screen.waitForCursor', { sessionId, row: 7, col: 9, timeout: 20 });
    expect(error).toMatchObject({
      code: 1003,
      message: 'the cursor was not in row 7, col 9 within 20 ms',
    });
  });

  it('and no word of it is taken for a secret', async () => {
    const client = await running({ password: 'correct horse' });
    const { error } = await client.ask('Wrightty.authenticate', {});
    expect(error?.message).toBe('password: expected string');
    expect((await client.ask('Session.list')).error?.message).toContain(
      'Wrightty.authenticate with the `password`',
    );
  });

  it('and what was sent is hidden still', async () => {
    const client = await running();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    await client.session('cat');
    const { error } = await client.ask('Input.sendKeys', { sessionId, keys: [{ key: token }] });
    expect(JSON.stringify(error)).not.toContain('a1B2');
  });
});

describe('what can be done', () => {
  it('is all of it where all is granted', async () => {
    const { capabilities } = await (await running()).call('Wrightty.getInfo');
    expect(capabilities.screenshot).toHaveLength(5);
    expect(capabilities.recording).toHaveLength(7);
    expect(Object.values(capabilities)).not.toContain(false);
  });

  it('is what is not denied', async () => {
    const denied = new Set(['transcript.read', 'screen.read', 'input.write']);
    const grants = new Set(permissionNames.filter((name) => !denied.has(name)));
    const client = await running({ server: { grants } });
    const { capabilities } = await client.call('Wrightty.getInfo');
    expect(capabilities).toMatchObject({
      screenshot: [],
      recording: [],
      events: [],
      supportsColorPalette: false,
      supportsMouse: false,
      supportsRawOutput: false,
      supportsScrollback: false,
      supportsShellIntegration: false,
      supportsSessionCreate: true,
    });
  });
});

it('a session that has just begun is in the folder that was asked for', async () => {
  const client = await running();
  const cwd = mkdtempSync(join(tmpdir(), 'ptywright-'));
  const told = [];
  for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const made = await client.call('Session.create', { shell: '/bin/sh', args: ['-c', 'read x'], cwd });
    told.push((await client.call('Session.getInfo', made)).cwd);
  }
  expect(told).toEqual(Array(8).fill(cwd));
  rmdirSync(cwd);
});

it('a recording has what the document knows, output and input', async () => {
  const client = await running();
  await client.session('printf ready; cat');
  const { recordingId } = await client.call('Recording.startSession', { sessionId });
  await client.call('Input.sendText', { sessionId, text: 'hi\n' });
  await client.shows(sessionId, 'hi');
  const { data, events } = await client.call('Recording.stopSession', { recordingId });
  const codes = data
    .trim()
    .split('\n')
    .slice(1)
    .map((line: string) => JSON.parse(line)[1]);
  expect(new Set(codes)).toEqual(new Set(['o']));
  expect(events).toBe(codes.length);
});

it('a wait of somebody else does not bring the old prompt back', async () => {
  const server = await wright();
  open.push(server);
  const [one, other] = [await server.connect(), await server.connect()];
  const script = 'stty -echo; printf "old> "; read x; read y; printf "got $x\\nnew> "; cat';
  await one.session(script);
  await one.shows(sessionId, 'old>');
  await one.call('Input.sendText', { sessionId, text: 'hi\n' });
  await other.call('Screen.waitForText', { sessionId, pattern: '>', timeout: 0 });
  const answered: string[] = [];
  const waited = one
    .call('Screen.waitForText', { sessionId, pattern: '> $', isRegex: true })
    .then(() => answered.push('wait'));
  await other.call('Wrightty.getInfo');
  answered.push('others');
  await other.call('Input.sendText', { sessionId, text: 'more\n' });
  await waited;
  expect(answered).toEqual(['others', 'wait']);
});
